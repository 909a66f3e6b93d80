import type { NotSentReason } from '../model/failure.ts';
import type { Finding } from '../rules/model.ts';

/**
 * A check in one spec version: `<check id>@<spec>`, used where the version matters, such as in a waiver's `excuses`.
 * Opaque: it is compared as a whole.
 */
export function checkRef({ id, spec }: { readonly id: string; readonly spec: string }): string {
  let refs = known.get(spec);
  if (refs === undefined) known.set(spec, (refs = new Map<string, string>()));
  let ref = refs.get(id);
  if (ref === undefined) refs.set(id, (ref = `${id}@${spec}`));
  return ref;
}

/** Cached by version and id: every check is named about twenty times on its way into a report. */
const known = new Map<string, Map<string, string>>();

/** From worst to best. A roll-up is the worst one, and `untested` without any. */
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
 * The result of one check in one group. A passive check has one for each group of its operation; `mergeResults` in
 * `roll-up.ts` joins them in any order and grouping, so shards can be merged.
 */
export interface CheckResult {
  readonly check: string;
  readonly spec: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** For a `fail` whose case was repeated. */
  readonly tries?: Tries;
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
  /** From a group that was not planned to judge the check; counts in addition to those that were. */
  readonly aside?: true;
  /** Reason for `inconclusive` or `inapplicable`. */
  readonly cause?: string;
  /** Reason why a request was not sent, if that decided. */
  readonly notSent?: NotSentReason;
  /** For `inapplicable`: only temporary, the next run may judge the check. */
  readonly unsettled?: true;
  /** For `inconclusive`: the checks that judge its unmet preconditions, if all are known. */
  readonly blockedBy?: readonly string[];
}

/**
 * State of a waiver after a run. All but `used` and `untried` mean that the waiver file must be fixed. `stale`: all its
 * checks pass. `unmatched`: no planned check. `mismatched`: one of its checks fails in another way. `overlapping`:
 * another waiver covers the same check. `untried`: its checks could not be judged.
 */
export const WAIVER_STATES = ['used', 'stale', 'expired', 'unmatched', 'mismatched', 'overlapping', 'untried'] as const;
export type WaiverState = (typeof WAIVER_STATES)[number];
