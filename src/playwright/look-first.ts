/** Before the first test: whether what is asked for can be judged at all, as `plumbline run` looks in seconds. */
import type { FullConfig } from '@playwright/test';
import { EXIT } from '../project/exit.ts';
import type { LoadedRun } from '../project/session.ts';
import { globMatcher } from '../record/glob.ts';
import { forLog } from '../report/printable.ts';
import { preflightText, runPreflight } from '../run/run-preflight.ts';
import { useOf } from './use.ts';

type Project = Pick<FullConfig['projects'][number], 'name' | 'use'>;

/** Ends the process where nothing of what is run can be judged; tells what else was seen. */
export async function lookFirst(
  loaded: LoadedRun,
  projects: readonly Project[],
  { env, argv }: Pick<NodeJS.Process, 'env' | 'argv'>,
): Promise<void> {
  const scopes = scopesToLookAt(loaded, projects, argv);
  if (scopes.length === 0) return;
  // It sends nothing that writes, and which tests would, Playwright has not selected yet.
  const found = await runPreflight({ ...loaded, scopes }, env, true);
  for (const warning of found.warnings) process.stderr.write(forLog(`warning: ${warning}\n`));
  if (found.stops.length === 0) return;
  process.stderr.write(forLog(preflightText(found)));
  const stopped = found.stops.reduce((sum, { specs }) => sum + specs.length, 0);
  // What can be judged is, and the tests of the others say why they cannot.
  if (stopped < scopes.length) return;
  process.stderr.write('Nothing can be judged, so no test was run, and the report of an earlier run is as it was.\n');
  process.exit(EXIT.incomplete);
}

/** Of our projects that are run, what the target says how to reach; nothing where `use` says it otherwise, or Plumbline starts the services itself. */
export function scopesToLookAt(
  { target, scopes }: Pick<LoadedRun, 'target' | 'scopes'>,
  projects: readonly Project[],
  argv: readonly string[],
): LoadedRun['scopes'] {
  if (target.embedded) return [];
  const wanted = wantedIn(argv);
  return scopes.filter(({ service, version }) => {
    const own = projects.find(({ name }) => name === `${service} ${version}`);
    if (own === undefined || !wanted(own.name)) return false;
    const { baseURL, headers, isOfContext } = useOf(own.use);
    return baseURL === undefined && Object.keys(headers).length === 0 && !isOfContext;
  });
}

/** Which projects `--project` names, as Playwright reads it; no other sign tells it so early. */
function wantedIn(argv: readonly string[]): (name: string) => boolean {
  const named: string[] = [];
  let isNaming = false;
  for (const argument of argv) {
    const [, value] = /^--project=(.*)$/s.exec(argument) ?? [];
    if (value !== undefined) named.push(value);
    else if (isNaming && !argument.startsWith('-')) named.push(argument);
    else isNaming = argument === '--project';
  }
  const patterns = named.map((name) => globMatcher(name.toLowerCase()));
  return (name) => patterns.length === 0 || patterns.some((fits) => fits(name.toLowerCase()));
}
