/**
 * The fourteenth exam: faults drawn from bug reports of services. These ten searches were fixed before any was made; of the answers of
 * each, the first two are asked that are issues (no pull request) of different repositories, tell of what a service's API does wrongly
 * to its callers, whatever became of the report, and can be brought about here by one cause. Each names its search and its report.
 *
 * 1. POST creates record but response missing fields
 * 2. PUT replaces fields not sent
 * 3. API pagination skips items when sorted
 * 4. DELETE returns success but resource still listed
 * 5. API returns 500 instead of 400 invalid input
 * 6. validation error wrong field name in response
 * 7. date timezone shifted by one day in API response
 * 8. access token accepted after expiry clock skew
 * 9. filter query parameter ignored returns all
 * 10. duplicate records created on concurrent requests
 */
import type { Exam } from '../exam.ts';
import { partnerOnboarding } from './fourteenth-partner-onboarding.ts';
import { studentReporting } from './fourteenth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': studentReporting,
  'identity-provider': [
    // 8: nhsconnect/gpconnect-demonstrator 238, "Minimise likelihood of rejected tokens due to clock skew".
    {
      name: 'expiry-unchecked',
      does: 'The time at which an assertion expires is read and not compared with the present.',
      reads: 'Accepts an assertion that has expired.',
      change: ({ assertion: { claimChecks } }) => ({
        assertion: {
          claimChecks: claimChecks.filter(({ name }) => name !== 'exp-past'),
        },
      }),
    },
  ],
};
