/** The seventeenth exam, of the identity provider (student-reporting, section 5); `seventeenth.ts` says how its faults were drawn. */
import { isSignedWith } from '../../../services/identity-provider/assertion.ts';
import { json } from '../../../services/http/message.ts';
import type { Exam } from '../exam.ts';

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  {
    name: 'exp-optional',
    does: 'The expiry of an assertion is held against the clock where there is one; that there is one is not asked.',
    reads: 'Accepts an assertion without exp, rather than refusing it with invalid_grant.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: claimChecks.filter(({ name }) => name !== 'exp-missing'),
      },
    }),
  },
  {
    name: 'iss-as-number',
    does: 'iss is turned into text before it is compared with the organisation.',
    reads: 'Accepts an assertion whose iss is a number, rather than refusing it: iss must be a string of digits.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: claimChecks
          .filter(({ name }) => name !== 'iss-digits')
          .map((check) =>
            check.name === 'iss'
              ? {
                  ...check,
                  holds: ({ assertion, device }) => String(assertion.claims['iss']) === device.organisation,
                }
              : check,
          ),
      },
    }),
  },
  {
    name: 'rs512-as-well',
    does: 'The list of algorithms has RS512 beside RS256.',
    reads: 'Accepts an assertion that is signed with RS512, rather than RS256 alone.',
    change: ({ assertion: { headerChecks } }) => ({
      assertion: {
        headerChecks: headerChecks.map((check) =>
          check.name === 'alg'
            ? {
                ...check,
                holds: ({ header }) => header['alg'] === 'RS256' || header['alg'] === 'RS512',
              }
            : check,
        ),
        isSigned: ({ text }, { keys }) => isSignedWith(text, keys.publicKey, ['RS256', 'RS512']),
      },
    }),
  },
  {
    name: 'unauthorised-assertion',
    does: 'An assertion that is not accepted is taken for a failed authentication.',
    reads: 'Refuses a faulty assertion (invalid_grant) with 401, rather than 400.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) =>
          refuse(refusal, ['invalid_grant', 'unauthorized_client'].includes(refusal.error) ? 401 : status),
      },
    }),
  },
  {
    name: 'code-and-message',
    does: 'Errors have the form of the rest of the house: code and message.',
    reads:
      'Refuses token requests with members code and message in the body, in the place of error and error_description.',
    change: () => ({
      token: {
        refuse: ({ error, description }, status = 400) =>
          json(status, { code: error, message: description }, { 'cache-control': 'no-store' }),
      },
    }),
  },
  {
    name: 'key-of-another-name',
    does: 'The keys are published under a name that is made anew at a deployment; tokens still have the one of the configuration.',
    reads: 'Signs access tokens with a kid that no key of the published key set has.',
    change: ({ keys: { published } }) => ({
      keys: {
        published: () => ({
          keys: published().keys.map((key) => ({ ...key, kid: 'identity-2' })),
        }),
      },
    }),
  },
];
