/** The fifteenth exam, of the identity provider; `fifteenth.ts` says how its faults were drawn. */
import type { TokenStages } from '../../../services/identity-provider/token-endpoint.ts';
import { identityProviderUrl } from '../../../services/services.ts';
import type { Exam } from '../exam.ts';

/** Refusals of assertions that begin so have another error code. */
const refusedAs =
  (error: string, beginnings: readonly string[]) =>
  ({ token: { refuse } }: { readonly token: TokenStages }): { readonly token: Pick<TokenStages, 'refuse'> } => ({
    token: {
      refuse: (refusal, status) =>
        refuse(
          beginnings.some((text) => refusal.description.startsWith(text)) ? { ...refusal, error } : refusal,
          status,
        ),
    },
  });

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  // 1*: lcobucci/jwt, "Allow an array for audience".
  {
    name: 'audience-list-refused',
    does: 'The aud of an assertion is compared as a text: a list is refused, whatever is in it.',
    reads:
      'Refuses an assertion whose aud is a list with the identity provider alone with invalid_grant, rather than granting a token as for the same address as a text.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: claimChecks.map((check) =>
          check.name !== 'aud'
            ? check
            : {
                ...check,
                holds: (judged) => !Array.isArray(judged.assertion.claims['aud']) && check.holds(judged),
              },
        ),
      },
    }),
  },
  // 1*: eclipse-vertx/vertx-auth, "JWT audience can be a array or just single string value, and we shoul…".
  {
    name: 'audience-text-as-list',
    does: 'A text as aud is handled as a list is: it is asked whether it includes the address of the identity provider.',
    reads:
      'Accepts an assertion whose aud is a text that only contains the address of the identity provider, such as a longer address that begins with it, rather than refusing it with invalid_grant.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: claimChecks.map((check) =>
          check.name !== 'aud'
            ? check
            : {
                ...check,
                holds: (judged) => {
                  const aud = judged.assertion.claims['aud'];
                  return typeof aud === 'string' ? aud.includes(identityProviderUrl) : check.holds(judged);
                },
              },
        ),
      },
    }),
  },
  // 2: mosip/esignet, "ES-2838: Wrong error code when wrong client_id is sent in token endpoint".
  {
    name: 'wrong-client-invalid-request',
    does: 'The check of iss has an error code of its own: invalid_request.',
    reads:
      'Refuses an assertion whose iss is missing or not the organisation of the device with the error invalid_request, rather than invalid_grant.',
    change: refusedAs('invalid_request', ['iss ']),
  },
  // 2: modelcontextprotocol/python-sdk, "Token endpoint returns incorrect error code for client authentication failures".
  {
    name: 'unauthenticated-as-unauthorized',
    does: 'An assertion that does not authenticate its client is refused as that of a client without the right to ask.',
    reads:
      'Refuses an assertion with an unknown kid, or with a signature that does not verify, with the error unauthorized_client rather than invalid_grant.',
    change: refusedAs('unauthorized_client', ['kid ', 'The signature ']),
  },
];
