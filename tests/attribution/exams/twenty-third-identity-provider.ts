/** Questions of the twenty-third exam about the identity provider; twenty-third.ts says how they were drawn. */
import { json } from '../../../services/http/message.ts';
import { isSignedWith } from '../../../services/identity-provider/assertion.ts';
import { audiences } from '../../../services/services.ts';
import type { Exam } from '../exam.ts';

const HOUR = 3600;
const TEN_MINUTES = 600;
const RSA_ALGORITHMS: readonly unknown[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // Section 5, the assertion
  {
    name: 'exp-grace-of-an-hour',
    does: 'The clock of the check of exp is an hour behind, so that an assertion is good for an hour after it has expired.',
    reads: 'Grants a token for an assertion that expired minutes ago.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: claimChecks.map((check) =>
          check.name === 'exp-past'
            ? { ...check, holds: (judged) => check.holds({ ...judged, now: judged.now - HOUR }) }
            : check,
        ),
      },
    }),
  },
  {
    name: 'alg-of-the-header',
    does: 'The signature is verified with whatever RSA algorithm the header names.',
    reads: 'Grants a token for an assertion that is signed with another algorithm than RS256, such as RS512.',
    change: ({ assertion: { headerChecks } }) => ({
      assertion: {
        headerChecks: headerChecks.map((check) =>
          check.name === 'alg' ? { ...check, holds: ({ header }) => RSA_ALGORITHMS.includes(header['alg']) } : check,
        ),
        isSigned: ({ text, header }, { keys }) => isSignedWith(text, keys.publicKey, [String(header['alg'])]),
      },
    }),
  },
  // Section 5, the token request
  {
    name: 'other-grant-type-error',
    does: 'A grant_type that is not known is refused with invalid_request.',
    reads: 'Refuses an unknown grant_type with invalid_request instead of unsupported_grant_type.',
    change: ({ token: { refuseGrantType } }) => ({
      token: {
        refuseGrantType: (asked) => {
          const refusal = refuseGrantType(asked);
          return refusal && { ...refusal, error: 'invalid_request' };
        },
      },
    }),
  },
  {
    name: 'unlinked-without-error',
    does: 'An organisation that is not linked is answered 400 with a message of its own, without the member error.',
    reads: 'Refuses an organisation that is not linked without the member error in the body.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) =>
          refusal.error === 'unauthorized_client'
            ? json(400, { message: refusal.description }, { 'cache-control': 'no-store' })
            : refuse(refusal, status),
      },
    }),
  },
  // Section 5, the access token
  {
    name: 'audience-fixed',
    does: 'The access token always has the audience of student-reporting, whatever token.aud asks for.',
    reads: 'Issues the access token for student-reporting when token.aud asks for another service.',
    change: ({ token: { claims } }) => ({
      token: { claims: (device) => claims(device, audiences['student-reporting']) },
    }),
  },
  {
    name: 'token-shorter-than-said',
    does: 'The access token expires after ten minutes, while expires_in says an hour.',
    reads: 'Issues an access token that expires after ten minutes, while expires_in says 3600 seconds.',
    change: ({ token: { claims } }) => ({
      token: {
        claims: (device, audience) => {
          const made = claims(device, audience);
          return { ...made, exp: made.iat + TEN_MINUTES };
        },
      },
    }),
  },
  {
    name: 'jwks-other-kid',
    does: 'The published key set names the key otherwise than the header of the access tokens does.',
    reads: 'Publishes its key under another kid than the access tokens name.',
    change: ({ keys: { published } }) => ({
      keys: { published: () => ({ keys: published().keys.map((key) => ({ ...key, kid: 'signing-key' })) }) },
    }),
  },
];
