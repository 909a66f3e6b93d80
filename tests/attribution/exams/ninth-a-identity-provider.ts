/** Of the ninth exam: the token endpoint, and how student-reporting heeds tokens. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Exam } from '../exam.ts';

/** Sixty seconds, written in milliseconds where seconds are meant. */
const leeway = 60_000;

export const identityProviderQuestions: NonNullable<Exam['identity-provider']> = [
  {
    name: 'expires-in-as-text',
    does: 'expires_in is sent as a text, "3600".',
    reads: 'The token endpoint sends expires_in as a string where OAuth has a number.',
    change: ({ token }) => ({
      token: {
        describe: (text) => ({ ...token.describe(text), expires_in: String(token.describe(text)['expires_in']) }),
      },
    }),
  },
  {
    name: 'grant-may-be-stored',
    does: 'The gateway puts its Cache-Control of five minutes over the no-store of a granted token.',
    reads: 'A granted token is sent with Cache-Control: private, max-age=300 instead of no-store.',
    change: ({ token }) => ({
      token: {
        grant: (body) => {
          const reply = token.grant(body);
          return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, max-age=300' } };
        },
      },
    }),
  },
  {
    name: 'unknown-key-fails',
    does: 'A kid that names no key is looked up and used without a look: the token endpoint answers 500.',
    reads: 'The token endpoint answers 500 to an assertion whose kid names no known key.',
    change: ({ assertion, token }) => ({
      assertion: {
        deviceOf: (judged) => {
          const device = assertion.deviceOf(judged);
          if (device === undefined) throw new NoSuchKeyError();
          return device;
        },
      },
      token: {
        answer: async (call) => {
          try {
            return await token.answer(call);
          } catch (error) {
            if (!(error instanceof NoSuchKeyError)) throw error;
            return token.refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500);
          }
        },
      },
    }),
  },
  {
    name: 'leeway-in-milliseconds',
    does: 'The leeway for clocks is configured as 60000, in seconds: exp may be past and iat and nbf ahead by almost 17 hours.',
    reads: 'Accepts assertions hours outside of their time: expired ones, and ones with iat or nbf in the future.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: assertion.claimChecks.map((check) => {
          const { name, holds } = check;
          if (name === 'exp-past')
            return { ...check, holds: (judged) => holds({ ...judged, now: judged.now - leeway }) };
          if (name === 'iat-future' || name === 'nbf')
            return { ...check, holds: (judged) => holds({ ...judged, now: judged.now + leeway }) };
          return check;
        }),
      },
    }),
  },
  {
    name: 'audience-in-a-list',
    does: 'aud is compared as a text: an assertion whose aud is a list with the identity provider alone is refused.',
    reads: 'Refuses an assertion whose aud is an array that holds the identity provider.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: assertion.claimChecks.map((check) =>
          check.name === 'aud'
            ? {
                ...check,
                holds: (judged) => typeof judged.assertion.claims['aud'] === 'string' && check.holds(judged),
              }
            : check,
        ),
      },
    }),
  },
  {
    name: 'linked-to-something',
    does: 'It is asked whether the organisation is linked to any service, not whether to the one of token.aud.',
    reads: 'Grants a token to an organisation that is not linked to the service it asks for.',
    change: () => ({ assertion: { isLinked: ({ linkedTo }) => linkedTo.length > 0 } }),
  },
];

export const tokenQuestions: NonNullable<Exam['student-reporting']> = [
  {
    name: 'signature-is-enough',
    does: 'The security framework is configured with the address of the keys alone: neither issuer nor audience of an access token is looked at.',
    reads: 'Accepts access tokens that were issued for another service, and those of another issuer.',
    change: () => ({ token: { isOfIssuer: () => true, isForService: () => true } }),
  },
  {
    name: 'expired-token-fails',
    does: 'The error of an expired access token is thrown in a filter that nothing catches: 500.',
    reads: 'Answers 500 instead of 401 to an expired access token.',
    change: ({ token }) => ({
      token: {
        isUnexpired: (claims, now) => {
          if (token.isUnexpired(claims, now)) return true;
          throw new GatewayError(500, {
            code: 'internal_error',
            detail: 'The service could not handle the request.',
          });
        },
      },
    }),
  },
];

class NoSuchKeyError extends Error {
  override readonly name = 'NoSuchKeyError';
}
