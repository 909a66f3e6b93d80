/** Global setup: validates the target and its secrets, and opens the shared rate limit. */
import type { FullConfig } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { projectRoot } from '../project/package.ts';
import { checkParts, loadRun } from '../project/session.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { ONLY_PART } from '../model/check-scope.ts';
import { forLog } from '../report/printable.ts';
import { secretReader } from '../run/destinations.ts';
import { checkSecrets } from '../run/usable-secrets.ts';
import { hasAllowance, openAllowance } from './shared-rate-limit.ts';
import { withLists } from './code-lists.ts';
import { isByHand } from './names.ts';
import { checkSendable, useOf } from './use.ts';
import { exitWith } from './exit-on-error.ts';

export default async function setUp({
  shard,
  filteredProjects,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  try {
    for (const { use } of filteredProjects) checkSendable(useOf(use));
    const settings = settingsFromEnvironment(process.env, projectRoot());
    const { target } = loadRun(settings, process.env);
    checkSecrets(target, secretReader(process.env));
    // Code lists are read here if the tests were only listed before, as in an editor.
    await withLists(settings, process.env);
    const ownShard = shard === null ? ONLY_PART : { part: shard.current, parts: shard.total };
    checkParts(ownShard, target);
    return hasAllowance(process.env) ? undefined : await openAllowance(target.limits, process.env, isByHand());
  } catch (error) {
    // An editor stays open and shows the error.
    if (isByHand() && error instanceof BadInput) throw new Error(forLog(error.message), { cause: error });
    return exitWith(error);
  }
}
