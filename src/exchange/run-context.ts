/** What the exchanges of a run need, the same for all of its groups. */
import type { Case, Group } from '../plan/model.ts';
import type { Slots } from './semaphore.ts';
import type { OwnWrites } from './own-writes.ts';
import type { Destination, SendOptions } from './model.ts';
import type { TrialOptions } from './trials.ts';
import type { WalkOptions } from './walk.ts';

/** Whose record an identifier names. `unknown`: it cannot be read, or shows nothing by which it could be told from others. */
export type Whose = 'own' | 'another' | 'unknown';

/** What is known of the first record of an endpoint. */
export interface First {
  readonly found: Promise<Whose>;
  /** Once it is found. */
  readonly whose?: Whose;
}

/** Thrown through a group that is not to send any more. */
export class StoppedError extends Error {}

export interface RunContext extends SendOptions {
  readonly runId: string;
  /** Requests under way at once, over all groups. */
  readonly slots: Slots;
  /** Which of the groups under way has the next free slot: the one with the lowest. */
  readonly rank?: number;
  readonly destination: (service: string, spec: string) => Destination;
  /** A counter of the run. */
  readonly next: () => number;
  /** What the first record that was made of each endpoint was found to be, filled as they are made; without it none is looked at. */
  readonly firsts?: Map<string, First>;
  /** Told how many bytes of answers are kept no longer. */
  readonly release?: WalkOptions['release'];
  /** Pages that a walk goes at most. */
  readonly mostPages?: number;
  /** For the pages of a group: whether all that is wrong in one is seen in what would be kept of it. */
  readonly seenIn?: (group: Group) => NonNullable<WalkOptions['isSeenIn']>;
  /** By service and version, filled as they are written to; without it nobody knows what the run itself brought about. */
  readonly ownWrites?: (to: Destination) => OwnWrites;
  /** For the cases of a group: whether one is to be tried once more. */
  readonly tryAgain?: NonNullable<TrialOptions['tryAgain']>;
  /** Around all that a case sends, for who shows it: `work` is done once, and its result handed on. */
  readonly aroundCase?: <T>(planned: Case, work: () => Promise<T>) => Promise<T>;
  /** Aborted when the run is to end: nothing more is sent but what removes what was made. */
  readonly stop?: AbortSignal;
}

/** Does work that sends one request, once the target bears it: beside those that are under way, and after those that were sent before. */
export function inSlot<T>(
  { slots, pace, rank }: Pick<RunContext, 'slots' | 'pace' | 'rank'>,
  work: () => Promise<T>,
): Promise<T> {
  return slots.through(async () => {
    await pace?.();
    return work();
  }, rank);
}

/** Whether the run is to end. */
export function isStopped({ stop }: Pick<RunContext, 'stop'>): boolean {
  return stop?.aborted === true;
}
