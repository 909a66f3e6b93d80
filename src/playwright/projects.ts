/** One Playwright project per service and version of the target. */
import { targetFor } from '../project/planning.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from '../project/settings.ts';
import { escapeRegExp } from '../model/text.ts';
import { exitOnError } from './exit-on-error.ts';
import { servingCommand } from '../run/embedded.ts';

export interface ContractProject {
  readonly name: string;
  readonly grep: RegExp;
  /** Also part of blobs, so that a merge detects other targets. */
  readonly metadata: { readonly target: string; readonly service: string; readonly spec: string };
}

interface Known {
  readonly target: string;
  readonly names: readonly (readonly [service: string, spec: string])[];
}

/** Environment variable with the projects, so that child processes need not read the target. */
const VARIABLE = 'PLUMBLINE_PROJECTS';

export function contractProjects(settings: RunSettings, env: NodeJS.ProcessEnv): ContractProject[] {
  const known = env[VARIABLE];
  const { target, names } = known === undefined ? namesIn(settings) : (JSON.parse(known) as Known);
  env[VARIABLE] = JSON.stringify({ target, names } satisfies Known);
  return names.map((tags) => ({
    name: tags.join(' '),
    grep: new RegExp(tags.map((tag) => `(?=.*\\s@${escapeRegExp(tag)}(?:\\s|$))`).join('')),
    metadata: { target, service: tags[0], spec: tags[1] },
  }));
}

function namesIn(settings: RunSettings): Known {
  const { target, services } = exitOnError(() => targetFor(settings.root, settings.target));
  return {
    target,
    names: services.flatMap(({ service, addresses }) => addresses.map(({ spec }) => [service, spec] as const)),
  };
}

/** `webServer` of the Playwright configuration. */
export interface EmbeddedServer {
  readonly command: string;
  readonly wait: { readonly stdout: RegExp };
  readonly stderr: 'pipe';
  readonly timeout: number;
  readonly gracefulShutdown: { readonly signal: 'SIGTERM'; readonly timeout: number };
}

/** Server of an embedded target; undefined for other targets and if it is running already. An invalid target ends the process. */
export function embeddedServer(settings: RunSettings, env: NodeJS.ProcessEnv): EmbeddedServer | undefined {
  if (env[EMBEDDED_VARIABLE] !== undefined) return undefined;
  // Environment variables are not resolved: they may be unset if tests are only listed.
  const target = exitOnError(() => targetFor(settings.root, settings.target));
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
