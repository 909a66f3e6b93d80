/** The questions about the identity provider, and about access tokens at student-reporting (student-reporting section 5). */
import { json } from '../../../services/http/message.ts';
import type { AssertionCheck } from '../../../services/identity-provider/assertion.ts';
import { jwkOf } from '../../../services/identity-provider/service.ts';
import { identityProviderUrl } from '../../../services/services.ts';
import type { Exam } from '../exam.ts';

/** The checks without the one of that name. */
function without<Judged>(name: string, checks: readonly AssertionCheck<Judged>[]): readonly AssertionCheck<Judged>[] {
  return checks.filter((check) => check.name !== name);
}

/** The checks with another answer in the one of that name. */
function instead<Judged>(
  name: string,
  checks: readonly AssertionCheck<Judged>[],
  holds: (judged: Judged) => boolean,
): readonly AssertionCheck<Judged>[] {
  return checks.map((check) => (check.name === name ? { ...check, holds } : check));
}

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // Section 5, rule 2
  {
    name: 'key-of-the-subject',
    does: 'The key is looked for by the sub of the assertion; kid is not looked at.',
    reads: 'Grants a token for an assertion whose kid names no known key.',
    change: (_inner, _stages, { devices }) => ({
      assertion: { deviceOf: ({ claims }) => devices.find(({ device }) => device === claims['sub']) },
    }),
  },
  // Section 5, rule 3
  {
    name: 'any-subject',
    does: 'The sub of an assertion is not compared with the device that the key belongs to.',
    reads: 'Grants a token for an assertion whose sub is not the device that the key belongs to.',
    change: ({ assertion: { claimChecks } }) => ({ assertion: { claimChecks: without('sub', claimChecks) } }),
  },
  {
    name: 'expiry-ignored',
    does: 'The assertion is verified with the option that ignores its expiry.',
    reads: 'Grants a token for an assertion that has expired.',
    change: ({ assertion: { claimChecks } }) => ({ assertion: { claimChecks: without('exp-past', claimChecks) } }),
  },
  {
    name: 'issued-this-second',
    does: 'The iat of an assertion must be before the present second.',
    reads: 'Refuses an assertion that is issued in the same second, as if its iat were in the future.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: instead('iat-future', claimChecks, ({ assertion, now }) => {
          const { iat } = assertion.claims;
          return !(Number(iat) >= Math.floor(now));
        }),
      },
    }),
  },
  {
    name: 'audience-begins-alike',
    does: 'The aud of an assertion need only begin with the address of the identity provider.',
    reads: 'Grants a token for an assertion whose aud only begins with the address of the identity provider.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: instead('aud', claimChecks, ({ assertion }) =>
          [assertion.claims['aud']].flat().every((aud) => String(aud).startsWith(identityProviderUrl)),
        ),
      },
    }),
  },
  {
    name: 'token-of-before',
    does: 'A token is kept for each device and granted again until it expires, whatever token.aud asks for.',
    reads:
      'Grants the token of an earlier request again for another token.aud, so that its audience is the wrong service.',
    change: ({ token: { sign } }) => {
      const kept = new Map<string, { readonly token: string; readonly exp: number }>();
      return {
        token: {
          sign: async (claims) => {
            const before = kept.get(claims.sub);
            if (before && before.exp > claims.iat) return before.token;
            const token = await sign(claims);
            kept.set(claims.sub, { token, exp: claims.exp });
            return token;
          },
        },
      };
    },
  },
  // Section 5, rule 4
  {
    name: 'linked-to-anything',
    does: 'An organisation that is linked to one service gets tokens for all.',
    reads: 'Grants a token for a service that the organisation is not linked to, when it is linked to another.',
    change: () => ({ assertion: { isLinked: ({ linkedTo }) => linkedTo.length > 0 } }),
  },
  // RFC 6749
  {
    name: 'lifetime-in-milliseconds',
    does: 'The lifetime of a token is given in milliseconds.',
    reads: 'Sends expires_in in milliseconds, 3600000, rather than in seconds.',
    change: ({ token: { describe } }) => ({
      token: { describe: (token) => ({ ...describe(token), expires_in: 3_600_000 }) },
    }),
  },
  {
    name: 'token-cacheable',
    does: 'A token is sent without Cache-Control.',
    reads: 'Sends an access token without Cache-Control: no-store.',
    change: () => ({ token: { grant: (body) => json(200, body) } }),
  },
  {
    name: 'assertion-unauthorised',
    does: 'An assertion that is not valid is refused with 401.',
    reads: 'Refuses an assertion that is not valid with 401, rather than 400.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) => refuse(refusal, refusal.error === 'invalid_grant' ? 401 : status),
      },
    }),
  },
  {
    name: 'no-assertion',
    does: 'A token request that has no assertion makes the endpoint fail.',
    reads: 'A token request without an assertion is answered 500, rather than 400.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) =>
          refusal.description === 'assertion is required.'
            ? refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500)
            : refuse(refusal, status),
      },
    }),
  },
  {
    name: 'keys-before-rotation',
    does: 'The published keys are those from before the last rotation.',
    reads: 'Does not publish the key that its access tokens are signed with: there are only earlier ones.',
    change: (_inner, _stages, { devices }) => ({
      keys: {
        published: () => ({
          keys: devices.slice(0, 1).map((device) => ({ ...jwkOf(device.keys), kid: 'identity-0' })),
        }),
      },
    }),
  },
];

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  {
    name: 'token-for-another-service',
    does: 'The aud of an access token is not looked at.',
    reads: 'Accepts an access token that was granted for another service.',
    change: () => ({ token: { isForService: () => true } }),
  },
  {
    name: 'no-challenge',
    does: 'A 401 has no WWW-Authenticate.',
    reads: 'Sends 401 without the header WWW-Authenticate.',
    change: () => ({ door: { challenge: () => ({}) } }),
  },
];
