/** The sixteenth exam, of the identity provider; `sixteenth.ts` says how its faults were drawn. */
import type { Exam } from '../exam.ts';

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // 5*: LamplightCRM/feedback 498, "API referral allows client to enter nonsense date".
  {
    name: 'issued-at-any-time',
    does: 'The time at which an assertion was issued is not held against any range.',
    reads: 'Accepts an assertion whose iat is in the future, rather than refusing it with invalid_grant.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'iat-future') },
    }),
  },
  // 6: medplum/medplum 2983, "Gracefully error on invalid JWT in client assertion flow".
  {
    name: 'no-jwt-breaks-it',
    does: 'What the parser of JWTs throws at an assertion that is none is not caught.',
    reads: 'Answers 500 to an assertion that is not a JWT, rather than 400 with invalid_grant.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) =>
          refusal.description === 'The assertion is not a signed JWT.'
            ? refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500)
            : refuse(refusal, status),
      },
    }),
  },
  // 6: mosip/esignet 2260, "Token endpoint returns unauthorized_client (should be invalid_client/invalid_request) when client authentication is missing".
  {
    name: 'missing-assertion-unauthorized',
    does: 'A request without what its client is recognised by is refused as that of a client without the right to ask.',
    reads:
      'Refuses a token request without an assertion with the error unauthorized_client, rather than invalid_request.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) =>
          refuse(
            refusal.description === 'assertion is required.' ? { ...refusal, error: 'unauthorized_client' } : refusal,
            status,
          ),
      },
    }),
  },
];
