/** The rest of the seventeenth exam, of the identity provider (student-reporting, section 5). */
import { audiences, identityProviderUrl } from '../../../services/services.ts';
import type { AssertionCheck } from '../../../services/identity-provider/assertion.ts';
import type { Exam } from '../exam.ts';

/** The address of the service that an address begins with. */
function beginningOf(address: unknown): string | undefined {
  return Object.values(audiences).find((known) => typeof address === 'string' && address.startsWith(known));
}

/** The checks with one of them held otherwise. */
function held<Judged>(
  checks: readonly AssertionCheck<Judged>[],
  name: string,
  holds: (judged: Judged) => boolean,
): readonly AssertionCheck<Judged>[] {
  return checks.map((check) => (check.name === name ? { ...check, holds } : check));
}

export const identityProvider: NonNullable<Exam['identity-provider']> = [
  {
    name: 'below-a-service',
    does: 'token.aud is compared with the address of a service by its beginning alone.',
    reads: 'Accepts an assertion whose token.aud is an address below that of a service, rather than refusing it.',
    change: ({ assertion: { claimChecks }, token: { claims } }) => ({
      assertion: {
        claimChecks: held(
          claimChecks,
          'token-aud',
          ({ assertion }) =>
            assertion.claims['token.aud'] === undefined || beginningOf(assertion.claims['token.aud']) !== undefined,
        ),
      },
      token: { claims: (device, audience) => claims(device, beginningOf(audience) ?? audience) },
    }),
  },
  {
    name: 'kid-unread',
    does: 'The key of an assertion is looked up by sub; kid is not looked at.',
    reads: 'Accepts an assertion whatever its kid is, and one without kid.',
    change: (_inner, _stages, { devices }) => ({
      assertion: { deviceOf: ({ claims }) => devices.find(({ device }) => device === claims['sub']) },
    }),
  },
  {
    name: 'aud-as-text-alone',
    does: 'aud is compared as a text.',
    reads: 'Refuses an assertion whose aud is an array that holds the identity provider alone.',
    change: ({ assertion: { claimChecks } }) => ({
      assertion: {
        claimChecks: held(claimChecks, 'aud', ({ assertion }) => assertion.claims['aud'] === identityProviderUrl),
      },
    }),
  },
  {
    name: 'expires-in-as-text',
    does: 'expires_in is sent as text.',
    reads: 'Sends expires_in as a text ("3600"), rather than as a number.',
    change: ({ token: { describe } }) => ({
      token: {
        describe: (token) => {
          const described = describe(token);
          return { ...described, expires_in: String(described['expires_in']) };
        },
      },
    }),
  },
  {
    name: 'token-for-all',
    does: 'An access token is for all services: its aud lists them all.',
    reads: 'Issues access tokens for all services (aud lists both), rather than for the one that token.aud names.',
    change: ({ token: { claims } }) => ({
      token: {
        claims: (device, audience) => ({
          ...claims(device, audience),
          aud: Object.values(audiences) as unknown as string,
        }),
      },
    }),
  },
  {
    name: 'unlinked-as-invalid-client',
    does: 'An organisation that is not linked is refused as a client that is not known.',
    reads:
      'Refuses an organisation that is not linked to the service with invalid_client, rather than unauthorized_client.',
    change: ({ token: { refuse } }) => ({
      token: {
        refuse: (refusal, status) =>
          refuse(refusal.error === 'unauthorized_client' ? { ...refusal, error: 'invalid_client' } : refusal, status),
      },
    }),
  },
];
