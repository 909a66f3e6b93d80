/** Compares two reports: decisions, new failing checks, fixed checks, and checks that are no longer judged. */
import { omitUndefined } from '../model/objects.ts';
import { checkRef } from '../report/checks.ts';
import type { UndecidedReport } from '../report/build.ts';
import type {
  Basis,
  Decision,
  DecisionWord,
  Level,
  Report,
  ReportCheck,
  ReportWaiver,
  Verdict,
} from '../report/model.ts';
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

export type DecisionTaken = Pick<Decision, 'decision' | 'exitCode' | 'policy'>;

/** A waiver that changed; without a state if that report does not have it. */
export interface WaiverChange extends Pick<ReportWaiver, 'checks' | 'owner' | 'expires'> {
  readonly was?: ReportWaiver['state'];
  readonly now?: ReportWaiver['state'];
}

export interface Comparison {
  /** The earlier run. */
  readonly run: {
    readonly id: string;
    readonly target: string;
    readonly startedAt: string;
    readonly decision: DecisionWord;
  };
  /** Decisions of both runs; absent if the later run has none yet. */
  readonly decisions?: { readonly before: DecisionTaken; readonly after: DecisionTaken };
  /** Waivers with another state than in the earlier run. */
  readonly waivers: readonly WaiverChange[];
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
export function compareReports(before: Report, after: UndecidedReport & Partial<Pick<Report, 'decision'>>): Comparison {
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
    ...(after.decision === undefined
      ? {}
      : { decisions: { before: decisionTaken(before.decision), after: decisionTaken(after.decision) } }),
    waivers: waiverChanges(before.waivers, after.waivers),
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

function decisionTaken({ decision, exitCode, policy }: Decision): DecisionTaken {
  return { decision, exitCode, policy };
}

/** A waiver is the same if its owner, checks and symptom are: a renewal changes its date. */
function waiverChanges(before: Report['waivers'], after: Report['waivers']): readonly WaiverChange[] {
  const keyOf = ({ service, spec, checks, symptom, owner }: ReportWaiver): string =>
    JSON.stringify([service, spec, checks, symptom, owner]);
  const earlier = new Map(before.map((waiver) => [keyOf(waiver), waiver]));
  const later = new Map(after.map((waiver) => [keyOf(waiver), waiver]));
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((key): readonly WaiverChange[] => {
    const [was, now] = [earlier.get(key), later.get(key)];
    const shown = now ?? was;
    if (shown === undefined || was?.state === now?.state) return [];
    const { checks, owner, expires } = shown;
    return [{ checks, owner, expires, ...omitUndefined({ was: was?.state, now: now?.state }) }];
  });
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
