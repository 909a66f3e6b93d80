/** Repetition of failing cases. A failure that does not occur in every try is intermittent. Pure. */
import { type Exchange, FIRST_ATTEMPT, attemptId, caseIdOf } from '../model/exchange.ts';
import { groupBy } from '../model/objects.ts';
import type { Case, Group, Step } from '../plan/model.ts';
import type { Judgement } from '../rules/model.ts';
import { type Operations, readsSharedList } from './confirm-by-retry.ts';
import type { CheckResult, Tries } from './model.ts';

/** Times that a failing case is sent again: a defect of every third request shows in 3 tries. */
export const REPEATS = 2;

/** Failing cases of a group that are repeated. All of them would triple the requests to a service that fails everywhere. */
const MAX_CASES = 3;

/** Requests of a case that is repeated: a traversal of many pages shows nothing new the second time. */
const MAX_REQUESTS = 20;

/**
 * Failing cases to send again: the first one of each rule in plan order, at most 3 of a group. Cases that were already tried again, that
 * met a connection failure, that other clients can affect or that leave something behind are not repeated, nor are groups whose cases
 * depend on each other.
 */
export function casesToRepeat(
  group: Group,
  { results, exchanges }: { readonly results: readonly CheckResult[]; readonly exchanges: readonly Exchange[] },
  operations: Operations,
): readonly Case[] {
  if (group.inTurn === true) return [];
  const failing = new Set(results.flatMap(({ check, verdict }) => (verdict === 'fail' ? [check] : [])));
  if (failing.size === 0) return [];
  const byCase = groupBy(exchanges, ({ id }) => caseIdOf(id));
  const rules = new Set<string>();
  const cases: Case[] = [];
  for (const planned of group.cases) {
    const fails = planned.checks.find(({ id, rule }) => failing.has(id) && !rules.has(rule));
    const sent = byCase.get(planned.id) ?? [];
    if (
      fails === undefined ||
      sent.length > MAX_REQUESTS ||
      sent.some(({ failure }) => failure !== undefined) ||
      byCase.has(attemptId(planned.id, FIRST_ATTEMPT + 1)) ||
      planned.steps.some((step) => step.send !== undefined || leavesSomething(step)) ||
      readsSharedList(group, planned, operations)
    )
      continue;
    rules.add(fails.rule);
    cases.push(planned);
    if (cases.length === MAX_CASES) break;
  }
  return cases;
}

/** Whether a step may create a record that it does not delete, or start an action whose effect is unknown. */
function leavesSomething({ request: { base, method }, undo }: Step): boolean {
  return base === 'service' && ['POST', 'PUT'].includes(method) && undo === undefined;
}

/** In how many tries of a case a check failed, by its judgements in order. */
export function triesOf(judgements: readonly Judgement[]): Tries {
  const judged = judgements.flatMap((one) => (one.kind === 'judged' ? [one.findings.length > 0] : []));
  return { failed: judged.filter(Boolean).length, of: judged.length };
}
