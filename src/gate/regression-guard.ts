/**
 * Regression guard: checks that were judged in the baseline must be judged now, or a suite would turn green by losing
 * checks. To drop a check intentionally, use a newer baseline.
 */
import { checkRef } from '../report/checks.ts';
import type { UndecidedReport } from '../report/build.ts';
import type { Report, ReportCheck } from '../report/model.ts';
import { unaskedWords } from '../report/views/texts.ts';
import { pluralize, verbForCount } from '../model/text.ts';
import { groupBy } from '../model/objects.ts';
import { oneLine } from '../report/text.ts';
import type { DecisionReason } from './reasons.ts';

export interface LostChecks {
  /** Not planned any more. */
  readonly gone: readonly ReportCheck[];
  /** Not applicable, for a reason that will not change by itself. */
  readonly idle: readonly ReportCheck[];
  /** Still planned, but not judged. */
  readonly unjudged: readonly ReportCheck[];
  /** Outside of the selection of a partial run. */
  readonly unasked: readonly ReportCheck[];
}

/** Checks of the baseline that are no longer judged, in the baseline's order. */
export function lostChecks(report: UndecidedReport, baseline: Pick<Report, 'checks'>): LostChecks {
  const now = new Map(report.checks.map((check) => [checkRef(check), check]));
  const isAsked = askedIn(report);
  const ran = baseline.checks.filter((check) => check.verdict === 'pass' || check.verdict === 'fail');
  return {
    gone: ran.filter((before) => !now.has(checkRef(before)) && isAsked(before)),
    idle: ran.filter((before) => {
      const check = now.get(checkRef(before));
      return check?.verdict === 'inapplicable' && check.unsettled !== true;
    }),
    unjudged: ran.filter((before) => {
      const verdict = now.get(checkRef(before))?.verdict;
      return verdict === 'inconclusive' || verdict === 'untested';
    }),
    unasked: baseline.checks.filter((before) => !now.has(checkRef(before)) && !isAsked(before)),
  };
}

/** True if the run selects all of a version: a missing check of it is gone, otherwise it was not selected. */
function askedIn(report: UndecidedReport): (check: ReportCheck) => boolean {
  const { selection } = report.run;
  if (selection === undefined) return () => true;
  const version = ({ service, spec }: { readonly service: string; readonly spec: string }): string =>
    `${service} ${spec}`;
  // The selection of such a report does not show how many checks it covers.
  const isOpen =
    (selection.only !== undefined || selection.shard !== undefined) &&
    report.summaries.every(({ part }) => part === undefined);
  const whole = new Set(isOpen ? [] : report.summaries.filter(({ part }) => part === undefined).map(version));
  return (check) => whole.has(version(check));
}

/** @param matters whether the failure of a check would block; the absence of other checks is not a reason */
export function regressionReasons(
  report: UndecidedReport,
  baseline: Report,
  matters: (check: ReportCheck) => boolean,
): readonly DecisionReason[] {
  const { gone, idle, unjudged, unasked } = lostChecks(report, baseline);
  const since = `in the baseline (${baseline.run.target}, ${baseline.run.startedAt.slice(0, 10)})`;
  const of = (
    rule: DecisionReason['rule'],
    checks: readonly ReportCheck[],
    end: (count: number) => string,
  ): readonly DecisionReason[] =>
    [...groupBy(checks.filter(matters), ({ service, spec }) => `${service} ${spec}`)].map(([name, those]) => {
      const example =
        those[0] === undefined ? '' : `${those.length === 1 ? ': ' : ', such as '}${oneLine(those[0].id, 160)}`;
      return {
        rule,
        text: `${name}: ${pluralize(those.length, 'check')} judged ${since} ${end(those.length)}${example}.`,
        checks: those.map(checkRef),
      };
    });
  const narrowed: readonly DecisionReason[] =
    unasked.length === 0
      ? []
      : [
          {
            rule: 'ratchet-unasked',
            text: `Comparison with the baseline: ${unaskedWords(baseline.checks.length, unasked.length)}.`,
            checks: [],
          },
        ];
  const is = (count: number): string => verbForCount(count, 'is', 'are');
  return [
    ...of('ratchet', gone, (count) => `${is(count)} no longer planned`),
    ...of('ratchet', idle, (count) => `${verbForCount(count, 'does', 'do')} not apply any more`),
    ...of('ratchet-unjudged', unjudged, (count) => `${is(count)} no longer judged`),
    ...narrowed,
  ];
}
