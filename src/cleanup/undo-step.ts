/** Deletes the records that a step created, when its case or group has ended. */
import { omitUndefined } from '../model/objects.ts';
import { type Json, isMap } from '../model/json.ts';
import { valuesAt } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { Step, CleanupRequest, Value } from '../plan/model.ts';
import { isRecordId, operationKey } from '../http/request-policy.ts';
import { createdRecords } from './created-resources.ts';
import type { Destination, StepResult, SentExchange } from '../http/model.ts';
import { type StepMemory, plainResolution, resultOfStep, splitOnce } from '../http/resolve-values.ts';
import { withoutSnapshots } from './write-tracker.ts';
import { type CleanupContext, sendCleanup } from './cleanup-context.ts';
import { deleteWithRetry, removalOfRecord } from './delete-records.ts';

export interface PendingUndo {
  /** DELETE requests, one for each record. Their directives refer to `memory`. */
  readonly removals: (setup: StepMemory) => readonly CleanupRequest[];
  readonly memory: StepMemory;
  /** Verifies whether the response named another client's record. */
  readonly isForeign?: NonNullable<StepResult['isForeign']>;
}

/** Undo of the records that a step created. Each request of a burst created its own record, so each gets a memory with its own response. */
export function undoOfCreated(
  { name, undo }: Step,
  sent: readonly Pick<SentExchange, 'result'>[],
  memory: StepMemory,
): readonly PendingUndo[] {
  if (undo === undefined) return [];
  const [first] = sent;
  // A singleton that was not created may be one that existed before the run.
  const isSingleton = idPerRecord(undo) === undefined && !isAddressed(undo);
  const isDone = ({ result }: Pick<SentExchange, 'result'>): boolean =>
    isSuccess(result) || (!isSingleton && result.answer !== undefined);
  return sent.filter(isDone).map(({ result }) => {
    const own = result === first?.result ? memory : { ...memory, results: new Map(memory.results).set(name, result) };
    const removals = (setup: StepMemory): readonly CleanupRequest[] =>
      removalsOf(undo, (step) => resultOfStep(step, own, setup)?.answer);
    return { removals, memory: own, ...omitUndefined({ isForeign: result.isForeign }) };
  });
}

/** Undo of the records that an action created, according to its responses. The contract declares the delete; the plan does not. */
export function undoOfAction(
  { request }: Step,
  sent: readonly Pick<SentExchange, 'result'>[],
  memory: StepMemory,
  to: Destination,
): readonly PendingUndo[] {
  const operation = to.operations.get(operationKey(request.base, request.method, request.path));
  const makes = operation?.makes;
  if (operation === undefined || makes?.by === undefined) return [];
  const exchanged = { request, service: to.service.service, spec: to.spec, address: to.baseUrl };
  return sent.flatMap(({ result: { path: parameters = {}, outcome, answer, isForeign } }) => {
    if (typeof outcome !== 'number') return [];
    const done = { ...exchanged, parameters, outcome: { status: outcome, answer } };
    const removals = createdRecords(operation, makes, done, String).flatMap((one) => removalOfRecord(one, to) ?? []);
    return removals.length === 0 ? [] : [{ removals: () => removals, memory, ...omitUndefined({ isForeign }) }];
  });
}

/** Deletes the records of a step. A record that cannot be deleted stays; later runs create their own data. */
export async function runUndo(
  { removals, memory, isForeign }: PendingUndo,
  setup: StepMemory,
  to: Destination,
  given: CleanupContext,
): Promise<void> {
  const context = withoutSnapshots(given);
  if ((await isForeign?.(context.slots)) === true) return;
  await Promise.all(
    removals(setup).map((removal) => {
      const resolution = {
        ...plainResolution(to, context),
        resultOf: (name: string) => resultOfStep(name, memory, setup),
      };
      return context.slots.through(
        () => deleteWithRetry(removal, (request) => sendCleanup(request, to, context, { resolution })),
        context.rank,
      );
    }),
  );
}

/** One delete for each ID in the response, if the plan says `$each`. */
function removalsOf(undo: CleanupRequest, answerOf: (step: string) => Json | undefined): readonly CleanupRequest[] {
  const each = idPerRecord(undo);
  if (each === undefined) return [undo];
  const [name, value] = each;
  const [step, pointer] = splitOnce(directiveArgument(value, '$each') ?? '', '#');
  // An empty ID, `.` or `..` would name the collection.
  return valuesAt(answerOf(step), pointer)
    .filter(isRecordId)
    .map((id) => ({ ...undo, parameters: { ...undo.parameters, [name]: id } }));
}

function idPerRecord({ parameters }: CleanupRequest): readonly [string, Value] | undefined {
  return Object.entries(parameters).find(([, value]) => directiveArgument(value, '$each') !== undefined);
}

/** Whether the client chose the ID, so that the address of the create names the record. */
function isAddressed({ parameters }: CleanupRequest): boolean {
  return Object.values(parameters).some((value) => directiveArgument(value, '$path') !== undefined);
}

function isSuccess({ outcome }: StepResult): boolean {
  return typeof outcome === 'number' && isSuccessStatus(outcome);
}

function directiveArgument(value: Value, name: string): string | undefined {
  const argument = isMap(value) ? value[name] : undefined;
  return typeof argument === 'string' ? argument : undefined;
}
