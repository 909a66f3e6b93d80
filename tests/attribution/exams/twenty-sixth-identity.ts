/** The questions of the twenty-sixth exam about the identity provider; twenty-sixth.ts says how they were drawn. */
import type { Exam } from '../exam.ts';

export const providerQuestions: NonNullable<Exam['identity-provider']> = [
  {
    // RFC 7523, section 3, rule 4: an assertion whose exp is past MUST be rejected; student-reporting section 5: exp is the expiry time.
    name: 'expired-assertion-granted',
    does: 'exp of an assertion is not compared with the time: one that has expired gets an access token.',
    reads: 'Grants an access token for an assertion that has expired.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'exp-past') },
    }),
  },
  {
    // RFC 6749, section 5.2: an error response has the status 400.
    name: 'refusal-with-200',
    does: 'A token request that is refused is answered with the error in the body and the status 200.',
    reads: 'Answers a refused token request with the status 200 instead of 400.',
    change: ({ token: { refuse } }) => ({
      token: { refuse: (refusal, status) => ({ ...refuse(refusal, status), status: 200 }) },
    }),
  },
  {
    // student-reporting section 5: iss is a string of digits.
    name: 'issuer-as-number',
    does: 'iss is compared loosely: an assertion whose iss is a JSON number is granted as if it were the string.',
    reads: 'Grants an access token for an assertion whose iss is a number instead of a string of digits.',
    change: ({ assertion: { takeApart } }) => ({
      assertion: {
        takeApart: (text) => {
          const assertion = takeApart(text);
          const iss = assertion?.claims['iss'];
          if (assertion === undefined || typeof iss !== 'number') return assertion;
          return { ...assertion, claims: { ...assertion.claims, iss: String(iss) } };
        },
      },
    }),
  },
];
