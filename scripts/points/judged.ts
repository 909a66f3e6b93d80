/** Checks of some groups with their verdicts, and with the basis that the run gives them. */
import type { Check, Group } from '../../src/plan/model.ts';
import type { CheckResult, Verdict } from '../../src/verdict/model.ts';
import { mergeResults } from '../../src/verdict/roll-up.ts';
import { type VerifiedUse, applyVerifiedAssumptions } from '../../src/verdict/verified-assumptions.ts';
import { groupBy } from '../../src/model/objects.ts';

export interface JudgedCheck extends Check {
  readonly verdict: Verdict;
  readonly evidence: readonly string[];
  readonly verifiedBy?: readonly VerifiedUse[];
}

export function judgedIn(groups: readonly Group[], results: readonly CheckResult[]): readonly JudgedCheck[] {
  const planned = groups.flatMap(({ cases, passive }) => [...cases.flatMap(({ checks }) => checks), ...passive]);
  const checks = new Map(planned.map((check) => [`${check.id}@${check.spec}`, check]));
  const judged = [...groupBy(results, ({ check, spec }) => `${check}@${spec}`)].flatMap(([ref, given]) => {
    const check = checks.get(ref);
    if (check === undefined) return [];
    const { verdict, evidence } = mergeResults(given);
    return [{ ...check, verdict, evidence }];
  });
  return applyVerifiedAssumptions<JudgedCheck>(judged);
}

/** Failing checks that block: no assumption nor practice is among them. */
export function blocking(groups: readonly Group[], results: readonly CheckResult[]): readonly JudgedCheck[] {
  return judgedIn(groups, results).filter(
    ({ verdict, basis }) => verdict === 'fail' && basis !== 'assumed' && basis !== 'practice',
  );
}
