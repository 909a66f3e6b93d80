/** Before the first test: whether what was selected can be judged at all, as `plumbline run` looks in seconds. */
import type { FullConfig } from '@playwright/test';
import type { Group } from '../plan/model.ts';
import { EXIT } from '../project/package.ts';
import { tell } from '../project/terminal.ts';
import type { LoadedRun } from '../project/session.ts';
import { preflightText, runPreflight } from '../run/preflight.ts';
import { useOf } from './use.ts';

/** What was selected of one of Playwright's projects. */
export interface Tested {
  readonly use: FullConfig['projects'][number]['use'];
  /** By test; undefined for one that is none of a contract's. */
  readonly groups: readonly (Group | undefined)[];
}

/** Ends the process where nothing of what was selected can be judged; tells what else was seen. */
export async function lookFirst(loaded: LoadedRun, tested: readonly Tested[], env: NodeJS.ProcessEnv): Promise<void> {
  const asked = toLookAt(loaded, tested);
  if (asked.scopes.length === 0) return;
  // Of what writes, each test says whether it may.
  const found = await runPreflight({ ...loaded, ...asked }, env, true);
  for (const warning of found.warnings) tell(`warning: ${warning}\n`);
  if (found.stops.length === 0) return;
  tell(preflightText(found));
  const stopped = new Set(found.stops.flatMap(({ service, specs }) => specs.map((spec) => `${service} ${spec}`)));
  // What can be judged is, and the tests of the others say why they cannot.
  if (!tested.every((one) => isReached(one) && one.groups.every((group) => stopped.has(nameOf(group))))) return;
  tell('Nothing can be judged, so no test was run, and the report of an earlier run is as it was.\n');
  process.exit(EXIT.incomplete);
}

/** What the selected tests send, and to whom; nothing where `use` says how that is reached, or Plumbline starts the services itself. */
export function toLookAt(
  { target, scopes }: Pick<LoadedRun, 'target' | 'scopes'>,
  tested: readonly Tested[],
): Pick<LoadedRun, 'scopes'> & { readonly groups: readonly Group[] } {
  const groups = target.embedded ? [] : tested.filter(isReached).flatMap((one) => one.groups.flatMap((it) => it ?? []));
  const names = new Set(groups.map(nameOf));
  return { groups, scopes: scopes.filter(({ service, version }) => names.has(`${service} ${version}`)) };
}

/** As the target says. */
function isReached({ use }: Tested): boolean {
  const { baseURL, headers, isOfContext } = useOf(use);
  return baseURL === undefined && Object.keys(headers).length === 0 && !isOfContext;
}

function nameOf(group: Group | undefined): string {
  return group === undefined ? '' : `${group.service} ${group.spec}`;
}
