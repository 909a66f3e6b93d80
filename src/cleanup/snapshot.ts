/**
 * Snapshots of resources that existed before the run: read and written to disk before a request changes them, restored and read again when
 * the group has ended.
 */
import { randomUUID } from 'node:crypto';
import type { RequestTemplate } from '../plan/model.ts';
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { encodePercent } from '../model/text.ts';
import { isSuccessStatus } from '../model/success.ts';
import { fillPath } from '../model/path-template.ts';
import { changedFields, writesToExisting, lostFields, withoutAbsentFields } from './snapshot-fields.ts';
import { isRecordId, endpointOfRecordValue, operationKey } from '../http/request-policy.ts';
import { ABSENT_STATUSES, noteFailedCleanup, type Snapshot } from './created-resources.ts';
import type { RecordId, ExistingResourceWrite } from '../http/declared-operations.ts';
import type { Destination, FinishedExchange } from '../http/model.ts';
import { plainResolution, resolveValue } from '../http/resolve-values.ts';
import { withoutSnapshots } from './write-tracker.ts';
import { callerOfParty, type CleanupContext, sendCleanup } from './cleanup-context.ts';
import { notSentFailure } from '../http/transport.ts';

/** Snapshots of one group. */
export class Snapshots {
  readonly #to: Destination;
  readonly #context: CleanupContext;
  /** First reads, by address. */
  readonly #reads = new Map<string, Promise<FinishedExchange['outcome']>>();
  readonly #states: Snapshot[] = [];
  /** Reason why a state cannot be restored, by method, caller and address; undefined if the write may be sent. */
  readonly #rehearsals = new Map<string, Promise<string | undefined>>();

  constructor(to: Destination, context: CleanupContext) {
    this.#to = to;
    this.#context = withoutSnapshots(context);
  }

  /**
   * Takes a snapshot before a write to an address that the run did not create. Rejects with `not-sent` if a resource exists there and the
   * contract declares no write that restores it, unless the target is disposable.
   */
  readonly protect = async (request: RequestTemplate, parameters: FinishedExchange['parameters']): Promise<void> => {
    const { operations, permission } = this.#to;
    const one = writesToExisting(request)
      ? operations.get(operationKey(request.base, request.method, request.path))?.writesExisting
      : undefined;
    if (one === undefined) return;
    const why = await this.#whyNotAllowed(one, request, parameters);
    if (why !== undefined && !permission.disposable)
      throw notSentFailure('not-allowed', `${request.method} ${request.path} is not tested: ${why}`);
  };

