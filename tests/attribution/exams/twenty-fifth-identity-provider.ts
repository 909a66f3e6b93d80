/** The questions of the twenty-fifth exam about the identity provider. */
import { isSignedWith } from '../../../services/identity-provider/assertion.ts';
import type { Exam } from '../exam.ts';

const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // RFC 7523, section 3 (4), and RFC 7519, section 4.1.4: what has expired must be rejected; student-reporting section 5 rule 3: exp.
  {
    name: 'expired-assertion-accepted',
    does: 'The exp of an assertion is read but never compared with the time: an assertion that has long expired is granted a token.',
    reads: 'Grants an access token for an assertion whose exp is past.',
    change: ({ assertion }) => ({
      assertion: { claimChecks: assertion.claimChecks.filter(({ name }) => name !== 'exp-past') },
    }),
  },
  // student-reporting section 5 rule 4: the organisation must be linked to the service before authentication works.
  {
    name: 'unlinked-organisation-gets-token',
    does: 'Whether the organisation of the device is linked to the service is not looked up: every known device gets a token for every service.',
    reads: 'Grants an access token to an organisation that is not linked to the service.',
    change: () => ({ assertion: { isLinked: () => true } }),
  },
  // RFC 6749, section 5.1: a response with a token must have Cache-Control: no-store.
  {
    name: 'token-reply-cacheable',
    does: 'The answer that carries the access token has no Cache-Control header; the refusals have theirs.',
    reads: 'The answer with the access token lacks Cache-Control: no-store.',
    change: ({ token }) => ({
      token: {
        grant: (body) => {
          const reply = token.grant(body);
          const headers = Object.fromEntries(
            Object.entries(reply.headers).filter(([name]) => name !== 'cache-control'),
          );
          return { ...reply, headers };
        },
      },
    }),
  },
  // student-reporting section 5 rule 2: alg is RS256.
  {
    name: 'any-rsa-algorithm-accepted',
    does: 'The list of algorithms was left as the library has it for an RSA key: assertions that are signed with RS384, RS512 or PS256 are accepted as well as RS256.',
    reads: 'Accepts an assertion that is signed with another algorithm than RS256.',
    change: ({ assertion }) => ({
      assertion: {
        headerChecks: assertion.headerChecks.map((check) =>
          check.name === 'alg'
            ? { ...check, holds: ({ header }) => rsaAlgorithms.includes(String(header['alg'])) }
            : check,
        ),
        isSigned: ({ text }, { keys }) => isSignedWith(text, keys.publicKey, rsaAlgorithms),
      },
    }),
  },
];
