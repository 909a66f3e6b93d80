/** One Playwright project per service and version of the target. */
import { targetFor } from '../project/planning.ts';
import type { RunSettings } from '../project/settings.ts';
import { escapeRegExp } from '../model/text.ts';
import { orExit } from './or-exit.ts';

export interface ContractProject {
  readonly name: string;
  readonly grep: RegExp;
  /** Metadata in blobs, so that a merge detects other targets. */
  readonly metadata: { readonly target: string };
}

interface Known {
  readonly target: string;
  readonly names: readonly (readonly string[])[];
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
    metadata: { target },
  }));
}

function namesIn(settings: RunSettings): Known {
  const { target, services } = orExit(() => targetFor(settings.root, settings.target));
  return {
    target,
    names: services.flatMap(({ service, addresses }) => addresses.map(({ spec }) => [service, spec])),
  };
}