  async #whyNotAllowed(
    one: ExistingResourceWrite,
    { auth, parameters: planned }: RequestTemplate,
    parameters: FinishedExchange['parameters'],
  ): Promise<string | undefined> {
    // Each caller may have a singleton of its own.
    const by = auth.kind === 'other' ? (auth.party ?? 'other') : undefined;
    const address = fillPath(one.path, (name) => encodePercent(String(parameters[name] ?? '')));
    if (one.read === undefined)
      return `the contract declares no read of ${one.path} that returns all values to restore`;
    const readKey = `${by ?? ''} ${address}`;
    let reading = this.#reads.get(readKey);
    if (reading === undefined) {
      reading = sendCleanup(
        { ...one.read, parameters, auth: callerOfParty(by, one.read.auth) },
        this.#to,
        this.#context,
      );
      this.#reads.set(readKey, reading);
    }
    const found = await reading;
    const isThere = 'status' in found && isSuccessStatus(found.status);
    const isAbsent = 'status' in found && ABSENT_STATUSES.includes(found.status);
    const values = Object.values(planned);
    const isInvented = values.length > 0 && values.every((value) => endpointOfRecordValue(value) === undefined);
    // No record has an ID that a case invents, and a singleton that the run can create is its own.
    if (!isThere && (isInvented || (isAbsent && one.isCreated === true))) return undefined;
    if (!isThere) return `GET ${one.path} does not return the values to restore (${outcomeWords(found)})`;
    if (one.restore === undefined || one.isCreated === true)
      return `${one.path} exists before the run, and the contract declares no write that restores all of it`;
    const key = `${one.restore.method} ${readKey}`;
    const rehearsal = this.#rehearsals.get(key) ?? this.#rehearse(one, one.restore, by, parameters, found.answer);
    this.#rehearsals.set(key, rehearsal);
    return rehearsal;
  }

  /** Takes the snapshot. Unless the target is disposable, writes it back unchanged to verify that this restores the resource. */
  async #rehearse(
    one: ExistingResourceWrite,
    restore: NonNullable<ExistingResourceWrite['restore']>,
    by: string | undefined,
    parameters: FinishedExchange['parameters'],
    answer: Json | undefined,
  ): Promise<string | undefined> {
    const [lost] = lostFields(restore.replaces, answer);
    if (lost !== undefined)
      return `${one.path} has the field "${lost}", which the contract does not name, so ${restore.method} might not restore it`;
    const state = takeSnapshot({ ...one, ...restore, by, parameters }, answer, this.#to, this.#context);
    if (state === undefined)
      return `${one.path} has a value that must not be written to disk, so a stopped run could not restore it`;
    this.#states.push(state);
    if (this.#to.permission.disposable) return undefined;
    const { outcome, still } = await writeBack(state, one, this.#to, this.#context);
    if (still === undefined) return undefined;
    const how = still === WRITE_FAILED ? outcomeWords(outcome) : still;
    return `${restore.method} ${one.path} does not restore the state before the run (${how})`;
  }

  /** Restores all snapshots and reads the resources again. */
  async restore(): Promise<void> {
    const { slots, rank } = this.#context;
    for (const state of this.#states)
      await slots.through(() => restoreSnapshot(state, this.#to, this.#context, false), rank);
    this.#states.length = 0;
    this.#rehearsals.clear();
  }
}

function outcomeWords(outcome: FinishedExchange['outcome']): string {
  return 'status' in outcome ? `status ${outcome.status}` : outcome.message;
}

/** Writes the snapshot to disk. Undefined if a value is masked, since it could not be restored. */
function takeSnapshot(
  {
    path,
    method,
    body,
    replaces,
    by,
    parameters,
  }: Pick<ExistingResourceWrite, 'path'> &
    Pick<NonNullable<ExistingResourceWrite['restore']>, 'method' | 'body' | 'replaces'> & {
      readonly by: string | undefined;
      readonly parameters: FinishedExchange['parameters'];
    },
  answer: Json | undefined,
  to: Pick<Destination, 'operations' | 'service' | 'spec' | 'baseUrl' | 'redactor' | 'zone'>,
  context: CleanupContext,
): Snapshot | undefined {
  const {
    operations,
    service: { service },
    spec,
    baseUrl: address,
    redactor,
  } = to;
  const template = replaces === undefined ? body : withoutAbsentFields(body, answer);
  const before = resolveValue(template, { ...plainResolution(to, context), resultOf: () => ({ answer }) });
  if (context.createdResources !== undefined && !redactor.isOpen(before)) return undefined;
  const endpoint = operations.get(operationKey('service', method, path))?.endpoint ?? path;
  const ids = Object.entries(parameters).filter((one): one is [string, RecordId] => isRecordId(one[1]));
  const state = {
    key: `${service}@${spec} ${method} ${path} ${randomUUID()}`,
    service,
    spec,
    endpoint,
    address,
    under: [],
    ...omitUndefined({ by }),
    restore: { method, path, body: before, ...(ids.length === 0 ? {} : { parameters: Object.fromEntries(ids) }) },
  };
  context.createdResources?.addSnapshot(state);
  return state;
}

/**
 * Restores a resource: reads it, writes it back if it differs, and reads it again. Returns true if nothing differed. `asksFirst`: whether
 * to keep a resource that another client changed since then. Right after the run's own writes, an unknown value is more likely one that the
 * service stores differently.
 */
export async function restoreSnapshot(
  left: Snapshot,
  to: Destination,
  context: CleanupContext,
  asksFirst: boolean,
): Promise<boolean> {
  const { createdResources } = context;
  const { method, path } = left.restore;
  const { writesExisting } = to.operations.get(operationKey('service', method, path)) ?? {};
  // The contract must declare the operation; a line in a file alone does not justify a request.
  if (writesExisting?.read === undefined || writesExisting.restore === undefined) return false;
  const first = await readAgain(left, writesExisting, to, context);
  const found = differencesIn(left, writesExisting, first, to, context);
  if (found === undefined && asksFirst) {
    if (createdResources)
      noteFailedCleanup(
        createdResources,
        left.key,
        `the current state is unknown: ${writesExisting.read.method}`,
        first,
      );
    return false;
  }
  if (found?.all.length === 0) {
    createdResources?.markGone(left.key, '');
    return true;
  }
  if (asksFirst && found !== undefined && found.ofOthers.length > 0) {
    createdResources?.markFailed(left.key, changedByOthers(found.ofOthers), false);
    return false;
  }
  const { outcome, still } = await writeBack(left, writesExisting, to, context);
  if (still === undefined) createdResources?.markGone(left.key, '');
  else if (still !== WRITE_FAILED && 'status' in outcome)
    createdResources?.markFailed(
      left.key,
      `${method} returned ${outcome.status}, but ${writesExisting.read.method} does not return the previous state: ${still}`,
      false,
    );
  else if (createdResources) noteFailedCleanup(createdResources, left.key, method, outcome);
  return false;
}

const WRITE_FAILED = Symbol('the write did not succeed');

/** Writes a snapshot back and reads the resource again. `still`: the first field that differs; undefined if none does. */
async function writeBack(
  left: Snapshot,
  one: ExistingResourceWrite,
  to: Destination,
  context: CleanupContext,
): Promise<{
  readonly outcome: FinishedExchange['outcome'];
  readonly still: string | typeof WRITE_FAILED | undefined;
}> {
  const { method, path, parameters = {}, body } = left.restore;
  const { auth, headers, query, server, media }: Partial<NonNullable<ExistingResourceWrite['restore']>> =
    one.restore ?? {};
  // Sent as text, since the values may look like directives of a plan.
  const text = { kind: 'text', text: JSON.stringify(body) } as const;
  const request = {
    base: 'service',
    method,
    path,
    parameters,
    headers: headers ?? {},
    auth: callerOfParty(left.by, auth ?? { kind: 'none' }),
    ...omitUndefined({ query, server, media }),
    body: text,
  } as const;
  const outcome = await sendCleanup(request, to, context);
  if (!('status' in outcome) || !isSuccessStatus(outcome.status)) return { outcome, still: WRITE_FAILED };
  const last = await readAgain(left, one, to, context);
  const [still] = differencesIn(left, one, last, to, context)?.all ?? [outcomeWords(last)];
  return { outcome, still };
}

function readAgain(
  { by, restore: { parameters = {} } }: Snapshot,
  { read }: ExistingResourceWrite,
  to: Destination,
  context: CleanupContext,
): Promise<FinishedExchange['outcome']> {
  if (read === undefined) throw new Error('a previous state was recorded without a read');
  return sendCleanup({ ...read, parameters, auth: callerOfParty(by, read.auth) }, to, context);
}

/** Fields that differ from the snapshot; undefined if the resource cannot be read. */
function differencesIn(
  left: Snapshot,
  { restore }: ExistingResourceWrite,
  shown: FinishedExchange['outcome'],
  to: Destination,
  context: CleanupContext,
): ReturnType<typeof changedFields> | undefined {
  const isGone = 'status' in shown && ABSENT_STATUSES.includes(shown.status);
  if (restore === undefined || !('status' in shown) || !(isGone || isSuccessStatus(shown.status))) return undefined;
  const answer = isGone ? null : shown.answer;
  return changedFields(
    left,
    restore.body,
    resolveValue(restore.body, { ...plainResolution(to, context), resultOf: () => ({ answer }) }),
  );
}

/** Message for one line of a terminal. */
function changedByOthers(fields: readonly string[]): string {
  const [first = '', ...more] = fields;
  const named = more.length === 0 ? first : `${first} and ${more.length} more`;
  return `${named}: changed by another client since the run. Restore it by hand, or delete its line in the file`;
}
