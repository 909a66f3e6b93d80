/**
 * Conformance status of a service, a run and its decision: the same words in all views.
 * "Conformant" without an addition requires a complete run in which every applicable check was judged and passes.
 */
import type { Counts, Decision, PartialPlan, Report, Summary } from './model.ts';
import { omitUndefined } from '../model/objects.ts';
import { pluralize, formatNumber, verbForCount } from '../model/text.ts';

/** Green: conformant; amber: waived, partial or open; red: violated. */
export type StatusTone = 'good' | 'open' | 'bad';

export interface ConformanceStatus {
  readonly text: string;
  readonly tone: StatusTone;
}

type Judged = Pick<Summary, 'result' | 'confirmed' | 'part' | 'excused' | 'counts' | 'failing'>;

export function conformanceStatus(summary: Judged): ConformanceStatus {
  const { result, part, excused, counts } = summary;
  if (counts.checks === 0) return { text: 'incomplete, no check was planned', tone: 'open' };
  const inPart = part === undefined ? '' : ` (partial run: ${partText(part)})`;
  if (result === 'nonconformant') {
    // Failures count as waived only if no unwaived mandatory check fails.
    return excused === undefined || hasOpenFailure(summary)
      ? { text: `nonconformant${inPart}`, tone: 'bad' }
      : {
          text: `nonconformant, ${pluralize(excused.count, 'failing check')} waived, the first until ${excused.earliest}${inPart}`,
          tone: 'open',
        };
  }
  const more = remarks([summary])
    .map((remark) => `, ${remark}`)
    .join('');
  if (result === 'incomplete') {
    return part !== undefined && isOnlyPartial(summary)
      ? { text: `partial run: ${partText(part)}${more}`, tone: 'open' }
      : { text: `incomplete${inPart}`, tone: 'open' };
  }
  if (result === 'undecided') {
    const { count, of } = summary.confirmed ?? { count: 0, of: 0 };
    return {
      text: `undecided${more}, ${formatNumber(of - count)} of ${pluralize(of, 'mandatory check')} ${verbForCount(of - count, 'is', 'are')} assumed`,
      tone: 'open',
    };
  }
  return { text: `conformant${more}`, tone: more === '' ? 'good' : 'open' };
}

/** Whether the run is incomplete only because it was partial. */
function isOnlyPartial({ result, part, counts }: Judged): boolean {
  return result === 'incomplete' && part !== undefined && counts.checks > 0 && counts.dispositions.undetermined === 0;
}

export function partText({ planned, of }: PartialPlan): string {
  return `${formatNumber(planned)} of ${pluralize(of, 'check')}`;
}

/** Open issues that do not affect conformance but must be visible. */
function remarks(summaries: readonly Pick<Judged, 'failing' | 'excused' | 'counts'>[]): readonly string[] {
  const sum = (of: (summary: Pick<Judged, 'failing' | 'excused' | 'counts'>) => number): number =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  const recommendations = sum(({ failing }) => advisoryFailures(failing).recommendations);
  const assumed = sum(({ failing }) => advisoryFailures(failing).assumed);
  const practice = sum(({ failing }) => advisoryFailures(failing).practice);
  const excused = sum((summary) => summary.excused?.count ?? 0);
  const unjudged = sum(({ counts }) => counts.dispositions.undetermined);
  return [
    ...(excused === 0 ? [] : [`${pluralize(excused, 'failing check')} waived`]),
    ...(recommendations === 0 ? [] : [`${pluralize(recommendations, 'recommendation')} not met`]),
    ...(assumed === 0 ? [] : [`${pluralize(assumed, 'assumed check')} ${verbForCount(assumed, 'fails', 'fail')}`]),
    ...(practice === 0 ? [] : [`${pluralize(practice, 'good practice')} not met`]),
    ...(unjudged === 0 ? [] : [`${formatNumber(unjudged)} not judged`]),
  ];
}

/** Failures that are not mandatory, by reason. */
export function advisoryFailures(failing: Summary['failing']): {
  readonly recommendations: number;
  readonly assumed: number;
  readonly practice: number;
} {
  let [recommendations, assumed, practice] = [0, 0, 0];
  for (const [level, bases] of Object.entries(failing)) {
    for (const [basis, times] of Object.entries(bases)) {
      if (basis === 'practice') practice += times;
      else if (level !== 'MUST') recommendations += times;
      else if (basis === 'assumed') assumed += times;
    }
  }
  return { recommendations, assumed, practice };
}

/** Whether an unwaived mandatory check fails. */
function hasOpenFailure({ failing }: Judged): boolean {
  return Object.entries(failing.MUST ?? {}).some(
    ([basis, times]) => basis !== 'assumed' && basis !== 'practice' && times > 0,
  );
}

/** `5,638 pass, 829 do not apply`. Checks that do not apply are counted separately. */
export function countsText({ verdicts, dispositions }: Counts): string {
  const parts: readonly (readonly [number, string])[] = [
    [verdicts.pass, verbForCount(verdicts.pass, 'passes', 'pass')],
    [dispositions['expected-failure'], 'waived'],
    [dispositions.nonconforming, 'failing'],
    [dispositions.undetermined, 'not judged'],
    [verdicts.inapplicable, verbForCount(verdicts.inapplicable, 'does not apply', 'do not apply')],
  ];
  const counts = parts.filter(([times]) => times > 0).map(([times, word]) => `${formatNumber(times)} ${word}`);
  return counts.length === 0 ? 'no checks' : counts.join(', ');
}

