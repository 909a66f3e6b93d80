/** Global setup: validates the target and its secrets, and opens the shared rate limit. */
import type { FullConfig } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { projectRoot } from '../project/package.ts';
import { checkShardCount, loadRun } from '../project/session.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { ONLY_PART } from '../model/check-scope.ts';
import { forLog } from '../report/printable.ts';
import { policyOf } from '../run/decision-inputs.ts';
import { secretReader } from '../run/destinations.ts';
import { validateSecrets } from '../run/usable-secrets.ts';
import { hasSharedRateLimit, openSharedRateLimit } from './shared-rate-limit.ts';
import { withCodeLists } from './code-lists.ts';
import { isInteractive } from './names.ts';
import { checkSendable, parseUse } from './use.ts';
import { exitWith } from './exit-on-error.ts';

export default async function setUp({
  shard,
  filteredProjects,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  try {
    for (const { use } of filteredProjects) checkSendable(parseUse(use));
    const settings = settingsFromEnvironment(process.env, projectRoot());
    const { target, project } = loadRun(settings, process.env);
    policyOf(settings.policy, project);
    if (settings.faults !== undefined && !target.embedded)
      throw BadInput.of('faults-elsewhere', 'PLUMBLINE_FAULT works on an embedded target only', {
        hint: 'Only the reference services have faults. Unset PLUMBLINE_FAULT, or use an embedded target.',
      });
    validateSecrets(target, secretReader(process.env));
    // Code lists are read here if the tests were only listed before, as in an editor.
    await withCodeLists(settings, process.env);
    const ownShard = shard === null ? ONLY_PART : { part: shard.current, parts: shard.total };
    checkShardCount(ownShard, target);
    return hasSharedRateLimit(process.env)
      ? undefined
      : await openSharedRateLimit(target.limits, process.env, isInteractive());
  } catch (error) {
    // An editor stays open and shows the error.
    if (isInteractive() && error instanceof BadInput) throw new Error(forLog(error.message), { cause: error });
    return exitWith(error);
  }
}
