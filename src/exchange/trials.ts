/** A case that departs by what others may have done meanwhile is tried again, until it is known whether that was it. */
import { setTimeout as byTheClock } from 'node:timers/promises';
import { FIRST_TRIAL } from '../record/trial.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Case, Group } from '../plan/model.ts';

/** By all exchanges of a case and of its setup so far: whether it is to be tried once more. */
export type TryAgain = (planned: Case, exchanges: readonly Exchange[]) => boolean;

export interface TrialOptions {
  readonly tryAgain?: (group: Group) => TryAgain;
  /** Default: by the clock of the machine. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Who wrote at one moment may have ended at the next; longer before each further trial. */
const PAUSE_MS = 200;

/**
 * The exchanges of all trials, in their order.
 * @param setup what was exchanged before, for the cases of the group
 */
export async function inTrials(
  planned: Case,
  group: Group,
  setup: readonly Exchange[],
  { tryAgain, sleep = byTheClock }: TrialOptions,
  once: (trial: number) => Promise<readonly Exchange[]>,
): Promise<readonly Exchange[]> {
  const again = tryAgain?.(group);
  const all = [...(await once(FIRST_TRIAL))];
  for (let trial = FIRST_TRIAL + 1; again?.(planned, [...setup, ...all]) === true; trial += 1) {
    await sleep(PAUSE_MS * (trial - FIRST_TRIAL));
    all.push(...(await once(trial)));
  }
  return all;
}
