/** Records that a run created and singletons that it changed, noted as responses arrive. */
import { isUnavailable } from '../model/exchange.ts';
import { encodePercent } from '../model/text.ts';
import { fillPath, pathParameters } from '../model/path-template.ts';
import { omitUndefined } from '../model/objects.ts';
import { randomUUID } from 'node:crypto';
import { type Json, ownProperty } from '../model/json.ts';
import { hasRejectedItem, isSuccessStatus } from '../model/success.ts';
import { valueAtPointer, valuesAt } from '../model/pointer.ts';
import type { FailureKind } from '../model/failure.ts';
import type { DeclaredCreation, DeclaredOperation, DeclaredOperations, RecordId } from '../http/declared-operations.ts';
import { isRecordId, operationKey } from '../http/request-policy.ts';
import type { FinishedExchange } from '../http/model.ts';
import { TransportFailure } from '../http/transport.ts';

/** The records of one endpoint at one address, or only those that one action created. */
export type RecordKind = Pick<CreatedRecord, 'service' | 'spec' | 'endpoint' | 'address' | 'through'>;

export function kindKey({ service, spec, endpoint, address, through }: RecordKind): string {
  const all = `${address} ${service}@${spec} ${endpoint}`;
  return through === undefined ? all : `${all} by ${through}`;
}

/** Keys of the kinds of a record, the wider kind first. */
export function kindKeys({ through, ...all }: RecordKind): readonly string[] {
  return through === undefined ? [kindKey(all)] : [kindKey(all), kindKey({ ...all, through })];
}

/** A record that the run created. */
export interface CreatedRecord {
  /** Unique within the run. */
  readonly key: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  /** The base URL of the create. */
  readonly address: string;
  /** Absent if the response to the create named no ID. */
  readonly id?: string | number;
  /** The party of the target that created the record, if it is not the run's own. The same party deletes it. */
  readonly by?: string;
  /** The declared operation that deletes the record, if there is one. */
  readonly remove?: {
    readonly method: string;
    readonly path: string;
    readonly parameters: Readonly<Record<string, string | number>>;
  };
  /** Parent records, as `recordName` names them. They take this record with them when they are deleted. */
  readonly under: readonly string[];
  /** The action that created the record, as `endpoint/operation`; absent for a create. */
  readonly through?: string;
  /** Why the record cannot be deleted, if that is known from the start. */
  readonly why?: string;
  /** The response to the create was lost, so the record may or may not exist. */
  readonly maybe?: true;
  /** DELETE returned this status, and no read has shown yet that the record is gone. */
  readonly deleted?: number;
  /** Digests of the fields that the run sent, by field name: `--clean` reads the record and compares before it deletes. */
  readonly sent?: Digests;
  /** The ID came from a response, and no read has confirmed yet that it is the ID of the created record. */
  readonly unseen?: true;
  /** The response to the create also showed other values than the run sent: another confirmed record of the endpoint does not confirm this one. */
  readonly odd?: true;
}

/** The state of a singleton before the run changed it. */
export interface Snapshot extends Pick<
  CreatedRecord,
  'key' | 'service' | 'spec' | 'endpoint' | 'address' | 'under' | 'by'
> {
  readonly deleted?: never;
  readonly maybe?: never;
  /** The declared operation that restores the state, and its body. */
  readonly restore: {
    readonly method: string;
    readonly path: string;
    readonly body: Json;
    readonly parameters?: Readonly<Record<string, string | number>>;
  };
  /** Digests of the values that the run wrote since then, by field, and of the values that the responses showed. */
  readonly wrote?: Digests;
  readonly id?: never;
  readonly remove?: never;
  readonly through?: never;
}

/** The request that deletes or restores a resource; undefined if the contract declares none. */
export function cleanupOperation(
  one: CreatedRecord | Snapshot,
): (NonNullable<CreatedRecord['remove']> & { readonly body?: Json }) | undefined {
  if (!('restore' in one)) return one.remove;
  return { parameters: {}, ...one.restore };
}

export type Digests = Readonly<Record<string, readonly string[]>>;

/** Fields that the run writes to a singleton. */
export interface SnapshotWrite extends Pick<Snapshot, 'service' | 'spec' | 'endpoint'> {
  readonly digests: Digests;
}