/** Decision of a report, the same words in all views. */
export function releaseStatus({
  decision,
  summaries,
  run,
}: Pick<Report, 'decision' | 'summaries' | 'run'>): ConformanceStatus {
  return decisionStatus({ exitCode: decision.exitCode, summaries, ...omitUndefined({ selection: run.selection }) });
}

/**
 * Decision in a few words. A partial run is never an approval of the release. An approval names everything that the policy allows:
 * `release approved, for partner-onboarding only, but undecided, 2 assumed checks fail`.
 */
export function decisionStatus({ exitCode, summaries, selection = {} }: DecidedRun): ConformanceStatus {
  if (exitCode === 1) return { text: 'release blocked', tone: 'bad' };
  if (exitCode === 3) return { text: 'run incomplete, release blocked', tone: 'open' };
  if (runPart(summaries) !== undefined) return { text: 'partial run passed', tone: 'open' };
  const selected = [selection.service, selection.spec?.join(' and ')].filter((name) => name !== undefined).join(' ');
  const [result] = runStatus({ summaries }).text.split(', ');
  const isConformant = summaries.every((summary) => summary.result === 'conformant');
  const text = [
    'release approved',
    ...(selected === '' ? [] : [`for ${selected} only`]),
    ...(isConformant ? [] : [`but ${result}`]),
    ...remarks(summaries),
  ].join(', ');
  return { text, tone: text === 'release approved' ? 'good' : 'open' };
}

/** Obstacles to a complete run, by the code of the reason. */
const OBSTACLES: Readonly<Record<string, string>> = {
  narrowed: 'the run covers only a selection',
  unproven: 'no check that can block was judged',
  'empty-plan': 'no check was planned',
  untested: 'planned checks have no verdict',
  'stopped-responding': 'a service stopped responding',
};

/** Explanation of an incomplete run, without a full stop; undefined for other runs, which the reasons explain. */
export function incompleteText({ exitCode, reasons }: Decision, summaries: readonly Summary[]): string | undefined {
  if (exitCode !== 3) return undefined;
  // Mandatory failures may be allowed by the policy or waived.
  const fails = summaries.some(
    ({ counts: { dispositions } }) => dispositions.nonconforming > 0 || dispositions['expected-failure'] > 0,
  );
  const obstacles = reasons
    .filter(({ effect }) => effect === 'incomplete')
    .map(({ code }) => OBSTACLES[code] ?? 'checks that can block have no verdict');
  return `no ${fails ? 'failure blocks the release' : 'check fails'}, but ${[...new Set(obstacles)].join(', and ')}`;
}

/** Upper case up to the first comma, for output without colour: `RUN INCOMPLETE, release blocked`. */
export function emphasize(text: string): string {
  const [word = '', ...rest] = text.split(', ');
  return [word.toUpperCase(), ...rest].join(', ');
}

export interface DecidedRun {
  readonly exitCode: Decision['exitCode'];
  readonly summaries: readonly Summary[];
  readonly selection?: NonNullable<Report['run']['selection']>;
}

/** Conformance status of the whole run, short enough for a badge. */
export function runStatus(report: Pick<Report, 'summaries'>): ConformanceStatus {
  const standings = report.summaries.map(conformanceStatus);
  const [only, second] = report.summaries;
  if (only !== undefined && second === undefined) return standings[0] ?? { text: '', tone: 'open' };
  const total = report.summaries.length;
  const of = (result: Summary['result']): number =>
    report.summaries.filter((summary) => summary.result === result).length;
  const failing = standings.filter(({ tone }) => tone === 'bad').length;
  if (failing > 0) return { text: `${failing} of ${total} nonconformant`, tone: 'bad' };
  if (of('nonconformant') > 0)
    return { text: `${of('nonconformant')} of ${total} nonconformant, waived`, tone: 'open' };
  const parts = report.summaries.filter(({ part }) => part !== undefined);
  if (parts.length > 0 && report.summaries.every((summary) => summary.part === undefined || isOnlyPartial(summary))) {
    return { text: `partial run: ${partText(sumOfParts(report.summaries))}`, tone: 'open' };
  }
  if (total > 0 && of('incomplete') === 0 && of('undecided') > 0)
    return { text: `${of('undecided')} of ${total} undecided`, tone: 'open' };
  if (total === 0 || of('conformant') < total)
    return { text: `incomplete, ${of('conformant')} of ${total} conformant`, tone: 'open' };
  const withRemarks = standings.filter(({ tone }) => tone !== 'good').length;
  return withRemarks === 0
    ? { text: `${total} of ${total} conformant`, tone: 'good' }
    : { text: `${total} of ${total} conformant, ${withRemarks} with remarks`, tone: 'open' };
}

/** Size of a partial run; undefined if all versions were complete. */
export function runPart(summaries: readonly Pick<Summary, 'part' | 'counts'>[]): PartialPlan | undefined {
  return summaries.some(({ part }) => part !== undefined) ? sumOfParts(summaries) : undefined;
}

function sumOfParts(summaries: readonly Pick<Summary, 'part' | 'counts'>[]): PartialPlan {
  const sum = (of: (summary: Pick<Summary, 'part' | 'counts'>) => number): number =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  return { planned: sum(({ counts }) => counts.checks), of: sum(({ part, counts }) => part?.of ?? counts.checks) };
}
