/** Credentials of one valid call, for `plumbline token`. */
import { BadInput } from '../errors.ts';
import { validCredentials } from '../http/auth-schemes.ts';
import { TransportFailure } from '../http/transport.ts';
import { bindDestinations, secretReader, transportTo } from '../run/destinations.ts';
import { explainSignIn } from '../run/preflight-text.ts';
import { loadRun } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';
import { validateSecrets } from '../run/usable-secrets.ts';

export interface AccessToken {
  /** Header or query parameter with its value, including the scheme. */
  readonly shown: readonly (readonly [name: string, value: string])[];
  readonly service: string;
}

/** Throws `BadInput` for an embedded target, several services, a missing or failing sign-in. */
export async function accessToken(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<AccessToken> {
  const { target, scopes } = loadRun(settings, env);
  if (target.embedded)
    throw BadInput.of(
      'nothing-to-sign-in-to',
      `the services of the embedded target "${target.target}" exist only during a run`,
      {
        hint: 'Start them with "npx @plumbline/harness serve", which prints a target file for them.',
      },
    );
  const services = [...new Set(scopes.map((s) => s.service))];
  if (services.length !== 1)
    throw BadInput.of('which-service', `the target "${target.target}" has several services`, {
      hint: `Give --service: ${services.join(', ')}.`,
    });
  const scope = scopes.at(-1);
  const service = target.services.find((s) => s.service === scope?.service);
  if (
    scope === undefined ||
    service === undefined ||
    (service.identityProvider ?? service.bearer ?? service.client ?? service.credentials) === undefined
  )
    throw BadInput.of(
      'no-sign-in',
      `the target "${target.target}" has no credentials for ${services[0] ?? 'any service'}`,
      {
        hint:
          scope?.contracts.security?.type === 'none'
            ? 'Its security.yaml requires no authentication, so its curl commands need no token.'
            : 'Add `identityProvider`, `credentials` or `bearer` to the target.',
      },
    );
  const secrets = secretReader(env);
  validateSecrets(target, secrets);
  const plain = transportTo(target, secrets);
  try {
    const destination = bindDestinations({
      scopes,
      target,
      allowWrites: false,
      plain,
      secrets,
      clock: Date.now,
    })(scope.service, scope.version);
    const { headers, query, token } = await validCredentials(undefined, destination);
    // An empty line would be evaluated without an error.
    if (token === '') throw BadInput.of('sign-in', `the token of ${scope.service} is empty`);
    return { shown: [...headers, ...query], service: scope.service };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const { cause, hint } = explainSignIn(error, service);
    throw BadInput.of('sign-in', cause, { hint });
  } finally {
    await plain.close();
  }
}