export interface CreatedResources {
  readonly addRecord: (record: CreatedRecord) => void;
  /** Before a create is sent: until the response arrives, the record may or may not exist. */
  readonly addPending: (record: CreatedRecord) => void;
  readonly removePending: (key: string) => void;
  /** Before the first request that changes a singleton. */
  readonly addSnapshot: (state: Snapshot) => void;
  /** Before a write to a singleton is sent, and again if the response shows other values. */
  readonly addWrite: (write: SnapshotWrite) => void;
  /** DELETE returned this status. A later read shows whether the record is gone. */
  readonly markDeleted: (key: string, status: number) => void;
  /** A read shows that the record and all records below it are gone, or that a singleton is restored. */
  readonly markGone: (key: string, record: string) => void;
  /** A read after DELETE shows the record, or none shows that it is gone. */
  readonly markOrphaned: (key: string, why: string) => void;
  /** DELETE succeeded, and the contract declares no read that shows whether the record is gone. */
  readonly markNotVerified: (key: string) => void;
  /** Whether the run created a record of this ID, even if it is deleted since. */
  readonly hasCreated: (of: RecordKind, id: RecordId) => boolean;
  /** Records that are deleted and not verified yet, oldest first. */
  readonly deletedUnverified: () => readonly CreatedRecord[];
  /** Deleting or restoring failed. `mayPass`: whether a later attempt may succeed */
  readonly markFailed: (key: string, why: string, mayPass: boolean) => void;
  /** A create of this kind returned the ID of another record: no ID of this kind is trusted, before or after. */
  readonly distrustIds: (of: RecordKind) => void;
  /** The run sent these fields of the records, with a create or an update. */
  readonly addSentFields: (of: RecordKind, ids: readonly RecordId[], digests: Digests) => void;
  /** The response to the create of these records shows other values than the run sent. */
  readonly markMismatched: (of: RecordKind, ids: readonly RecordId[]) => void;
  /** A read confirmed these records, or all records of the kind that are not odd. */
  readonly markVerified: (of: RecordKind, ids?: readonly RecordId[]) => void;
  /**
   * Records to delete and singletons to restore, newest first, so that child records come before their parents. Failed attempts are included
   * if a later attempt may succeed.
   */
  readonly resourcesToClean: () => readonly (CreatedRecord | Snapshot)[];
  /** Writes all waiting lines and closes the file. */
  readonly close: () => void;
}

/** Failures after which a record may exist: the request was sent, and its response was lost. */
const LOST_RESPONSE: readonly FailureKind[] = ['timeout', 'truncated', 'unread', 'reset', 'protocol'];

/** Sends a request that may create a record. A line on disk names the possible record until the response arrives. */
export async function withPendingRecord<T>(
  createdResources: CreatedResources | undefined,
  catalogue: DeclaredOperations,
  asked: Omit<FinishedExchange, 'outcome'>,
  send: () => Promise<T>,
): Promise<T> {
  const { method, path, base } = asked.request;
  const operation = createdResources && catalogue.get(operationKey(base, method, path));
  if (operation?.makes === undefined) return send();
  const [record] = createdRecords(operation, operation.makes, { ...asked, outcome: UNANSWERED }, String);
  if (record === undefined) return send();
  // If the client chooses the ID, a record with this ID may exist already.
  const key = `${record.key} ${randomUUID()}`;
  createdResources?.addPending({ ...record, key });
  try {
    return await send();
  } finally {
    createdResources?.removePending(key);
  }
}

const UNANSWERED = new TransportFailure('timeout', 'no response yet');

/** Notes the records that an exchange created or deleted. `mask`: an ID that it changes is a secret and is not written */
export function noteOutcome(
  createdResources: CreatedResources,
  catalogue: DeclaredOperations,
  done: FinishedExchange,
  mask: (text: string) => string,
  existing?: { readonly has: (kind: RecordKind, id: RecordId) => boolean },
): void {
  const operation = catalogue.get(operationKey(done.request.base, done.request.method, done.request.path));
  if (operation?.makes !== undefined)
    for (const record of createdRecords(operation, operation.makes, done, mask))
      createdResources.addRecord(
        record.id === undefined || existing?.has(record, record.id) !== true ? record : withoutId(record, EXISTING_ID),
      );
  if (operation?.removes !== undefined) noteRemoval(createdResources, done);
}

