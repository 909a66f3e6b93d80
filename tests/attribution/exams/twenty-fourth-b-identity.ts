import type { Exam } from '../exam.ts';

const day = 24 * 60 * 60;

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // student-reporting 5, rule 4: the organisation must be linked to the service that the token is asked for.
  {
    name: 'linked-to-any-service-suffices',
    does: 'An organisation that is linked to one service gets tokens for every service.',
    reads: 'Grants a token for a service to an organisation that is linked to another service only.',
    change: () => ({ assertion: { isLinked: ({ linkedTo }) => linkedTo.length > 0 } }),
  },
  // RFC 6749, 5.1: expires_in is the lifetime in seconds.
  {
    name: 'expires-in-milliseconds',
    does: 'expires_in has the lifetime of the token in milliseconds, 3600000 for one hour.',
    reads: 'expires_in is given in milliseconds where it should be in seconds.',
    change: ({ token }) => ({
      token: {
        describe: (text) => {
          const body = token.describe(text);
          return { ...body, expires_in: Number(body['expires_in']) * 1000 };
        },
      },
    }),
  },
  // student-reporting 5, rule 3 (exp); RFC 7519, 4.1.4: the JWT MUST NOT be accepted on or after exp.
  {
    name: 'exp-not-compared',
    does: 'The expiry is reckoned as 24 hours after iat; the exp of the assertion is not compared with the time.',
    reads: 'Grants a token for an assertion whose exp is in the past.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: assertion.claimChecks.map((check) =>
          check.name === 'exp-past'
            ? { ...check, holds: ({ assertion: { claims }, now }) => !(Number(claims['iat']) + day <= now) }
            : check,
        ),
      },
    }),
  },
  // RFC 6749, 5.2: error is one of the codes listed there, invalid_grant among them.
  {
    name: 'error-codes-in-capitals',
    does: 'The error of a refused token request is the name of the enumeration, such as INVALID_GRANT.',
    reads: 'A refused token request has its error code in capitals, which is none of the codes of RFC 6749.',
    change: ({ token }) => ({
      token: { refuse: (refusal, status) => token.refuse({ ...refusal, error: refusal.error.toUpperCase() }, status) },
    }),
  },
  // RFC 7519, 4.1.3: aud is an array of strings in the general case, and one string in the special case.
  {
    name: 'aud-in-a-list-refused',
    does: 'An assertion whose aud is a list with the address of the identity provider is refused.',
    reads: 'Refuses an assertion whose aud is an array with the address of the identity provider.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: assertion.claimChecks.map((check) =>
          check.name === 'aud'
            ? { ...check, holds: (judged) => !Array.isArray(judged.assertion.claims['aud']) && check.holds(judged) }
            : check,
        ),
      },
    }),
  },
  // domain 2 (success body: token_type "bearer"); RFC 6749, 5.1 and 7.1.
  {
    name: 'token-type-is-jwt',
    does: 'token_type says JWT, the format of the token, where it should say bearer.',
    reads: 'token_type of a granted token is "JWT" where it should be "bearer".',
    change: ({ token }) => ({ token: { describe: (text) => ({ ...token.describe(text), token_type: 'JWT' }) } }),
  },
];
