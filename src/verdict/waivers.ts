/**
 * Waivers against verdicts: what each check's verdict amounts to, and what became of each waiver.
 *
 * A waiver excuses a named failure that looks as described, and nothing else. It never changes a verdict; it is void
 * the day after its last day; and when it does not do what it says, that is itself a finding, or the list would only grow.
 */
import { daysBetween } from '../model/dates.ts';
import { inScope, shows } from '../model/check-scope.ts';
import { BadInput } from '../errors.ts';
import type { Waiver } from '../load/model.ts';
import type { Finding } from '../rules/model.ts';
import { checkRef, type Disposition, type Verdict, type WaiverState } from './model.ts';

/** What matching needs to know of a waiver: all but the place where it was written. */
export type WaiverEntry = Omit<Waiver, 'at'>;

export interface JudgedCheck {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

export interface WaiverUse {
  readonly waiver: WaiverEntry;
  readonly state: WaiverState;
  /** Whole days from the run's start until its last day; negative when expired. */
  readonly daysLeft: number;
  /** References (`checkRef`) of the checks that it excuses. */
  readonly excuses: readonly string[];
}

export interface WaiverOptions {
  /** ISO 8601, UTC: the run's start, whose day decides what has expired. */
  readonly startedAt: string;
  /** The run was narrowed on purpose (`--only`, a shard): a waiver without a planned check is then merely untried. */
  readonly narrowed?: boolean;
}

export interface AppliedWaivers {
  readonly dispositions: ReadonlyMap<string, Disposition>;
  readonly waivers: readonly WaiverUse[];
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

  const uses = prepared.map(({ waiver, scope, daysLeft, expired, excused }): WaiverUse => {
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

/** The truth table. Only a fail can be excused; only a pass can be unexpected. */
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
  // A symptom that says nothing would excuse every failure, today's and next year's.
  if (texts.length === 0) return false;
  return check.findings.every((finding) => shows(finding, waiver.symptom));
}

/** Whole days from the day of `startedAt` (UTC) to the day `expires`. */
function daysUntil(expires: string, startedAt: string): number {
  const last = Date.parse(`${expires}T00:00:00Z`);
  // A text that is no day would compare with nothing and hold for ever; 31 February would hold into March.
  if (Number.isNaN(last) || !new Date(last).toISOString().startsWith(expires))
    throw BadInput.of('waiver-date', `a waiver expires on ${expires}, which is not a day`, {
      hint: 'Write the last day it holds as YYYY-MM-DD.',
    });
  return daysBetween(new Date(startedAt).toISOString().slice(0, 10), expires);
}
