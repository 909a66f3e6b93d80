import { json } from '../../../services/http/message.ts';
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

const KNOWN_PARAMETERS = ['grant_type', 'assertion', 'client_id', 'scope'];
const TIMES = ['iat', 'exp', 'nbf'];

export const identityProvider: readonly Question<StagesOf['identity-provider']>[] = [
  {
    // Section 5 rule 3: exp and iat are numeric timestamps; RFC 7519 section 2 lets such a number have a fraction.
    name: 'times-with-fractions',
    does: 'A new version of the library for JWTs reads times as whole numbers: an assertion whose iat, exp or nbf has a fraction is refused.',
    reads: 'Refuses an assertion whose iat or exp has a fraction of a second, which a numeric timestamp may have.',
    change: ({ assertion }) => ({
      assertion: {
        claimChecks: [
          ...assertion.claimChecks,
          {
            name: 'whole-times',
            says: 'a time of the assertion is no whole number',
            holds: ({ assertion: { claims } }) =>
              TIMES.every((name) => typeof claims[name] !== 'number' || Number.isInteger(claims[name])),
          },
        ],
      },
    }),
  },
  {
    // Section 5 rule 1: a signed JWT is presented for a token; RFC 6749 section 3.2: a parameter that is not known is ignored.
    name: 'unknown-parameter',
    does: 'The form is bound strictly: a token request with a parameter that is not known is refused.',
    reads: 'Refuses a token request that has a parameter that it does not know, instead of ignoring the parameter.',
    change: ({ token }) => ({
      token: {
        refuseRepetition: (form) => {
          const refusal = token.refuseRepetition(form);
          const unknown = [...form.keys()].find((name) => !KNOWN_PARAMETERS.includes(name));
          return refusal === undefined && unknown !== undefined
            ? { error: 'invalid_request', description: `Unrecognized field "${unknown}".` }
            : refusal;
        },
      },
    }),
  },
  {
    // Section 5 rule 3: token.aud is the address of the service that the token is requested for.
    name: 'audience-by-device',
    does: 'The service that a token is for is looked up at the first request of a device, and kept in a cache by the device alone.',
    reads:
      'Grants tokens for the service that the device asked for first, whichever service token.aud names afterwards.',
    change: ({ token }) => {
      const audiences = new Map<string, string>();
      return {
        token: {
          claims: (device, audience) => {
            const first = audiences.get(device.device) ?? audience;
            audiences.set(device.device, first);
            return token.claims(device, first);
          },
        },
      };
    },
  },
  {
    // Section 7 shows no body of a refused token request; RFC 6749 section 5.2 does: error is one of its codes.
    name: 'errors-of-the-framework',
    does: 'The handler of errors was lost in an upgrade: refusals have the body that the framework makes, with timestamp, status, error and path.',
    reads:
      'Refuses token requests with a body of the framework, whose error is "Bad Request" and not one of the codes of OAuth such as invalid_grant.',
    change: (_inner, _stages, { clock }) => ({
      token: {
        refuse: (_refusal, status = 400) =>
          json(
            status,
            {
              timestamp: clock().toISOString(),
              status,
              error: status === 413 ? 'Payload Too Large' : 'Bad Request',
              path: '/oauth/token',
            },
            { 'cache-control': 'no-store' },
          ),
      },
    }),
  },
];
