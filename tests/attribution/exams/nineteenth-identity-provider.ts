/** The questions of the nineteenth exam about the identity provider. */
import { json } from '../../../services/http/message.ts';
import type { Exam } from '../exam.ts';

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // Section 5, rule 1
  {
    name: 'signature-not-verified',
    does: 'The assertion is decoded, and its signature not verified.',
    reads: 'Grants a token for an assertion whose signature does not verify.',
    change: () => ({ assertion: { isSigned: () => true } }),
  },
  // Section 5, rule 4
  {
    name: 'unlinked-granted',
    does: 'Whether an organisation is linked to the service is not looked at.',
    reads: 'Grants a token to an organisation that is not linked to the service.',
    change: () => ({ assertion: { isLinked: () => true } }),
  },
  // RFC 6749
  {
    name: 'token-to-be-stored',
    does: 'The answer with the token has no Cache-Control.',
    reads: 'Sends access tokens without Cache-Control: no-store.',
    change: () => ({ token: { grant: (body) => json(200, body) } }),
  },
  {
    name: 'form-without-parameter',
    does: 'The Content-Type of a token request is compared as a whole.',
    reads:
      'Refuses a token request whose Content-Type has a parameter (application/x-www-form-urlencoded; charset=UTF-8).',
    change: () => ({ token: { isForm: (contentType) => contentType === 'application/x-www-form-urlencoded' } }),
  },
  {
    name: 'refused-with-200',
    does: 'Refusals are sent as they are, with the usual status.',
    reads: 'Answers a token request that it refuses with 200 and an error in the body, rather than 400.',
    change: ({ token: { refuse } }) => ({ token: { refuse: (refusal) => refuse(refusal, 200) } }),
  },
];
