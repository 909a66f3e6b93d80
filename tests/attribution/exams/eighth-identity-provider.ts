/** What the identity provider gets wrong in the eighth exam. */
import type { Exam } from '../exam.ts';

const fiveMinutes = 300;

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  {
    name: 'expires-in-as-text',
    does: 'expires_in is the text "3600".',
    reads: 'Sends expires_in as a string instead of a number.',
    change: ({ token }) => ({
      token: {
        describe: (text) => {
          const body = token.describe(text);
          return { ...body, expires_in: String(body['expires_in']) };
        },
      },
    }),
  },
  {
    name: 'shorter-than-told',
    does: 'The access token has an exp of five minutes after it is issued, while expires_in says 3600.',
    reads: 'The access token expires (exp) five minutes after it is issued, though expires_in says an hour.',
    change: ({ token }) => ({
      token: {
        claims: (device, audience) => {
          const claims = token.claims(device, audience);
          return { ...claims, exp: claims.iat + fiveMinutes };
        },
      },
    }),
  },
  {
    name: 'wrong-claim-unmapped',
    does: 'A wrong claim raises an exception that nobody maps: 500 server_error instead of 400 invalid_grant.',
    reads: 'An assertion with a wrong claim is answered with 500 instead of 400.',
    change: ({ token, assertion }) => {
      const said = new Set(assertion.claimChecks.map(({ says }) => `${says}.`));
      return {
        token: {
          refuse: (refusal, status) =>
            said.has(refusal.description)
              ? token.refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500)
              : token.refuse(refusal, status),
        },
      };
    },
  },
];
