import type { NotSent } from '../model/failure.ts';
import type { Finding } from '../rules/model.ts';

/**
 * How one check in one spec version is named where both matter: `<check id>@<spec>`.
 *
 * Lists such as a waiver's `excuses` and a reason's `checks` hold these, because a check id alone stands for the check
 * in every version. It is made by this function and compared as a whole; nothing takes it apart.
 */
export function checkRef({ id, spec }: { readonly id: string; readonly spec: string }): string {
  let refs = known.get(spec);
  if (refs === undefined) known.set(spec, (refs = new Map<string, string>()));
  let ref = refs.get(id);
  if (ref === undefined) refs.set(id, (ref = `${id}@${spec}`));
  return ref;
}

/** By version and id: a check is named some twenty times on its way into a report, and by each group that judges it. */
const known = new Map<string, Map<string, string>>();

/** What is said of a check, and what a target's waivers make of it. */

/** From worst to best; a roll-up is the worst there is, and `untested` where there is nothing to roll up. */
export const VERDICTS = ['fail', 'inconclusive', 'untested', 'pass', 'inapplicable'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const DISPOSITIONS = [
  'nonconforming',
  'unexpected-pass',
  'undetermined',
  'expected-failure',
  'conforming',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** In how many of all tries a check failed. A failure that is intermittent did not occur in all of them. */
export interface Tries {
  readonly failed: number;
  readonly of: number;
}

/**
 * What one group says of one check. Passive checks get one from each group of their operation; `mergeResults` in
 * `roll-up.ts` joins them, in any order and grouping, to the same result. That is what lets shards be merged.
 */
export interface CheckResult {
  readonly check: string;
  readonly spec: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Of a `fail` whose case was repeated. */
  readonly tries?: Tries;
  /** Ids of the exchanges that it rests on. */
  readonly evidence: readonly string[];
  /** From a group that was not to judge it: it counts beside the others, and where the check was planned. */
  readonly aside?: true;
  /** Why it is `inconclusive` or `inapplicable`. */
  readonly cause?: string;
  /** Why a request of it was not sent, where that decided. */
  readonly notSent?: NotSent;
  /** Of an `inapplicable` one: it is so only because of the moment, and the next run may judge it. */
  readonly unsettled?: true;
  /** Of an `inconclusive` one: ids of the checks that judge the prerequisites it failed on, where all are known. */
  readonly blockedBy?: readonly string[];
}

/**
 * What became of a waiver in a run. All but `used` and `untried` say that the list must be mended.
 * `stale`: its checks all pass now. `unmatched`: no planned check. `mismatched`: a check of it fails in another way.
 * `overlapping`: another waiver excuses the same check. `untried`: its checks could not be judged.
 */
export const WAIVER_STATES = ['used', 'stale', 'expired', 'unmatched', 'mismatched', 'overlapping', 'untried'] as const;
export type WaiverState = (typeof WAIVER_STATES)[number];
