/** Verifies that a service still responds after a group of malformed, aborted or huge requests, and which group stopped it. */
import { type Exchange, isUnavailable, isUnanswered } from '../model/exchange.ts';
import { mergeObjects } from '../model/objects.ts';
import type { FailureKind } from '../model/failure.ts';
import type { Case, Group, RequestTemplate, Step } from '../plan/model.ts';
import { circuitBreakerOf, respondsToHealthCheck } from '../http/send-step.ts';
import type { RunContext } from './run-context.ts';
import { Semaphore } from '../http/rate-limit.ts';
import type { Destination } from '../http/model.ts';

export interface LivenessOptions {
  readonly group: Group;
  /** The liveness read. */
  readonly step: Step;
  /** Exchanges of the group. */
  readonly exchanges: readonly Exchange[];
  readonly to: Destination;
  readonly context: RunContext;
  /** Deletes the records of the group so far. */
  readonly undo: () => Promise<void>;
  readonly read: (context: RunContext) => Promise<Exchange>;
  /** Sends all other cases of the group again. */
  readonly resend: (context: RunContext) => Promise<readonly Exchange[]>;
}

/** The case with the liveness read, which is sent after all other cases. */
export function livenessCase({ cases }: Group): Case | undefined {
  return cases.find(({ steps }) => steps.some(({ send }) => send?.kind === 'liveness'));
}

/**
 * Adds the liveness read to the exchanges of a group. If the service stopped and comes back, the group is sent again while nothing else is
 * sent, and the new exchanges replace the first ones.
 */
export async function withLiveness(options: LivenessOptions): Promise<readonly Exchange[]> {
  const { group, step, exchanges, to, context, undo, read, resend } = options;
  const first = await read(context);
  if (!hasStopped(exchanges, first)) return [...exchanges, first];
  const after = lastRequest(group, exchanges);
  const found = [...exchanges, after === undefined ? first : mergeObjects(first, { after })];
  const isThere = (): Promise<boolean> =>
    circuitBreakerOf(step.request, to, context).isThere(first.failure?.message ?? 'no response');
  if (to.permission.environment === 'production' || !(await isThere())) return found;
  await undo();
  const { slots } = context;
  return slots.through(
    async () => {
      // Another group may have stopped it meanwhile.
      if (!(await isThere())) return found;
      // New values, since the first requests may have been served.
      const alone = { ...context, slots: new Semaphore(1), runId: `${context.runId} again` };
      const again = await resend(alone);
      const second = await read(alone);
      if (!hasStopped(again, second)) return [...again, second];
      // Wait for the service before other groups continue.
      await isThere();
      const last = lastRequest(group, again);
      return [...again, last === undefined ? second : mergeObjects(second, { after: { ...last, twice: true } })];
    },
    context.rank,
    slots.width,
  );
}

/** Whether the service responds to a declared read without a server error, at once or before the circuit breaker gives up. */
export async function isResponding(to: Destination, context: RunContext): Promise<boolean> {
  return (
    (await circuitBreakerOf(ANY_READ, to, context).isThere('no response')) &&
    respondsToHealthCheck(ANY_READ, to, context)
  );
}

const ANY_READ: RequestTemplate = {
  base: 'service',
  method: 'GET',
  path: '',
  parameters: {},
  headers: {},
  auth: { kind: 'none' },
};

/** A refused connection shows a stop even if the service has restarted before the read. */
function hasStopped(exchanges: readonly Exchange[], read: Exchange): boolean {
  return isUnanswered(read) || exchanges.some(({ failure }) => failure?.kind === 'refused');
}

/** The last request that reached the service; undefined if it had stopped before the group. */
function lastRequest(group: Group, exchanges: readonly Exchange[]): Exchange['after'] {
  // Requests that waited for a connection may have started before the request that stopped the service.
  const missed = exchanges
    .filter((one) => isUnanswered(one) && !hasReached(one))
    .map(({ at, durationMs }) => at + durationMs);
  const until = missed.length === 0 ? Infinity : Math.min(...missed);
  const reached = exchanges.filter((one) => hasReached(one) && one.at <= until).toSorted((a, b) => a.at - b.at);
  const caseOf = ({ id }: Exchange): Case | undefined =>
    group.cases.find((one) => id.startsWith(`${one.id}#`) || id.startsWith(`${one.id}~`));
  // Cases come first: setup requests sent at the same time are less likely the cause.
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
  return response === undefined ? BROKEN.includes(failure?.kind) : !isUnavailable(response);
}
