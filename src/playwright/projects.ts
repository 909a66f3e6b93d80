/** One project of Playwright's for each service and version of the target, named after both. */
import { targetFor } from '../project/planning.ts';
import type { RunSettings } from '../project/settings.ts';
import { escapeRegExp } from '../record/regexp.ts';
import { orExit } from './or-exit.ts';

export interface ContractProject {
  readonly name: string;
  readonly grep: RegExp;
}

/** Whoever read the target first has told its processes. */
const VARIABLE = 'PLUMBLINE_PROJECTS';

export function contractProjects(settings: RunSettings, env: NodeJS.ProcessEnv): ContractProject[] {
  const known = env[VARIABLE];
  const names =
    known === undefined
      ? orExit(() => targetFor(settings.root, settings.target)).services.flatMap(({ service, addresses }) =>
          addresses.map(({ spec }) => [service, spec]),
        )
      : (JSON.parse(known) as readonly (readonly string[])[]);
  env[VARIABLE] = JSON.stringify(names);
  return names.map((tags) => ({
    name: tags.join(' '),
    grep: new RegExp(tags.map((tag) => `(?=.*\\s@${escapeRegExp(tag)}(?:\\s|$))`).join('')),
  }));
}
