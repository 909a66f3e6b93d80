/** The twenty-fourth exam, fourth part: the identity provider. */
import { decodeJwt } from 'jose';
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

export const identityProvider: readonly Question<StagesOf['identity-provider']>[] = [
  {
    // RFC 6749, 5.1: expires_in is in seconds; domain.md 2: 3600.
    name: 'expires-in-in-milliseconds',
    does: 'expires_in is 3600000: milliseconds.',
    reads: 'Says expires_in in milliseconds: more than the lifetime of the access token.',
    change: ({ token }) => ({
      token: { describe: (text) => ({ ...token.describe(text), expires_in: 3_600_000 }) },
    }),
  },
  {
    // RFC 6749, 5.1: expires_in is the lifetime of the access token.
    name: 'token-shorter-than-said',
    does: 'The access token is made for 5 minutes, the answer beside it says an hour.',
    reads: 'Issues access tokens that expire earlier than expires_in says.',
    change: ({ token }) => ({
      token: {
        claims: (device, audience) => {
          const claims = token.claims(device, audience);
          return { ...claims, exp: claims.iat + 300 };
        },
      },
    }),
  },
  {
    // RFC 7519, 4.1.3: aud is in general an array of strings.
    name: 'audience-array-refused',
    does: 'aud of the assertion is read as a text: an array that holds the identity provider is refused.',
    reads: 'Refuses an assertion whose aud is an array that names the identity provider.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: assertion.claimChecks.map((check) =>
          check.name === 'aud'
            ? { ...check, holds: (judged) => typeof judged.assertion.claims['aud'] === 'string' && check.holds(judged) }
            : check,
        ),
      },
    }),
  },
  {
    // RFC 9110, 8.3.1: parameters and case do not make it another media type; domain.md 2 for the type.
    name: 'form-with-charset-refused',
    does: 'The Content-Type is compared as a whole: application/x-www-form-urlencoded; charset=UTF-8 is refused.',
    reads: 'Refuses a form whose Content-Type has a charset parameter.',
    change: () => ({ token: { isForm: (contentType) => contentType === 'application/x-www-form-urlencoded' } }),
  },
  {
    // RFC 7523, 3.1: for an assertion out of its time the error must be invalid_grant.
    name: 'expired-assertion-called-invalid-request',
    does: 'An assertion that has expired is refused with the error invalid_request.',
    reads: 'Calls an expired assertion invalid_request, not invalid_grant.',
    change: ({ token }) => ({
      token: {
        refuse: (refusal, status) => {
          const isExpired = refusal.description.includes('has expired');
          return token.refuse(isExpired ? { ...refusal, error: 'invalid_request' } : refusal, status);
        },
      },
    }),
  },
  {
    // RFC 7518, 6.3.1.1: n is base64url without padding.
    name: 'modulus-in-plain-base64',
    does: 'n of the published key is encoded in plain base64, with +, / and =.',
    reads: 'Publishes a key whose modulus n is in base64, not in base64url.',
    change: ({ keys }) => ({
      keys: {
        published: () => ({
          keys: keys.published().keys.map((key) => ({
            ...key,
            n: Buffer.from(key.n ?? '', 'base64url').toString('base64'),
          })),
        }),
      },
    }),
  },
  {
    // Section 5: token.aud is the address of the service that the access token is requested for.
    name: 'token-kept-by-device-alone',
    does: 'Tokens are kept by device and sent again while they live: a device that asks for another service is given the token of the first.',
    reads: 'Issues a token for the wrong service when a device asks for a second one: token.aud is not looked at.',
    change: ({ token }, _stages, { clock }) => {
      const kept = new Map<string, { readonly text: string; readonly until: number }>();
      const now = (): number => Math.floor(clock().getTime() / 1000);
      return {
        token: {
          sign: async (claims) => {
            const before = kept.get(claims.sub);
            if (before !== undefined && before.until > now()) return before.text;
            const text = await token.sign(claims);
            kept.set(claims.sub, { text, until: claims.exp });
            return text;
          },
          describe: (text) => ({ ...token.describe(text), expires_in: (decodeJwt(text).exp ?? now()) - now() }),
        },
      };
    },
  },
  {
    // RFC 6749, 3.2: unrecognized request parameters must be ignored; domain.md 2: clients send client_id.
    name: 'unknown-form-parameters-refused',
    does: 'The form is bound strictly: a parameter other than grant_type and assertion, such as client_id, is refused.',
    reads: 'Refuses a token request that has a further parameter, such as client_id.',
    change: ({ token }) => ({
      token: {
        refuseRepetition: (form) =>
          [...form.keys()].some((name) => name !== 'grant_type' && name !== 'assertion')
            ? { error: 'invalid_request', description: 'A parameter is not known.' }
            : token.refuseRepetition(form),
      },
    }),
  },
];
