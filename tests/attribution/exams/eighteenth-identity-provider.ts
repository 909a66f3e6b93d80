/** The questions of the eighteenth exam about the identity provider. */
import type { Exam } from '../exam.ts';

/** Those that are looked at, and those that a client of a jwt-bearer grant may send beside them. */
const known = new Set(['grant_type', 'assertion', 'client_id', 'scope']);

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // Section 5, rule 3
  {
    name: 'expiry-as-text',
    does: 'The expiry of an assertion may be a text of digits.',
    reads: 'Takes an assertion whose exp is a string, rather than a number, and grants a token for it.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'exp-type') },
    }),
  },
  {
    name: 'expiry-passed-over',
    does: 'Whether an assertion has expired is not looked at.',
    reads: 'Grants a token for an assertion that has expired.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'exp-past') },
    }),
  },
  // RFC 6749
  {
    name: 'bad-grant-unauthorised',
    does: 'An assertion that is refused is answered with 401.',
    reads: 'Answers 401 with invalid_grant to an assertion that it refuses, rather than 400.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) => refuse(refusal, refusal.error === 'invalid_grant' ? 401 : status),
      },
    }),
  },
  {
    name: 'known-parameters-alone',
    does: 'A token request may have no parameters but those that are known.',
    reads: 'Refuses a token request that has a parameter it does not know, rather than ignoring the parameter.',
    change: ({ token: { refuseRepetition } }) => ({
      token: {
        refuseRepetition: (form) =>
          refuseRepetition(form) ??
          ([...form.keys()].every((name) => known.has(name))
            ? undefined
            : { error: 'invalid_request', description: 'A parameter is not known.' }),
      },
    }),
  },
];
