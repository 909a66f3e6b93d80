/** Counts of checks by verdict, disposition, level and basis. */
import { omitUndefined } from '../model/objects.ts';
import { type Disposition, DISPOSITIONS, type Verdict, VERDICTS } from '../verdict/model.ts';
import type { Basis, Counts, Level, ReportCheck, ReportWaiver, VersionResult, Summary } from './model.ts';

type Weighed = Pick<ReportCheck, 'level' | 'basis' | 'verdict' | 'disposition'>;
type Blockable = Weighed & Pick<ReportCheck, 'id' | 'spec' | 'blockedBy'>;

export function countChecks(checks: readonly Weighed[]): Counts {
  const verdicts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  const dispositions = Object.fromEntries(DISPOSITIONS.map((disposition) => [disposition, 0])) as Record<
    Disposition,
    number
  >;
  for (const check of checks) {
    verdicts[check.verdict] += 1;
    dispositions[check.disposition] += 1;
  }
  return { checks: checks.length, verdicts, dispositions };
}

/** Unwaived failing checks by level and basis. */
export function countFailing(checks: readonly Weighed[]): Summary['failing'] {
  const failing: Partial<Record<Level, Partial<Record<Basis, number>>>> = {};
  for (const check of checks) {
    if (check.disposition !== 'nonconforming') continue;
    const bases = (failing[check.level] ??= {});
    bases[check.basis] = (bases[check.basis] ?? 0) + 1;
  }
  return failing;
}

/** Unjudged checks that are blocked only by waived failures. They stay `undetermined` and do not make the run incomplete. */
export function awaitingWaived<T extends Pick<ReportCheck, 'id' | 'spec' | 'verdict' | 'disposition' | 'blockedBy'>>(
  checks: readonly T[],
): ReadonlySet<T> {
  const waived = new Set(
    checks.filter((check) => check.disposition === 'expected-failure').map((check) => `${check.id}@${check.spec}`),
  );
  if (waived.size === 0) return new Set();
  return new Set(
    checks.filter(
      (check) =>
        check.verdict === 'inconclusive' &&
        check.blockedBy !== undefined &&
        check.blockedBy.length > 0 &&
        check.blockedBy.every((id) => waived.has(`${id}@${check.spec}`)),
    ),
  );
}

/** Bases without an authoritative source. Failures of such checks are shown but do not affect the decision. */
const WEIGHTLESS: readonly Basis[] = ['practice', 'assumed'];

/** Whether conformance depends on a failure of the check: a MUST with an authoritative source. */
export function isBinding(check: Pick<ReportCheck, 'level' | 'basis'>): boolean {
  return check.level === 'MUST' && !WEIGHTLESS.includes(check.basis);
}

/** Whether conformance requires the check: a MUST that is not only good practice, confirmed or not. */
export function isMandatory({ level, basis }: Pick<ReportCheck, 'level' | 'basis'>): boolean {
  return level === 'MUST' && basis !== 'practice';
}

/**
 * Result of one service in one version. `conformant` requires the whole plan with every mandatory check passing, assumed ones too. A waived
 * failure stays a failure. A partial run, or one after which the service stopped responding, is incomplete.
 */
export function versionResult(checks: readonly Weighed[], isIncomplete = false): VersionResult {
  const mandatory = checks.filter(isMandatory);
  const binding = mandatory.filter(isBinding);
  const has = (some: readonly Weighed[], ...verdicts: readonly Verdict[]): boolean =>
    some.some(({ verdict }) => verdicts.includes(verdict));
  if (has(binding, 'fail')) return 'nonconformant';
  if (isIncomplete || checks.length === 0 || has(binding, 'inconclusive', 'untested')) return 'incomplete';
  if (has(mandatory, 'fail') || !has(binding, 'pass')) return 'undecided';
  return has(mandatory, 'inconclusive', 'untested') ? 'incomplete' : 'conformant';
}

export interface SummaryContext {
  /** Number of checks in the whole plan; absent if `checks` is complete. */
  readonly of?: number | undefined;
  readonly waivers?: readonly Pick<ReportWaiver, 'excuses' | 'expires'>[];
  /** Messages about services that stopped responding; each begins with service and version. */
  readonly stopped?: readonly string[] | undefined;
}

export function summarise(
  service: string,
  spec: string,
  checks: readonly Blockable[],
  { of, waivers = [], stopped = [] }: SummaryContext = {},
): Summary {
  const part = of === undefined || of <= checks.length ? undefined : { planned: checks.length, of };
  const excused = excusedOf(checks, waivers);
  const isStopped = stopped.some((text) => text.startsWith(`${service} ${spec} `));
  const result = versionResult(checks, part !== undefined || isStopped);
  const confirmed =
    result === 'undecided'
      ? { count: checks.filter(isBinding).length, of: checks.filter(isMandatory).length }
      : undefined;
  return {
    service,
    spec,
    result,
    ...omitUndefined({ confirmed, part, excused }),
    counts: countChecks(checks),
    failing: countFailing(checks),
  };
}

function excusedOf(
  checks: readonly Blockable[],
  waivers: readonly Pick<ReportWaiver, 'excuses' | 'expires'>[],
): Summary['excused'] {
  const excused = new Set(
    checks.filter((check) => check.disposition === 'expected-failure').map((check) => `${check.id}@${check.spec}`),
  );
  if (excused.size === 0) return undefined;
  const days = waivers.filter((waiver) => waiver.excuses.some((ref) => excused.has(ref))).map(({ expires }) => expires);
  return { count: excused.size, earliest: days.sort()[0] ?? '' };
}
