/**
 * Compares waivers with verdicts: the disposition of each check, and the state of each waiver.
 * A waiver covers a named failure that looks as described. It never changes a verdict and expires after its last day. A
 * waiver without effect is reported, otherwise the list would only grow.
 */
import { daysBetween } from '../model/dates.ts';
import { inScope, matchesSymptom } from '../model/check-scope.ts';
import { BadInput } from '../errors.ts';
import type { Waiver } from '../load/model.ts';
import type { Finding } from '../rules/model.ts';
import { checkRef, type Disposition, type Verdict, type WaiverState } from './model.ts';

/** A waiver without its position in a file. */
export type WaiverEntry = Omit<Waiver, 'at'>;

export interface JudgedCheck {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

export interface WaiverResult {
  readonly waiver: WaiverEntry;
  readonly state: WaiverState;
  /** Whole days from the run's start until its last day; negative when expired. */
  readonly daysLeft: number;
  /** References (`checkRef`) of the waived checks. */
  readonly excuses: readonly string[];
}

export interface WaiverOptions {
  /** Start of the run (ISO 8601, UTC). Its day decides which waivers have expired. */
  readonly startedAt: string;
  /** The run is partial (`--only`, a shard): a waiver without a planned check is then only untried. */
  readonly narrowed?: boolean;
}

export interface AppliedWaivers {
  readonly dispositions: ReadonlyMap<string, Disposition>;
  readonly waivers: readonly WaiverResult[];
}

export function applyWaivers(
  waivers: readonly WaiverEntry[],
  checks: readonly JudgedCheck[],
  options: WaiverOptions,
): AppliedWaivers {
  const prepared = waivers.map((waiver) => {
    const scope = checks.filter(inScope(waiver));
    const daysLeft = daysUntil(waiver.expires, options.startedAt);
    const expired = daysLeft < 0;
    return {
      waiver,
      scope,
      daysLeft,
      expired,
      excused: expired ? [] : scope.filter((check) => isExcused(check, waiver)),
    };
  });

  const covered = new Set(prepared.flatMap(({ expired, scope }) => (expired ? [] : scope.map(checkRef))));
  const excusedBy = new Map<string, number>();
  for (const { excused } of prepared) {
    for (const check of excused) excusedBy.set(checkRef(check), (excusedBy.get(checkRef(check)) ?? 0) + 1);
  }

  const uses = prepared.map(({ waiver, scope, daysLeft, expired, excused }): WaiverResult => {
    const those = new Set(excused);
    const mismatched = scope.filter((check) => check.verdict === 'fail' && !those.has(check));
    const overlapping = excused.filter((check) => (excusedBy.get(checkRef(check)) ?? 0) > 1);
    const state = stateOf({ scope, expired, mismatched, overlapping, excused, narrowed: options.narrowed === true });
    return { waiver, state, daysLeft, excuses: excused.map(checkRef) };
  });

  const dispositions = new Map<string, Disposition>();
  for (const check of checks) {
    const ref = checkRef(check);
    dispositions.set(ref, dispositionOf(check.verdict, covered.has(ref), excusedBy.has(ref)));
  }
  return { dispositions, waivers: uses };
}

/** Only a failure can be waived; only a pass can be unexpected. */
export function dispositionOf(verdict: Verdict, waived: boolean, excused: boolean): Disposition {
  switch (verdict) {
    case 'fail':
      return excused ? 'expected-failure' : 'nonconforming';
    case 'pass':
      return waived ? 'unexpected-pass' : 'conforming';
    case 'inapplicable':
      return 'conforming';
    case 'inconclusive':
    case 'untested':
      return 'undetermined';
  }
}

function stateOf(facts: {
  readonly scope: readonly JudgedCheck[];
  readonly expired: boolean;
  readonly mismatched: readonly JudgedCheck[];
  readonly overlapping: readonly JudgedCheck[];
  readonly excused: readonly JudgedCheck[];
  readonly narrowed: boolean;
}): WaiverState {
  if (facts.scope.length === 0) return facts.narrowed ? 'untried' : 'unmatched';
  if (facts.expired) return 'expired';
  if (facts.mismatched.length > 0) return 'mismatched';
  if (facts.overlapping.length > 0) return 'overlapping';
  if (facts.excused.length > 0) return 'used';
  const undetermined = facts.scope.some((check) => check.verdict === 'inconclusive' || check.verdict === 'untested');
  return undetermined ? 'untried' : 'stale';
}

function isExcused(check: JudgedCheck, waiver: WaiverEntry): boolean {
  if (check.verdict !== 'fail' || check.findings.length === 0) return false;
  const { where, actual, expected } = waiver.symptom;
  const texts = [where, actual, expected].filter((text) => text !== undefined && text !== '');
  // An empty symptom would match every failure.
  if (texts.length === 0) return false;
  return check.findings.every((finding) => matchesSymptom(finding, waiver.symptom));
}

/** Whole days from the day of `startedAt` (UTC) to the day `expires`. */
function daysUntil(expires: string, startedAt: string): number {
  const last = Date.parse(`${expires}T00:00:00Z`);
  // An invalid date would never expire, and 31 February would be valid until March.
  if (Number.isNaN(last) || !new Date(last).toISOString().startsWith(expires))
    throw BadInput.of('waiver-date', `a waiver expires on ${expires}, which is not a date`, {
      hint: 'Write the last day on which the waiver is valid as YYYY-MM-DD.',
    });
  return daysBetween(new Date(startedAt).toISOString().slice(0, 10), expires);
}
