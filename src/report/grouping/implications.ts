/** Implications between failures: by evidence (same exchange, case or ending), or by a declared relation. */
import { matchesRulePattern } from '../../model/check-scope.ts';
import { statusClassKey, type Failure, endingKey, failureFields, failureOperation, layerRank } from './failure.ts';
import { ACCEPTS_ALL } from './merges.ts';
import { type RuleRelation, RULE_RELATIONS } from './relations.ts';

/** Failures that follow from one failure, cached. Declared relations are looked up by pair of rules. */
export function implicationsOf(all: readonly Failure[]): (by: Failure) => readonly Failure[] {
  const rules = [...new Set(all.map(({ check }) => check.rule))];
  const declared = new Map(
    rules.map((rule) => {
      const rows = RULE_RELATIONS.filter(({ by }) => matchesRulePattern(by, rule));
      return [
        rule,
        new Map(rules.map((other) => [other, rows.filter((row) => namesRules(row, rule, other))])),
      ] as const;
    }),
  );
  const index = new Map(
    all.map((one) => [
      one,
      {
        exchanges: new Set(one.occurrences.map((s) => s.exchange)),
        cases: new Set(one.occurrences.map((s) => s.case)),
        endings: new Set(one.occurrences.map(endingKey)),
        classes: new Set(one.occurrences.map(statusClassKey)),
      },
    ]),
  );
  const found = new Map<Failure, readonly Failure[]>();
  return (by) => {
    const cached = found.get(by);
    if (cached !== undefined) return cached;
    const at = index.get(by);
    const rows = declared.get(by.check.rule);
    const result =
      at === undefined || rows === undefined
        ? []
        : all.filter(
            (one) =>
              one !== by &&
              one.signature !== by.signature &&
              one.check.service === by.check.service &&
              one.check.spec === by.check.spec &&
              ((rows.get(one.check.rule) ?? []).some((row) => relationHolds(row, by, one)) ||
                (isImpliedByEvidence(one, by, at) &&
                  !(declared.get(one.check.rule)?.get(by.check.rule) ?? []).some((row) =>
                    relationHolds(row, one, by),
                  ))),
          );
    found.set(by, result);
    return result;
  };
}

interface FailureKeys {
  readonly exchanges: ReadonlySet<string>;
  readonly cases: ReadonlySet<string>;
  readonly endings: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
}

/**
 * Evidence that one failure follows from another, unless a relation declares the reverse: all its occurrences are where the other failed in
 * an outer layer.
 */
function isImpliedByEvidence(one: Failure, by: Failure, at: FailureKeys): boolean {
  const { occurrences } = one;
  if (by.kind === 'throttled') return occurrences.length > 0 && occurrences.every(({ status }) => status === 429);
  if (by.kind === 'version') return true;
  // An undocumented status of a response that another check reports as wrong.
  if (one.layer === 'derived') {
    if (by.layer === 'derived' || by.layer === 'standalone') return false;
    if (
      by.ending !== undefined &&
      by.ending !== '' &&
      by.ending === one.ending &&
      (by.kind === 'breakdown' || by.layer === 'status') &&
      by.check.endpoint === one.check.endpoint
    )
      return true;
  }
  if (occurrences.length === 0 || by.layer === 'derived' || by.layer === 'standalone' || one.layer === 'standalone')
    return false;
  if (layerRank(by.layer) < layerRank(one.layer)) {
    if (occurrences.every((s) => at.exchanges.has(s.exchange))) return true;
    if (
      layerRank(one.layer) >= layerRank('shape') &&
      layerRank(by.layer) <= layerRank('status') &&
      occurrences.every((s) => at.cases.has(s.case))
    )
      return true;
    if (
      (by.kind === 'breakdown' || by.did === 'rejected a valid request' || by.did === 'success form') &&
      occurrences.every((s) => at.endings.has(endingKey(s)))
    )
      return true;
    if (layerRank(by.layer) >= layerRank('text') && occurrences.every((s) => at.classes.has(statusClassKey(s))))
      return true;
  }
  // The service accepts such invalid requests elsewhere, so it does not check for them; this rejection has another reason.
  if (
    by.did === 'accepted' &&
    one.did === 'rejected otherwise' &&
    (by.rule === one.rule ||
      (by.all !== undefined && by.all === ACCEPTS_ALL.find(({ rules }) => matchesRulePattern(rules, one.rule))?.title))
  )
    return true;
  // Valid requests cause the same ending on the operation, so invalid ones add no information.
  if (
    by.kind === 'breakdown' &&
    by.valid === true &&
    one.kind === 'breakdown' &&
    one.valid === false &&
    occurrences.every((s) => at.endings.has(endingKey(s)))
  )
    return true;
  // The plain valid request has the same ending, so the special property of this request is irrelevant.
  const isPlain =
    by.check.rule === 'outcome.accepted' &&
    by.check.key === undefined &&
    by.did === 'rejected a valid request' &&
    one.check.rule !== 'outcome.accepted';
  return (
    isPlain &&
    (one.did === 'rejected a valid request' || one.did === 'rejected otherwise') &&
    occurrences.every((s) => at.endings.has(endingKey(s)))
  );
}

/** Whether a relation is about these two rules. */
export function namesRules({ by, implies, except = [] }: RuleRelation, rule: string, other: string): boolean {
  return (
    other !== rule &&
    matchesRulePattern(by, rule) &&
    matchesRulePattern(implies, other) &&
    !matchesRulePattern(except, other)
  );
}

/** Whether a relation that names the rules of two failures also holds between them. */
export function relationHolds(
  { within, found, plain, accepted, answered, key, about }: RuleRelation,
  by: Failure,
  one: Failure,
): boolean {
  if (found !== undefined && !by.occurrences.some(({ finding }) => finding.kind === found || finding.got === found))
    return false;
  if (plain === true && by.check.key !== undefined) return false;
  if (accepted === true && by.did !== 'accepted') return false;
  if (answered !== undefined && one.ending !== String(answered)) return false;
  if (key !== undefined && one.check.key !== key) return false;
  if (about !== undefined && !matchesRulePattern(about, one.rule)) return false;
  switch (within) {
    case 'service':
      return true;
    case 'endpoint':
      return by.check.endpoint === one.check.endpoint;
    case 'operation':
      return failureOperation(by) === failureOperation(one);
    case 'member':
      return (
        by.check.endpoint === one.check.endpoint && failureFields(by).some((name) => failureFields(one).includes(name))
      );
    case 'exchange':
      return one.occurrences.every((s) => by.occurrences.some((b) => b.exchange === s.exchange));
    case 'ending':
      return one.occurrences.every((s) => by.occurrences.some((b) => endingKey(b) === endingKey(s)));
  }
}
