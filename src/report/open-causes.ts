/** The causes of a report as a reader wants them: what is open and weighs most first, each with what it takes to go on. */
import { checkRef } from './checks.ts';
import { groupFailures } from './grouping/group-failures.ts';
import { groupBy } from '../model/objects.ts';
import type { CauseKind, Report, ReportCause, ReportCheck } from './model.ts';
import { toldOnce } from './told-once.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { whereWords } from './phrase.ts';
import { binds } from './tally.ts';
import { counted, number } from '../model/text.ts';
import { oneLine } from './text.ts';

export interface ViewOptions {
  /** Whether the failure of a check blocks; the default is what conformance depends on. The gate's policy may say otherwise. */
  readonly blocks?: (check: ReportCheck) => boolean;
}

export interface OpenCause {
  readonly id: string;
  readonly kind: CauseKind;
  readonly title: string;
  readonly blocks: boolean;
  /** Those that no waiver excuses: what stands for the cause first, what it explains behind. */
  readonly checks: readonly ReportCheck[];
  /** Its first check stands for all. */
  readonly example: ReportCheck;
  readonly holdsUp: number;
  readonly next: NextStep;
}

/** What is left to do, what blocks first: what a waiver excuses is agreed and not among it. */
export function openCauses(
  report: Pick<Report, 'run' | 'checks' | 'rules' | 'causes'>,
  options: ViewOptions = {},
): readonly OpenCause[] {
  const blocks = options.blocks ?? binds;
  const byRef = new Map(report.checks.map((check) => [checkRef(check), check]));
  const open = toldOnce(causesOf(report)).flatMap((alike): readonly OpenCause[] => {
    const [{ id, kind, title }] = alike;
    const checks = alike
      .flatMap((cause) => cause.checks)
      .flatMap((ref) => byRef.get(ref) ?? [])
      .filter((check) => check.disposition !== 'expected-failure');
    const [example] = checks;
    if (example === undefined) return [];
    const holdsUp = alike.reduce((sum, cause) => sum + (cause.holdsUp?.length ?? 0), 0);
    const next = nextStep(report.run, { kind, example });
    return [{ id, kind, title, blocks: checks.some(blocks), checks, example, holdsUp, next }];
  });
  // What could not be judged stands behind what is proven wrong, even where it matters more: it may be a consequence.
  const rank = ({ kind, blocks: first, holdsUp }: OpenCause): number =>
    (kind === 'undetermined' ? 2 : 0) + (first || holdsUp > 0 ? 0 : 1);
  return open
    .map((cause, index) => ({ cause, index }))
    .sort((a, b) => rank(a.cause) - rank(b.cause) || a.index - b.index)
    .map(({ cause }) => cause);
}

/** As told in the report; an older one has none, and what it found says less than the exchanges would. */
export function causesOf(report: Pick<Report, 'checks' | 'rules' | 'causes'>): readonly ReportCause[] {
  return report.causes ?? groupFailures(report, []);
}

/** `Not judged: The target did not answer.` */
export function causeTitle({ kind, title }: Pick<OpenCause, 'kind' | 'title'>, limit = 120): string {
  if (kind === 'undetermined') return `Not judged: ${oneLine(title, limit)}`;
  return kind === 'unexpected-pass' ? `Passes although excused: ${oneLine(title, limit)}` : oneLine(title, limit);
}

/** `35 checks on 12 operations in 3.0.8 and 4.0.1, holds up 368 more`; of what one version alone shows, the version is told elsewhere. */
export function reachWords({ checks, holdsUp }: Pick<OpenCause, 'checks' | 'holdsUp'>): string {
  const operations = new Set(checks.map((check) => `${check.service} ${check.endpoint}/${check.operation}`)).size;
  const versions = versionsOf(checks);
  return [
    counted(checks.length, 'check'),
    ...(operations > 1 ? [` on ${counted(operations, 'operation')}`] : []),
    ...(versions.length > 1 ? [` in ${oneLine(ENUMERATED.format(versions), 100)}`] : []),
    ...(holdsUp === 0 ? [] : [`, holds up ${number(holdsUp)} more`]),
  ].join('');
}

const ENUMERATED = new Intl.ListFormat('en', { type: 'conjunction' });

/** Those in which something departs, where all of it is of one service. */
export function versionsOf(checks: OpenCause['checks']): readonly string[] {
  const services = new Set(checks.map(({ service }) => service));
  return services.size > 1 ? [] : [...new Set(checks.map(({ spec }) => spec))];
}

/** `student-reporting 4.0.1`, `student-reporting` where several versions stand with the number of checks, or all services. */
export function whoseWords({ checks, example }: Pick<OpenCause, 'checks' | 'example'>): string {
  const services = groupBy(checks, ({ service }) => service);
  if (services.size === 1)
    return versionsOf(checks).length > 1 ? example.service : `${example.service} ${example.spec}`;
  return [...services].map(([service, own]) => `${service} ${versionsOf(own).join(', ')}`).join('; ');
}

/** `header date: expected an IMF-fixdate, received absent`. */
export function describeFinding(finding: ReportCheck['findings'][number], limit = 200): string {
  return `${oneLine(whereWords(finding.where), limit)}: expected ${oneLine(finding.expected, limit)}, received ${oneLine(finding.actual, limit)}`;
}

/** The first finding, and how many there are beside it; of a check that was not judged, why. */
export function describeFailure(check: ReportCheck, limit = 200): string {
  const first = check.findings[0];
  if (check.disposition === 'unexpected-pass') return 'it passes now: narrow or remove the waiver';
  if (first === undefined) return check.cause === undefined ? 'no finding was recorded' : oneLine(check.cause, limit);
  const more = check.findings.length - 1;
  return describeFinding(first, limit) + (more === 0 ? '' : ` (and ${number(more)} more)`);
}
