/** What the exchanges of a run need, the same for all of its groups. */
import type { CleanupContext } from '../cleanup/cleanup-context.ts';
import type { TraversalOptions } from '../http/pagination.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Case, Group } from '../plan/model.ts';

/** Thrown through a group that is not to send any more. */
export class StoppedError extends Error {}

export interface RunContext extends CleanupContext {
  /** Gets how many bytes of responses are no longer kept. */
  readonly release?: TraversalOptions['release'];
  /** For the pages of a group: whether all that is wrong in one page is seen in what would be kept of it. */
  readonly seenIn?: (group: Group) => NonNullable<TraversalOptions['isSeenIn']>;
  /** For the cases of a group: whether a case is to be tried once more, by all exchanges of the case and its setup so far. */
  readonly tryAgain?: (group: Group) => (planned: Case, exchanges: readonly Exchange[]) => boolean;
  /** Around all that a case sends, for Playwright's steps: `work` is done once, and its result is returned. */
  readonly aroundCase?: <T>(planned: Case, work: () => Promise<T>) => Promise<T>;
  /** Aborted when the run ends: only cleanup is sent after that. */
  readonly stop?: AbortSignal;
}

/** Whether the run is to end. */
export function isStopped({ stop }: Pick<RunContext, 'stop'>): boolean {
  return stop?.aborted === true;
}
