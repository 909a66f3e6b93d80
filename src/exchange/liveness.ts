/** Whether a service still responds after a group of malformed, aborted or huge requests, and whether it was this group that stopped it. */
import { isAway, isUnanswered } from '../record/away.ts';
import { extended } from '../record/extended.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Case, Group, RequestTemplate, Step } from '../plan/model.ts';
import { pulseOf } from './answered.ts';
import type { RunContext } from './run-context.ts';
import { Semaphore } from './semaphore.ts';
import type { Destination } from './sender.ts';

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
    pulseOf(step.request, to, context).isThere(first.failure?.message ?? 'no response');
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

/** Whether the service responds to the cheap read of its contract, or comes back within the patience of the circuit breaker. */
export function responds(to: Destination, context: RunContext): Promise<boolean> {
  return pulseOf(ANY_READ, to, context).isThere('no response');
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

/** The request after which nothing was answered; undefined if the service had stopped before the group. */
function lastRequest(group: Group, exchanges: readonly Exchange[]): Exchange['after'] {
  const sent = exchanges.filter(({ failure }) => failure?.kind !== 'not-sent').toSorted((a, b) => a.at - b.at);
  const lost = sent.findIndex((one) => isUnanswered(one));
  const [first, before] = lost === -1 ? [undefined, sent.at(-1)] : [sent[lost], sent[lost - 1]];
  // A connection that broke off carried the request; one that was refused, or served by an intermediary, did not.
  const isCause = first !== undefined && first.failure?.kind !== 'refused' && !isAway(first.response);
  const last = isCause ? first : before;
  if (last === undefined || sent.every((one) => isUnanswered(one) && one.failure?.kind !== 'reset')) return undefined;
  const title = group.cases.find(({ id }) => last.id.startsWith(`${id}#`) || last.id.startsWith(`${id}~`))?.title;
  const { pathname } = new URL(last.request.url);
  const request = `${last.request.method} ${pathname}${title === undefined ? '' : ` (${title})`}`;
  return { exchange: last.id, request };
}
