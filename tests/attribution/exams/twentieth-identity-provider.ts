/** The questions of the twentieth exam about the identity provider. */
import { isSignedWith } from '../../../services/identity-provider/assertion.ts';
import type { Exam } from '../exam.ts';

const rsa = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // Section 5, rule 3
  {
    name: 'token-aud-optional',
    does: 'The claim token.aud may be left out.',
    reads: 'Grants a token for an assertion without token.aud.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'token-aud-missing') },
    }),
  },
  {
    name: 'any-issuer',
    does: 'The issuer of an assertion is not compared with the organisation of the device.',
    reads: 'Grants a token for an assertion whose iss is another organisation.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: { claimChecks: claimChecks.filter(({ name }) => name !== 'iss') },
    }),
  },
  // Section 5, rule 2
  {
    name: 'any-rsa-algorithm',
    does: 'Any RSA algorithm is taken.',
    reads: 'Accepts an assertion signed with another algorithm than RS256.',
    change: ({ assertion: { headerChecks } }) => ({
      assertion: {
        headerChecks: headerChecks.map((check) =>
          check.name === 'alg' ? { ...check, holds: ({ header }) => rsa.includes(String(header['alg'])) } : check,
        ),
        isSigned: ({ text }, { keys }) => isSignedWith(text, keys.publicKey, rsa),
      },
    }),
  },
  // RFC 6749
  {
    name: 'lifetime-as-text',
    does: 'The lifetime of the token is written as a text.',
    reads: 'Sends expires_in as a string, rather than a number.',
    change: ({ token: { describe } }) => ({
      token: {
        describe: (token) => {
          const described = describe(token);
          return { ...described, expires_in: String(described['expires_in']) };
        },
      },
    }),
  },
];
