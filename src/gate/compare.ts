/** Compares two reports: new failures, fixed checks, and checks that are no longer judged. */
import { omitUndefined } from '../model/objects.ts';
import { checkRef } from '../report/checks.ts';
import type { UndecidedReport } from '../report/build.ts';
import type { Basis, DecisionWord, Level, Report, ReportCheck, Verdict } from '../report/model.ts';
import { lostChecks } from './regression-guard.ts';

/** A check and its verdicts; absent if the check was not planned in that run. */
export interface CheckChange {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly title: string;
  readonly was?: Verdict;
  readonly now?: Verdict;
}

export interface WeightChange extends CheckChange {
  readonly from: { readonly level: Level; readonly basis: Basis };
  readonly to: { readonly level: Level; readonly basis: Basis };
}

export interface Comparison {
  /** The earlier run. */
  readonly run: {
    readonly id: string;
    readonly target: string;
    readonly startedAt: string;
    readonly decision: DecisionWord;
  };
  /** The two runs had different targets, which may cause any of the differences. */
  readonly otherTarget: boolean;
  /** Checks that fail only in the later run, for any reason. */
  readonly appeared: readonly CheckChange[];
  /** New failures that passed in the earlier run. */
  readonly newlyFailing: readonly CheckChange[];
  /** Failed in the earlier run, pass in the later one. */
  readonly fixed: readonly CheckChange[];
  /** Judged only in the earlier run: not planned any more, not applicable, or without a verdict. */
  readonly stopped: readonly CheckChange[];
  /** Planned only in the later run. */
  readonly added: readonly CheckChange[];
  /** For a partial run: the number of earlier checks outside of its selection, and their total. */
  readonly unasked?: { readonly count: number; readonly of: number };
  /** Planned in both runs with another level or basis. */
  readonly reweighed: readonly WeightChange[];
}

/** The changes from `before` to `after`. Each list is in report order, that of `after` if the check is in it. */
export function compareReports(before: Report, after: UndecidedReport): Comparison {
  const then = new Map(before.checks.map((check) => [checkRef(check), check]));
  const now = new Map(after.checks.map((check) => [checkRef(check), check]));
  const { gone, idle, unjudged, unasked } = lostChecks(after, before);
  const pairs = after.checks.map((check) => ({ check, was: then.get(checkRef(check)) }));
  const failing = pairs.filter(({ check, was }) => check.verdict === 'fail' && was?.verdict !== 'fail');
  return {
    run: {
      id: before.run.id,
      target: before.run.target,
      startedAt: before.run.startedAt,
      decision: before.decision.decision,
    },
    otherTarget: before.run.target !== after.run.target,
    appeared: failing.map(({ check, was }) => change(was, check)),
    newlyFailing: failing.filter(({ was }) => was?.verdict === 'pass').map(({ check, was }) => change(was, check)),
    fixed: pairs
      .filter(({ check, was }) => was?.verdict === 'fail' && check.verdict === 'pass')
      .map(({ check, was }) => change(was, check)),
    stopped: [...gone, ...idle, ...unjudged].map((was) => change(was, now.get(checkRef(was)))),
    added: pairs.filter(({ was }) => was === undefined).map(({ check }) => change(undefined, check)),
    ...(unasked.length === 0 ? {} : { unasked: { count: unasked.length, of: before.checks.length } }),
    reweighed: pairs.flatMap(({ check, was }): readonly WeightChange[] =>
      was === undefined || (was.level === check.level && was.basis === check.basis)
        ? []
        : [
            {
              ...change(was, check),
              from: { level: was.level, basis: was.basis },
              to: { level: check.level, basis: check.basis },
            },
          ],
    ),
  };
}

function change(was: ReportCheck | undefined, now: ReportCheck | undefined): CheckChange {
  const check = now ?? was;
  if (check === undefined) throw new Error('a change needs a check on one side at least');
  return {
    id: check.id,
    service: check.service,
    spec: check.spec,
    title: check.title,
    ...omitUndefined({ was: was?.verdict, now: now?.verdict }),
  };
}
