/** Whether a service still responds after a group of malformed, aborted or huge requests, and whether it was this group that stopped it. */
import { type Exchange, isAway, isUnanswered } from '../model/exchange.ts';
import { extended } from '../model/objects.ts';
import type { FailureKind } from '../model/failure.ts';
import type { Case, Group, RequestTemplate, Step } from '../plan/model.ts';
import { circuitBreakerOf, fulfilsRead } from '../http/send-step.ts';
import type { RunContext } from './run-context.ts';
import { Semaphore } from '../http/rate-limit.ts';
import type { Destination } from '../http/model.ts';

export interface LivenessOptions {
  readonly group: Group;
  /** The cheap read. */
  readonly step: Step;
  /** What the group has exchanged. */
  readonly exchanges: readonly Exchange[];
  readonly to: Destination;
  readonly context: RunContext;
  /** Removes what the group created so far. */
  readonly undo: () => Promise<void>;
  readonly read: (context: RunContext) => Promise<Exchange>;
  /** Sends all other cases of the group once more. */
  readonly resend: (context: RunContext) => Promise<readonly Exchange[]>;
}

/** The case that sends the cheap read, if the group has one: it is sent after all other cases. */
export function livenessCase({ cases }: Group): Case | undefined {
  return cases.find(({ steps }) => steps.some(({ send }) => send?.kind === 'liveness'));
}

/**
 * The exchanges of the group with the cheap read. If the service stopped and comes back, the group is sent once more while nothing else
 * is sent, and those exchanges take the place of the first ones.
 */
export async function withLiveness(options: LivenessOptions): Promise<readonly Exchange[]> {
  const { group, step, exchanges, to, context, undo, read, resend } = options;
  const first = await read(context);
  if (!hasStopped(exchanges, first)) return [...exchanges, first];
  const after = lastRequest(group, exchanges);
  const found = [...exchanges, after === undefined ? first : extended(first, { after })];
  const isThere = (): Promise<boolean> =>
    circuitBreakerOf(step.request, to, context).isThere(first.failure?.message ?? 'no response');
  if (to.permission.environment === 'production' || !(await isThere())) return found;
  await undo();
  const { slots } = context;
  return slots.through(
    async () => {
      // Another group may have stopped it again meanwhile.
      if (!(await isThere())) return found;
      // Values of its own: the first requests may have been served.
      const alone = { ...context, slots: new Semaphore(1), runId: `${context.runId} again` };
      const again = await resend(alone);
      const second = await read(alone);
      if (!hasStopped(again, second)) return [...again, second];
      // Nothing else is sent before the service is back.
      await isThere();
      const last = lastRequest(group, again);
      return [...again, last === undefined ? second : extended(second, { after: { ...last, twice: true } })];
    },
    context.rank,
    slots.width,
  );
}

/**
 * Whether the service responds to a read of its contract without a server error, at once or before the circuit breaker gives up. A service
 * that answers every read with 500 has stopped working.
 */
export async function responds(to: Destination, context: RunContext): Promise<boolean> {
  return (await circuitBreakerOf(ANY_READ, to, context).isThere('no response')) && fulfilsRead(ANY_READ, to, context);
}

const ANY_READ: RequestTemplate = {
  base: 'service',
  method: 'GET',
  path: '',
  parameters: {},
  headers: {},
  auth: { kind: 'none' },
};

/** A connection refused on the way shows a stop even if the service has restarted before the read. */
function hasStopped(exchanges: readonly Exchange[], read: Exchange): boolean {
  return isUnanswered(read) || exchanges.some(({ failure }) => failure?.kind === 'refused');
}

/** The last request that reached the service before it stopped; undefined if it had stopped before the group. */
function lastRequest(group: Group, exchanges: readonly Exchange[]): Exchange['after'] {
  // The request that stopped it may have been sent after one that was already waiting for its connection.
  const missed = exchanges
    .filter((one) => isUnanswered(one) && !hasReached(one))
    .map(({ at, durationMs }) => at + durationMs);
  const until = missed.length === 0 ? Infinity : Math.min(...missed);
  const reached = exchanges.filter((one) => hasReached(one) && one.at <= until).toSorted((a, b) => a.at - b.at);
  const caseOf = ({ id }: Exchange): Case | undefined =>
    group.cases.find((one) => id.startsWith(`${one.id}#`) || id.startsWith(`${one.id}~`));
  // Requests under way at the same time as the setup come after it.
  const last = reached.findLast((one) => caseOf(one) !== undefined) ?? reached.at(-1);
  if (last === undefined) return undefined;
  const { method, url } = last.request;
  const title = caseOf(last)?.title;
  return {
    exchange: last.id,
    request: `${method} ${new URL(url).pathname}${title === undefined ? '' : ` (${title})`}`,
  };
}

const BROKEN: readonly (FailureKind | undefined)[] = ['reset', 'timeout', 'truncated', 'protocol'];

function hasReached({ response, failure }: Exchange): boolean {
  return response === undefined ? BROKEN.includes(failure?.kind) : !isAway(response);
}
