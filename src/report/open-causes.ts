/** Open failure groups of a report, the most important first, each with the next step. */
import { type Assignee, assigneeOf } from './assignee.ts';
import { checkRef, checkWeight } from './checks.ts';
import { groupFailures } from './grouping/group-failures.ts';
import { groupBy } from '../model/objects.ts';
import type { Basis, CauseKind, Level, Report, ReportCause, ReportCheck } from './model.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { locationText } from './phrase.ts';
import { isBinding } from './tally.ts';
import { pluralize, formatNumber, verbForCount } from '../model/text.ts';
import { oneLine } from './text.ts';

export interface ViewOptions {
  /** Whether a failure of the check blocks. Defaults to the checks that conformance depends on; the policy of the gate may differ. */
  readonly blocks?: (check: ReportCheck) => boolean;
}

export interface OpenCause {
  readonly id: string;
  readonly kind: CauseKind;
  readonly title: string;
  readonly blocks: boolean;
  /** Number of its checks that block. */
  readonly blocking: number;
  readonly assignee: Assignee;
  /** Unwaived checks: those of the group, then those that follow from it. */
  readonly checks: readonly ReportCheck[];
  /** The first check, which represents the group. */
  readonly example: ReportCheck;
  /** Level and basis of the strongest blocking check, or of the strongest check if none blocks. */
  readonly level: Level;
  readonly basis: Basis;
  readonly holdsUp: number;
  readonly next: NextStep;
}

/** The check with the highest level; checks with an authoritative source come before assumptions. */
export function strongestCheck(checks: readonly ReportCheck[]): ReportCheck | undefined {
  return [...checks].sort((a, b) => checkWeight(a) - checkWeight(b))[0];
}

/** Failure groups that are not waived, blocking ones first. */
export function openCauses(
  report: Pick<Report, 'run' | 'checks' | 'rules' | 'causes'>,
  options: ViewOptions = {},
): readonly OpenCause[] {
  const blocks = options.blocks ?? isBinding;
  const byRef = new Map(report.checks.map((check) => [checkRef(check), check]));
  const open = mergeEqualCauses(failureGroupsOf(report)).flatMap((equal): readonly OpenCause[] => {
    const [{ id, kind, title }] = equal;
    const checks = equal
      .flatMap((cause) => cause.checks)
      .flatMap((ref) => byRef.get(ref) ?? [])
      .filter((check) => check.disposition !== 'expected-failure');
    const [example] = checks;
    if (example === undefined) return [];
    const holdsUp = equal.reduce((sum, cause) => sum + (cause.holdsUp?.length ?? 0), 0);
    const next = nextStep(report.run, { kind, example });
    const blocking = checks.filter(blocks);
    const { level, basis } = strongestCheck(blocking) ?? strongestCheck(checks) ?? example;
    const counts = { blocks: blocking.length > 0, blocking: blocking.length, holdsUp };
    return [
      { id, kind, title, ...counts, assignee: assigneeOf(kind, checks, blocks), checks, example, level, basis, next },
    ];
  });
  // Groups that were not judged come after failures, since they may follow from one.
  const rank = ({ kind, blocks: first, holdsUp }: OpenCause): number =>
    (kind === 'undetermined' ? 2 : 0) + (first || holdsUp > 0 ? 0 : 1);
  return open
    .map((cause, index) => ({ cause, index }))
    .sort((a, b) => rank(a.cause) - rank(b.cause) || a.index - b.index)
    .map(({ cause }) => cause);
}

export function groupsHeading(causes: readonly OpenCause[]): string {
  return causes.some(({ blocks }) => blocks) ? 'Fix first' : 'Open items that do not block';
}

/** Failure groups of the report. Older reports have none; then they are derived without exchanges. */
export function failureGroupsOf(report: Pick<Report, 'checks' | 'rules' | 'causes'>): readonly ReportCause[] {
  return report.causes ?? groupFailures(report, []);
}

/** Title of a failure group: `Not judged: The target did not respond.` */
export function causeTitle({ kind, title }: Pick<OpenCause, 'kind' | 'title'>, limit = 120): string {
  if (kind === 'undetermined') return `Not judged: ${oneLine(title, limit)}`;
  return kind === 'unexpected-pass' ? `Passes, but is waived: ${oneLine(title, limit)}` : oneLine(title, limit);
}

/**
 * Extent of a failure group: `35 checks on 12 operations in 3.0.8 and 4.0.1, 2 block, 368 more not judged`. A single version is not named,
 * nor is the number of checks that block if all or none do.
 */
export function extentText({
  checks,
  holdsUp,
  blocking = 0,
}: Pick<OpenCause, 'checks' | 'holdsUp'> & Partial<Pick<OpenCause, 'blocking'>>): string {
  const operations = new Set(checks.map((check) => `${check.service} ${check.endpoint}/${check.operation}`)).size;
  const versions = failingVersions(checks);
  return [
    pluralize(checks.length, 'check'),
    ...(operations > 1 ? [` on ${pluralize(operations, 'operation')}`] : []),
    ...(versions.length > 1 ? [` in ${oneLine(LIST_FORMAT.format(versions), 100)}`] : []),
    ...(blocking === 0 || blocking === checks.length
      ? []
      : [`, ${formatNumber(blocking)} ${verbForCount(blocking, 'blocks', 'block')}`]),
    ...(holdsUp === 0 ? [] : [`, ${formatNumber(holdsUp)} more not judged`]),
  ].join('');
}

const LIST_FORMAT = new Intl.ListFormat('en', { type: 'conjunction' });

/** Versions with failures, if all checks belong to one service. */
export function failingVersions(checks: OpenCause['checks']): readonly string[] {
  const services = new Set(checks.map(({ service }) => service));
  return services.size > 1 ? [] : [...new Set(checks.map(({ spec }) => spec))];
}

/** Service and version, such as `student-reporting 4.0.1`; without the version if `extentText` lists several; or all services. */
export function versionText({ checks, example }: Pick<OpenCause, 'checks' | 'example'>): string {
  const services = groupBy(checks, ({ service }) => service);
  if (services.size === 1)
    return failingVersions(checks).length > 1 ? example.service : `${example.service} ${example.spec}`;
  return [...services]
    .map(([service, serviceChecks]) => `${service} ${failingVersions(serviceChecks).join(', ')}`)
    .join('; ');
}

/** `header date: expected an IMF-fixdate, received absent`. */
export function describeFinding(finding: ReportCheck['findings'][number], limit = 200): string {
  return `${oneLine(locationText(finding.where), limit)}: expected ${oneLine(finding.expected, limit)}, received ${oneLine(finding.actual, limit)}`;
}

/** The first finding and the number of others; for an unjudged check, the cause. */
export function describeFailure(check: ReportCheck, limit = 200): string {
  const first = check.findings[0];
  if (check.disposition === 'unexpected-pass') return 'the check passes now: narrow or remove the waiver';
  if (first === undefined)
    return check.cause === undefined ? 'the report contains no finding' : oneLine(check.cause, limit);
  const more = check.findings.length - 1;
  return describeFinding(first, limit) + (more === 0 ? '' : ` (and ${formatNumber(more)} more)`);
}

/** Equal groups; the first one represents them. */
export type EqualCauses<T> = readonly [T, ...T[]];

/** Merges unjudged groups of several services with the same cause, such as one identity provider for all of them. */
export function mergeEqualCauses<T extends Pick<ReportCause, 'kind' | 'title' | 'id'>>(
  causes: readonly T[],
): readonly EqualCauses<T>[] {
  const groups = groupBy(causes, ({ kind, title, id }) => (kind === 'undetermined' ? title : ` ${id}`));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
