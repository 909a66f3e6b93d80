/** A case that departs while the service was away, or by what others may have done meanwhile, is tried again, until it is known whether that was it. */
import { setTimeout as byTheClock } from 'node:timers/promises';
import { isUnheard } from '../record/away.ts';
import { FIRST_TRIAL } from '../record/trial.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Case, Group } from '../plan/model.ts';
import type { Slots } from '../http/semaphore.ts';

/** By all exchanges of a case and of its setup so far: whether it is to be tried once more. */
export type TryAgain = (planned: Case, exchanges: readonly Exchange[]) => boolean;

export interface TrialOptions {
  readonly tryAgain?: (group: Group) => TryAgain;
  /** Default: by the clock of the machine. */
  readonly sleep?: Sleep;
  readonly slots: Pick<Slots, 'quiet'>;
}

type Sleep = (milliseconds: number, value?: undefined, until?: { readonly signal: AbortSignal }) => Promise<unknown>;

/** Who wrote at one moment may have ended at the next; longer before each further trial. */
const PAUSE_MS = 200;

/** Whoever was away is given as long as for a read that is sent again. */
export const AWAY_MS = 1000;

/**
 * The exchanges of all trials, in their order.
 * @param setup what was exchanged before, for the cases of the group
 */
export async function retryCase(
  planned: Case,
  group: Group,
  setup: readonly Exchange[],
  { tryAgain, sleep = byTheClock, slots }: TrialOptions,
  once: (trial: number) => Promise<readonly Exchange[]>,
): Promise<readonly Exchange[]> {
  const again = tryAgain?.(group);
  const all = [...(await once(FIRST_TRIAL))];
  let last: readonly Exchange[] = all;
  for (let trial = FIRST_TRIAL + 1; again?.(planned, [...setup, ...all]) === true; trial += 1) {
    const wait = last.some(isUnheard) ? AWAY_MS : PAUSE_MS * (trial - FIRST_TRIAL);
    await pause(wait, sleep, last.some(({ crossed }) => crossed === true) ? slots : {});
    last = await once(trial);
    all.push(...last);
  }
  return all;
}

/** Where it was this run that wrote, no longer than until it has nothing else to do. */
async function pause(milliseconds: number, sleep: Sleep, slots: TrialOptions['slots']): Promise<void> {
  const over = new AbortController();
  // Cut short, it rejects.
  const slept = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([slept, ...(slots.quiet === undefined ? [] : [slots.quiet(over.signal)])]);
  over.abort();
}