const EXISTING_ID =
  'the create returned the ID of a record that existed before, so a new record may exist under another ID';

/** A record that may exist although the response names another one. */
function withoutId(
  { id: _id, remove: _remove, unseen: _unseen, ...record }: CreatedRecord,
  why: string,
): CreatedRecord {
  return { ...record, key: `${record.key} ? ${randomUUID()}`, why, maybe: true };
}

const NOWHERE = 'the path of the request that created it does not identify its parent record';
const LATER = 'an action creates it after its response, so its ID is unknown';

const lostBy = (method: string, what: string): Pick<CreatedRecord, 'why' | 'maybe'> => ({
  why: `the response to ${method} was lost (${what}), so it may exist`,
  maybe: true,
});

/** Why records of an operation remain; undefined if they can be deleted once their IDs are known. */
export type RemainReason = 'no-delete' | 'nowhere' | 'later';

export function remainReason({ remove, by }: DeclaredCreation): RemainReason | undefined {
  if (by?.later === true) return 'later';
  if (remove === undefined) return 'no-delete';
  const isKnown = (name: string): boolean =>
    by === undefined || !Object.hasOwn(by.parents, name) || Object.hasOwn(by.above, name);
  return pathParameters(remove.path).every(isKnown) ? undefined : 'nowhere';
}

/** The records that an exchange created, according to its response. */
export function createdRecords(
  operation: DeclaredOperation,
  makes: DeclaredCreation,
  done: FinishedExchange,
  mask: (text: string) => string,
): readonly CreatedRecord[] {
  const { outcome, service, spec, address } = done;
  const { auth } = done.request;
  const { endpoint, parents } = makes.by ?? operation;
  const parameters = parametersOfCreated(makes, done.parameters);
  const under = Object.entries(parameters).flatMap(([name, value]) => {
    const parent = ownProperty(parents, name);
    return parent === undefined || !isRecordId(value) ? [] : [recordName(done, parent, value)];
  });
  const by = auth.kind === 'other' ? (auth.party ?? 'other') : undefined;
  const base = { service, spec, endpoint, address, under, ...omitUndefined({ by, through: makes.by?.through }) };
  const unknown = (
    more: Pick<CreatedRecord, 'why' | 'maybe'> = makes.by?.later === true ? { why: LATER } : {},
  ): readonly CreatedRecord[] => [{ ...base, key: `${service}@${spec} ${endpoint} ? ${randomUUID()}`, ...more }];
  const named = makes.named === undefined ? undefined : parameters[makes.named];
  const known = (id: RecordId): CreatedRecord => {
    const remove =
      makes.remove === undefined ? undefined : operationOnRecord(makes.remove, { parents }, parameters, id);
    const key = remove === undefined ? recordName(done, endpoint, id) : keyOf(done, remove.path, remove.parameters);
    const why = makes.remove !== undefined && remove === undefined ? NOWHERE : undefined;
    // A record that cannot be read is not verified.
    const isUnseen = remove !== undefined && makes.shown !== undefined && id !== named;
    return { ...base, key, id, ...omitUndefined({ remove, why }), ...(isUnseen ? { unseen: true as const } : {}) };
  };
  // A singleton has no ID: its address names it.
  const remove =
    makes.isSingleton === true && makes.remove && operationOnRecord(makes.remove, { parents }, parameters, '');
  const single = remove ? { ...base, key: keyOf(done, remove.path, remove.parameters), remove } : undefined;
  const own = single ?? (isRecordId(named) ? known(named) : undefined);
  const lost = (what: string): readonly CreatedRecord[] =>
    own === undefined ? unknown(lostBy(done.request.method, what)) : [own];
  if (outcome instanceof TransportFailure) return LOST_RESPONSE.includes(outcome.kind) ? lost(outcome.message) : [];
  if (isUnavailable(outcome)) return lost(`status ${outcome.status}`);
  // A server may fail after it has stored the record. If a list shows the records, the run reads it at the end.
  if (outcome.status >= 500)
    return own !== undefined || makes.list === undefined ? lost(`status ${outcome.status}`) : [];
  if (!isSuccessStatus(outcome.status)) return [];
  if (own !== undefined) return hasRejectedItem(outcome.answer, makes.success.flag) ? [] : [own];
  const ids = newIds(makes, outcome.answer, done.parameters).filter((id) => mask(String(id)) === String(id));
  if (ids.length > 0) return ids.map(known);
  return hasRejectedItem(outcome.answer, makes.success.flag) || isEmptyList(makes, outcome.answer) ? [] : unknown();
}

