/** Context of the exchanges of a run, shared by all groups. */
import type { CleanupContext } from '../cleanup/cleanup-context.ts';
import type { TraversalOptions } from '../http/pagination.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Case, Group } from '../plan/model.ts';

/** Thrown in a group after the run was stopped. */
export class StoppedError extends Error {}

export interface RunContext extends CleanupContext {
  /** Called with the number of response bytes that are dropped. */
  readonly release?: TraversalOptions['release'];
  /** Whether a reduced page shows all failures of the whole page. */
  readonly seenIn?: (group: Group) => NonNullable<TraversalOptions['isSeenIn']>;
  /** Whether a case is retried, by all its exchanges and those of its setup so far. */
  readonly tryAgain?: (group: Group) => (planned: Case, exchanges: readonly Exchange[]) => boolean;
  /** Wraps all requests of a case in a Playwright step and returns the result of `work`. */
  readonly aroundCase?: <T>(planned: Case, work: () => Promise<T>) => Promise<T>;
  /** Aborted when the run ends: after that only cleanup is sent. */
  readonly stop?: AbortSignal;
}

export function isStopped({ stop }: Pick<RunContext, 'stop'>): boolean {
  return stop?.aborted === true;
}
