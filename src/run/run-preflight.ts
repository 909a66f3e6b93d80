/** Preflight of what was loaded, with transports of its own, closed afterwards. */
import type { SharedTokens } from '../http/token-provider.ts';
import { lookerAt } from './before-run.ts';
import { preflight, type Preflight } from './preflight.ts';
import { openSession, type LoadedRun } from '../project/session.ts';
import type { Group } from '../plan/model.ts';

/** @param loaded with the groups that will be sent, where somebody knows them already */
export async function runPreflight(
  loaded: LoadedRun & { readonly groups?: readonly Group[] },
  env: NodeJS.ProcessEnv,
  allowWrites: boolean,
  tokens?: SharedTokens,
  pace?: () => Promise<void>,
): Promise<Preflight> {
  // What the target says of time-outs is for checks; here nobody waits longer than a few seconds.
  const target = {
    ...loaded.target,
    limits: { ...loaded.target.limits, timeoutMs: Math.min(loaded.target.limits.timeoutMs, 5000) },
  };
  const { scopes } = loaded;
  const { plain, destination } = lookerAt({ scopes, target }, { env, allowWrites, tokens, pace });
  try {
    return await preflight(
      { scopes, target },
      {
        plain,
        clock: Date.now,
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
