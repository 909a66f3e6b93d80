/** Embedded targets: the reference services, started for the run and stopped after it. */
import { orExit } from './or-exit.ts';
import { targetFor } from '../project/planning.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from '../project/settings.ts';
import { servingCommand } from '../run/embedded.ts';

/** `webServer` of the Playwright configuration. */
export interface Server {
  readonly command: string;
  readonly wait: { readonly stdout: RegExp };
  readonly stderr: 'pipe';
  readonly timeout: number;
  readonly gracefulShutdown: { readonly signal: 'SIGTERM'; readonly timeout: number };
}

/** Server of an embedded target; undefined for other targets and if it is running already. An invalid target ends the process. */
export function embeddedServer(settings: RunSettings, env: NodeJS.ProcessEnv): Server | undefined {
  if (env[EMBEDDED_VARIABLE] !== undefined) return undefined;
  // Environment variables are not resolved: they may be unset if tests are only listed.
  const target = orExit(() => targetFor(settings.root, settings.target));
  if (!target.embedded) return undefined;
  return {
    command: servingCommand([...target.faults, ...(settings.faults ?? [])])
      .map((part) => JSON.stringify(part))
      .join(' '),
    // The named group becomes an environment variable of the run.
    wait: { stdout: new RegExp(`"target":"(?<${EMBEDDED_VARIABLE}>[^"]+)"`) },
    stderr: 'pipe',
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 },
  };
}