/** IDs of created records in a response, without the ID of the copied record and of records that existed before. */
export function newIds(
  { ids, by }: DeclaredCreation,
  answer: Json | undefined,
  parameters: FinishedExchange['parameters'],
): readonly RecordId[] {
  if (by?.later === true) return [];
  const old = by === undefined ? [] : [...by.there, parameters[by.source?.parameter ?? ''] ?? ''].map(String);
  return valuesAt(answer, ids).filter((id): id is RecordId => isRecordId(id) && !old.includes(String(id)));
}

/** Whether an action that creates several records returned an empty list. */
function isEmptyList({ ids, by }: DeclaredCreation, answer: Json | undefined): boolean {
  const list =
    by === undefined || !ids.includes('/*') ? undefined : valueAtPointer(answer, ids.slice(0, ids.indexOf('/*')));
  return Array.isArray(list) && valuesAt(answer, ids).every((id) => !isRecordId(id));
}

/** Path parameters of the created records, taken from the path parameters of the operation. */
export function parametersOfCreated(
  { by }: Pick<DeclaredCreation, 'by'>,
  parameters: FinishedExchange['parameters'],
): FinishedExchange['parameters'] {
  if (by === undefined) return parameters;
  const known = Object.entries(by.above).map(([name, own]) => [name, parameters[own]] as const);
  return Object.fromEntries(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** A declared operation with the path parameters of one record and its parents; undefined if one of them is not known. */
export function operationOnRecord(
  { method, path }: { readonly method: string; readonly path: string },
  { parents }: Pick<DeclaredOperation, 'parents'>,
  parameters: FinishedExchange['parameters'],
  id: RecordId,
): CreatedRecord['remove'] {
  const given = pathParameters(path).map((name): readonly [string, Json | undefined] => [
    name,
    Object.hasOwn(parents, name) ? parameters[name] : id,
  ]);
  const known = given.flatMap(([name, value]) => (isRecordId(value) ? [[name, value] as const] : []));
  return known.length === given.length ? { method, path, parameters: Object.fromEntries(known) } : undefined;
}

function noteRemoval(createdResources: CreatedResources, done: FinishedExchange): void {
  const { outcome, parameters, request } = done;
  const key = keyOf(done, request.path, parameters);
  if (
    outcome instanceof TransportFailure ||
    !(isSuccessStatus(outcome.status) || ABSENT_STATUSES.includes(outcome.status))
  )
    return noteFailedCleanup(createdResources, key, request.method, outcome);
  createdResources.markDeleted(key, outcome.status);
}

/** RFC 9110 §15.5.5 and §15.5.11. */
export const ABSENT_STATUSES: readonly number[] = [404, 410];

/** Notes that a delete or restore failed. */
export function noteFailedCleanup(
  createdResources: CreatedResources,
  key: string,
  method: string,
  outcome: FinishedExchange['outcome'],
): void {
  if (outcome instanceof TransportFailure) createdResources.markFailed(key, outcome.message, false);
  else createdResources.markFailed(key, `${method} returned ${outcome.status}`, mayPass(outcome.status));
}

/** Conflict, locked, too early, too many requests, or a server error. */
function mayPass(status: number): boolean {
  return [409, 423, 425, 429].includes(status) || status >= 500;
}

/** Name of a record, unique within a service and version. */
export function recordName(
  { service, spec }: Pick<FinishedExchange, 'service' | 'spec'>,
  endpoint: string,
  id: RecordId,
): string {
  return `${service}@${spec} ${endpoint} ${id}`;
}

function keyOf(
  { service, spec }: Pick<FinishedExchange, 'service' | 'spec'>,
  path: string,
  parameters: Readonly<Record<string, Json>>,
): string {
  return `${service}@${spec} ${fillPath(path, (name) => encodePercent(String(parameters[name] ?? '')))}`;
}
