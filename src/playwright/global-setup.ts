/** Before any test: whether the target and its secrets can be used at all, and one place that knows what it bears. */
import type { FullConfig } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { projectRoot } from '../project/package.ts';
import { checkParts, loadRun } from '../project/session.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { ONLY_PART } from '../model/check-scope.ts';
import { forLog } from '../report/printable.ts';
import { secretReader } from '../run/destinations.ts';
import { checkSecrets } from '../run/usable-secrets.ts';
import { hasAllowance, openAllowance } from './allowance.ts';
import { withLists } from './with-lists.ts';
import { isByHand } from './names.ts';
import { checkSendable, useOf } from './use.ts';
import { exitWith } from './or-exit.ts';

export default async function setUp({
  shard,
  filteredProjects,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  try {
    for (const { use } of filteredProjects) checkSendable(useOf(use));
    const settings = settingsFromEnvironment(process.env, projectRoot());
    const { target } = loadRun(settings, process.env);
    checkSecrets(target, secretReader(process.env));
    // Where tests were only named so far, as an editor does; else they are known.
    await withLists(settings, process.env);
    const own = shard === null ? ONLY_PART : { part: shard.current, parts: shard.total };
    checkParts(own, target);
    return hasAllowance(process.env) ? undefined : await openAllowance(target.limits, process.env, isByHand());
  } catch (error) {
    // An editor stays open, and shows it.
    if (isByHand() && error instanceof BadInput) throw new Error(forLog(error.message), { cause: error });
    return exitWith(error);
  }
}
