/** Preflight of what was loaded, with transports of its own, closed afterwards. */
import { limitedTransport } from '../exchange/limited-transport.ts';
import { Gate } from '../exchange/gate.ts';
import { sharedTokens, type SharedTokens } from '../exchange/parties.ts';
import { bindDestinations, secretReader } from './destinations.ts';
import { preflight, type Preflight } from './preflight.ts';
import { openSession, type LoadedRun } from '../project/session.ts';
import { transportTo } from './transport-to.ts';
import { checkSecrets } from './usable-secrets.ts';
import type { Group } from '../plan/model.ts';

/** @param loaded with the groups that will be sent, where somebody knows them already */
export async function runPreflight(
  loaded: LoadedRun & { readonly groups?: readonly Group[] },
  env: NodeJS.ProcessEnv,
  allowWrites: boolean,
  tokens: SharedTokens = sharedTokens(),
  pace?: () => Promise<void>,
): Promise<Preflight> {
  const secrets = secretReader(env);
  checkSecrets(loaded.target, secrets);
  const { concurrency } = loaded.target.limits;
  const plain = limitedTransport(transportTo(loaded.target, secrets), new Gate(concurrency), pace);
  const clock = Date.now;
  // What the target says of time-outs is for checks; here nobody waits longer than a few seconds.
  const target = {
    ...loaded.target,
    limits: { ...loaded.target.limits, timeoutMs: Math.min(loaded.target.limits.timeoutMs, 5000) },
  };
  try {
    const destination = bindDestinations({
      scopes: loaded.scopes,
      target,
      tokens,
      allowWrites,
      plain,
      secrets,
      clock,
    });
    return await preflight(
      { scopes: loaded.scopes, target },
      {
        plain,
        clock,
        destination,
        allowWrites,
        isNarrowed: loaded.groups !== undefined || loaded.settings.only !== undefined,
        planned: () => loaded.groups ?? openSession(loaded.settings, env).plan.groups,
      },
    );
  } finally {
    await plain.close();
  }
}

/** For a terminal: who, why, what to do. */
export function preflightText({ stops }: Preflight): string {
  const lines = stops.flatMap(({ service, specs, cause, hint }) => [
    `${service} ${specs.join(', ')} cannot be judged: ${cause}`,
    `  ${hint}`,
  ]);
  return `${lines.join('\n')}\n`;
}
