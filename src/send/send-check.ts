/** `plumbline send`: sends one check again with its setup, and judges it. */
import { BadInput } from '../errors.ts';
import { runGroup } from '../run/run-group.ts';
import { checksOfGroup, type Group } from '../plan/model.ts';
import { requireSoundPlan } from '../plan/plan.ts';
import { similarIdsHint, planScopes } from '../project/make-plan.ts';
import { judgeGroup, needsRetry } from '../verdict/judge.ts';
import type { SentCheck } from '../report/sent-text.ts';
import { deleteRemaining, judgeContext, runContext } from '../run/execute.ts';
import { secretReader, transportTo } from '../run/destinations.ts';
import { loadRun } from '../project/session.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from '../project/settings.ts';
import { checkFaultsHaveEffect, startServing } from '../serve/serve.ts';
import { readCodeLists } from '../run/code-lists.ts';
import { validateSecrets } from '../run/usable-secrets.ts';

interface PlannedCheck {
  readonly group: Group;
  readonly check: string;
  readonly title: string;
}

/** Throws `BadInput` for an unknown check, with similar IDs. */
async function sendCheck(id: string, settings: RunSettings, env: NodeJS.ProcessEnv): Promise<SentCheck> {
  const loaded = loadRun(settings, env);
  const { plan } = requireSoundPlan(planScopes(loaded.scopes));
  const found = findCheck(id, plan.groups);
  if (found === undefined) throw unknownCheck(id, plan.groups, settings, env);
  const { group, check, title } = found;
  checkFaultsHaveEffect(settings.faults ?? [], [group], loaded.project.specs);
  const secrets = secretReader(env);
  validateSecrets(loaded.target, secrets);
  const plain = transportTo(loaded.target, secrets);
  try {
    const judging = judgeContext({ ...loaded, plan });
    const context = runContext(loaded, { transport: plain, plain, clock: Date.now, env });
    const exchanges = await runGroup(group, { ...context, tryAgain: (of) => needsRetry(of, judging) });
    await deleteRemaining(context);
    const result = judgeGroup(group, exchanges, judging).find((r) => r.check === check);
    if (result === undefined) throw new TypeError(`no verdict for ${check}`);
    return { spec: group.spec, title, result, exchanges };
  } finally {
    await plain.close();
  }
}

/** The last version with the check; for a passive check, the first group with matching responses. */
function findCheck(id: string, groups: readonly Group[]): PlannedCheck | undefined {
  const is = (known: string): boolean => known === id || known.slice(known.indexOf('/') + 1) === id;
  const found = groups.flatMap((group): readonly PlannedCheck[] => {
    const cases = group.cases.flatMap((c) =>
      c.checks.filter((check) => is(check.id)).map((check) => ({ planned: c, check })),
    );
    const [first] = cases;
    if (first !== undefined)
      return [
        {
          group: { ...group, cases: [{ ...first.planned, checks: [first.check] }], passive: [] },
          check: first.check.id,
          title: first.check.title,
        },
      ];
    const passive = group.passive.find((check) => is(check.id));
    return passive === undefined
      ? []
      : [
          {
            group: { ...group, cases: group.cases.map((c) => ({ ...c, checks: [] })), passive: [passive] },
            check: passive.id,
            title: passive.title,
          },
        ];
  });
  const last = found.at(-1);
  return found.find(({ group }) => group.spec === last?.group.spec && group.service === last.group.service);
}

/** Error for an unknown check; names other versions that have it. */
function unknownCheck(
  id: string,
  groups: readonly Group[],
  { specs: asked = [], ...settings }: RunSettings,
  env: NodeJS.ProcessEnv,
): BadInput {
  const others = asked.length === 0 ? [] : requireSoundPlan(planScopes(loadRun(settings, env).scopes)).plan.groups;
  const has = [...new Set(others.map(({ spec }) => spec))].filter(
    (spec) =>
      findCheck(
        id,
        others.filter((group) => group.spec === spec),
      ) !== undefined,
  );
  if (has.length > 0)
    return BadInput.of('unknown-id', `the check "${id}" does not exist in ${asked.join(' and ')}`, {
      hint: `It exists in ${has.join(', ')}. Use --spec ${has.at(-1) ?? ''}.`,
    });
  const ids = groups.flatMap((g) => checksOfGroup(g).map((check) => check.id));
  return BadInput.of('unknown-id', `the plan of this target has no check "${id}"`, {
    hint: similarIdsHint(id, ids) ?? '"npx @plumbline/harness plan --json" lists the checks.',
  });
}

/** Sends a check again; an embedded target is started. */
export async function sendAgain(check: string, settings: RunSettings, env: NodeJS.ProcessEnv): Promise<SentCheck> {
  const { target } = loadRun(settings, env);
  if (settings.faults !== undefined && !target.embedded)
    throw BadInput.of('faults-elsewhere', '--fault works on an embedded target only', {
      hint: 'Only the reference services have faults. Remove --fault, or use an embedded target.',
    });
  if (!target.embedded) {
    const { settings: read, stops } = await readCodeLists(settings, env);
    const [first] = stops;
    if (first !== undefined) throw BadInput.of('service-list', first.cause, { hint: first.hint });
    return sendCheck(check, read, env);
  }
  const faults = [...target.faults, ...(settings.faults ?? [])];
  const served = await startServing(faults.length === 0 ? {} : { fault: faults });
  try {
    return await sendCheck(check, settings, { ...env, [EMBEDDED_VARIABLE]: served.target });
  } finally {
    await served.stop();
  }
}
