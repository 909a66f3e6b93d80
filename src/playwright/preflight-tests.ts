/** Preflight before the first test, as in `plumbline run`. */
import type { FullConfig } from '@playwright/test';
import type { Group } from '../plan/model.ts';
import { EXIT } from '../project/package.ts';
import { printToStderr } from '../project/terminal.ts';
import type { LoadedRun } from '../project/session.ts';
import { preflightText, runPreflight } from '../run/preflight.ts';
import { parseUse } from './use.ts';

/** Selected tests of one Playwright project. */
export interface SelectedTests {
  readonly use: FullConfig['projects'][number]['use'];
  /** Group of each test; undefined for other tests. */
  readonly groups: readonly (Group | undefined)[];
}

/** Ends the process if no selected test can be judged. Prints warnings. */
export async function preflightTests(
  loaded: LoadedRun,
  tested: readonly SelectedTests[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const selected = preflightScope(loaded, tested);
  if (selected.scopes.length === 0) return;
  // Write permission is checked by each test.
  const found = await runPreflight({ ...loaded, ...selected }, env, true);
  for (const warning of found.warnings) printToStderr(`warning: ${warning}\n`);
  if (found.stops.length === 0) return;
  printToStderr(preflightText(found));
  const stopped = new Set(found.stops.flatMap(({ service, specs }) => specs.map((spec) => `${service} ${spec}`)));
  // Other tests run, and those of stopped services report the reason.
  if (!tested.every((one) => usesTargetConnection(one) && one.groups.every((group) => stopped.has(nameOf(group)))))
    return;
  printToStderr('No test was run, because the preflight failed for every version. Earlier reports are unchanged.\n');
  process.exit(EXIT.incomplete);
}

/** Groups and scopes of the selected tests. Empty if `use` changes the connection, or if the services are embedded. */
export function preflightScope(
  { target, scopes }: Pick<LoadedRun, 'target' | 'scopes'>,
  tested: readonly SelectedTests[],
): Pick<LoadedRun, 'scopes'> & { readonly groups: readonly Group[] } {
  const groups = target.embedded
    ? []
    : tested.filter(usesTargetConnection).flatMap((one) => one.groups.flatMap((it) => it ?? []));
  const names = new Set(groups.map(nameOf));
  return { groups, scopes: scopes.filter(({ service, version }) => names.has(`${service} ${version}`)) };
}

/** Whether the project uses the connection of the target. */
function usesTargetConnection({ use }: SelectedTests): boolean {
  const { baseURL, headers, isOfContext } = parseUse(use);
  return baseURL === undefined && Object.keys(headers).length === 0 && !isOfContext;
}

function nameOf(group: Group | undefined): string {
  return group === undefined ? '' : `${group.service} ${group.spec}`;
}
