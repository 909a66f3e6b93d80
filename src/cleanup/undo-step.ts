/** Deletes the records that a step created. */
import { defined, extended, maybe } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { valuesAt } from '../model/pointer.ts';
import { isSuccessful } from '../model/success.ts';
import type { Step, Undo, Value } from '../plan/model.ts';
import { isId, operationKey } from '../http/request-policy.ts';
import { createdRecords } from './created-resources.ts';
import type { Destination, DoneExchange, Live, SentExchange } from '../http/model.ts';
import { type Memory, plainResolution, recall, type Resolution, splitOnce } from '../http/resolve-values.ts';
import { trackWrite } from './concurrent-writes.ts';
import { unprotected } from './write-tracker.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { sendUnrecorded } from '../http/send-exchange.ts';

export interface PendingUndo {
  readonly undo: Undo;
  readonly memory: Memory;
  /** Verifies whether the response named another client's record. */
  readonly isForeign?: NonNullable<Live['isForeign']>;
  /** Path parameters of each record to delete, if they are known already. */
  readonly each?: readonly Undo['parameters'][];
}

/** Undo of the records that a step created. Each request of a burst created its own record, so each gets a memory with its own response. */
export function undoOfCreated(
  { name, undo }: Step,
  sent: readonly Pick<SentExchange, 'live'>[],
  memory: Memory,
): readonly PendingUndo[] {
  if (undo === undefined) return [];
  const [first] = sent;
  // A singleton that was not created may be one that existed before the run.
  const isSingleton = eachIn(undo) === undefined && !isAddressed(undo);
  const isDone = ({ live }: Pick<SentExchange, 'live'>): boolean =>
    isSuccess(live) || (!isSingleton && live.answer !== undefined);
  return sent.filter(isDone).map(({ live }) => {
    const own = live === first?.live ? memory : { ...memory, live: new Map(memory.live).set(name, live) };
    return { undo, memory: own, ...defined({ isForeign: live.isForeign }) };
  });
}

/** Undo of the records that an action created, by its responses. The contract declares how to delete them; the plan does not. */
export function undoOfAction(
  { request }: Step,
  sent: readonly Pick<SentExchange, 'live'>[],
  memory: Memory,
  to: Destination,
): readonly PendingUndo[] {
  const { base, method, path, auth } = request;
  const operation = to.catalogue.get(operationKey(base, method, path));
  const { makes } = operation ?? {};
  const { remove } = makes ?? {};
  const removes = remove && to.catalogue.get(operationKey('service', remove.method, remove.path))?.removes;
  if (operation === undefined || makes?.by === undefined || remove === undefined || removes === undefined) return [];
  // The party that created the record deletes it.
  const by = auth.kind === 'other' ? extended(auth, defined({ way: removes.auth.way })) : removes.auth;
  const { first, ...doing } = removes;
  const undo: Undo = { ...doing, ...remove, parameters: {}, auth: by, ...defined({ first }) };
  const exchanged = { request, service: to.service.service, spec: to.spec, address: to.baseUrl };
  return sent.flatMap(({ live: { path: parameters = {}, outcome, answer, isForeign } }) => {
    if (typeof outcome !== 'number') return [];
    const done = { ...exchanged, parameters, outcome: { status: outcome, answer } };
    const each = createdRecords(operation, makes, done, String).flatMap((one) =>
      one.remove === undefined ? [] : [one.remove.parameters],
    );
    return each.length === 0 ? [] : [{ undo, memory, each, ...defined({ isForeign }) }];
  });
}

/** Deletes the records of a step. A record that cannot be deleted stays; later runs create their own data. */
export async function runUndo(
  { undo, memory, isForeign, each }: PendingUndo,
  setup: Memory,
  to: Destination,
  given: CleanupContext,
): Promise<void> {
  const context = unprotected(given);
  if ((await isForeign?.(context.slots)) === true) return;
  await Promise.all(
    (each ?? eachOf(undo, (step) => recall(step, memory, setup)?.answer)).map((parameters) => {
      const resolution = resolutionOf(memory, setup, to, context);
      const step = undoStep(undo, parameters);
      const send = async (one: Step): Promise<DoneExchange['outcome']> => {
        await context.pace?.();
        return trackWrite(context.concurrentWrites?.(to), one.request.path, '', () =>
          sendUnrecorded(one, to, resolution, context),
        );
      };
      return context.slots.through(async () => {
        const first = maybe(undo.first, (it) => () => send(undoStep({ ...it, parameters }, parameters)));
        await deleteWithRetry(() => send(step), first);
      }, context.rank);
    }),
  );
}

/** Path parameters: one set for each value in the response, if the plan says `$each`. */
export function eachOf(
  { parameters }: Undo,
  answerOf: (step: string) => Json | undefined,
): readonly Undo['parameters'][] {
  const each = eachIn({ parameters });
  if (each === undefined) return [parameters];
  const [name, value] = each;
  const [step, pointer] = splitOnce(directiveArgument(value, '$each') ?? '', '#');
  // An empty ID, `.` or `..` would name the collection.
  return valuesAt(answerOf(step), pointer)
    .filter(isId)
    .map((one) => ({ ...parameters, [name]: one }));
}

function eachIn({ parameters }: Pick<Undo, 'parameters'>): readonly [string, Value] | undefined {
  return Object.entries(parameters).find(([, value]) => directiveArgument(value, '$each') !== undefined);
}

/** Deletes; after 409 (RFC 9110 §15.5.10) sends the declared first request and deletes again. */
export async function deleteWithRetry(
  remove: () => Promise<DoneExchange['outcome']>,
  first: (() => Promise<unknown>) | undefined,
): Promise<DoneExchange['outcome']> {
  const outcome = await remove();
  if (first === undefined || !('status' in outcome) || outcome.status !== 409) return outcome;
  await first();
  return remove();
}

/** The request that deletes a record of a step. */
export function undoStep(
  { method, path, server, auth, headers, query }: Undo,
  parameters: Readonly<Record<string, Value>>,
): Step {
  return {
    name: 'undo',
    request: {
      base: 'service',
      method,
      path,
      parameters,
      headers: headers ?? {},
      auth: auth ?? { kind: 'good' },
      ...defined({ server, query }),
    },
    success: { statuses: [] },
  };
}

function resolutionOf(memory: Memory, setup: Memory, to: Destination, context: CleanupContext): Resolution {
  const known = (name: string): Live | undefined => recall(name, memory, setup);
  return {
    ...plainResolution(to, context),
    answer: (name) => known(name)?.answer,
    sent: (name) => known(name)?.sent,
    path: (name) => known(name)?.path,
    location: (name) => known(name)?.location,
  };
}

/** Whether the client chose the ID, so that the address of the create names the record. */
function isAddressed({ parameters }: Undo): boolean {
  return Object.values(parameters).some((value) => directiveArgument(value, '$path') !== undefined);
}

function isSuccess({ outcome }: Live): boolean {
  return typeof outcome === 'number' && isSuccessful(outcome);
}

function directiveArgument(value: Value, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const argument = (value as Readonly<Record<string, Json>>)[name];
  return typeof argument === 'string' ? argument : undefined;
}
