/**
 * Deletes created records and restores snapshots. After all DELETEs it reads whether the records are gone; a record that may still exist is
 * an orphaned record.
 */
import { listedIds } from './existing-records.ts';
import { omitUndefined, groupBy } from '../model/objects.ts';
import { restoreSnapshot } from './snapshot.ts';
import { isRecordId, operationKey } from '../http/request-policy.ts';
import {
  type CreatedRecord,
  ABSENT_STATUSES,
  noteFailedCleanup,
  operationOnRecord,
  recordName,
  type Snapshot,
} from './created-resources.ts';
import type { Destination, FinishedExchange } from '../http/model.ts';
import { withoutSnapshots } from './write-tracker.ts';
import { matchesSent } from './record-identity.ts';
import { pathParameters } from '../model/path-template.ts';
import { isSameJson } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { DeclaredOperation, DeletionCheck, ListTraversal } from '../http/declared-operations.ts';
import { callerOfParty, type CleanupContext, readRequestOf, sendCleanup } from './cleanup-context.ts';
import type { RequestTemplate, CleanupRequest } from '../plan/model.ts';
import { VALID_CREDENTIALS, cleanupBy } from '../plan/request-auth.ts';

/** Deletes or restores through the operation that the contract declares, as the party that created the record. Returns true if a singleton needed no restore. */
export async function cleanUpResource(left: CreatedRecord | Snapshot, given: CleanupContext): Promise<boolean> {
  const context = withoutSnapshots(given);
  const to = context.destination(left.service, left.spec);
  if ('restore' in left) return restoreSnapshot(left, to, context, true);
  const removal = removalOfRecord(left, to);
  const creator = creatingOperation(left, to);
  // The contract must declare a create and a delete of such a record; a line in a file alone does not justify a request.
  if (removal === undefined || creator === undefined) return false;
  const isOne =
    left.id === undefined ? creator.makes?.isSingleton === true : Object.values(removal.parameters).every(isRecordId);
  if (!isOne) return false;
  const isCompared = left.unseen !== undefined || Object.keys(left.sent ?? {}).length > 0;
  if (isCompared && !(await isRecordOfRun(left, creator, to, context))) return false;
  await deleteWithRetry(removal, (request) => sendCleanup(request, to, context, { endpoint: left.endpoint }));
  return false;
}

/** The declared delete of a record, as the party that created the record; undefined if the contract declares none. */
export function removalOfRecord(
  { remove, by }: CreatedRecord,
  { operations }: Destination,
): CleanupRequest | undefined {
  const declared = remove && operations.get(operationKey('service', remove.method, remove.path))?.removes;
  if (remove === undefined || declared === undefined) return undefined;
  const { headers, query, server, first, auth } = declared;
  return { ...remove, ...omitUndefined({ headers, query, server, first }), auth: callerOfParty(by, auth) };
}

/** Deletes; after 409 (RFC 9110 §15.5.10) sends the declared first request as the same caller, and deletes again. */
export async function deleteWithRetry(
  { first, ...removal }: CleanupRequest,
  send: (request: RequestTemplate) => Promise<FinishedExchange['outcome']>,
): Promise<void> {
  const outcome = await send(undoRequest(removal));
  if (first === undefined || !('status' in outcome) || outcome.status !== 409) return;
  const { auth = VALID_CREDENTIALS, parameters } = removal;
  const before = { ...first, parameters };
  await send(undoRequest(cleanupBy(auth, before) ?? before));
  await send(undoRequest(removal));
}

function undoRequest({
  method,
  path,
  parameters,
  server,
  auth = VALID_CREDENTIALS,
  headers = {},
  query,
}: CleanupRequest): RequestTemplate {
  return { base: 'service', method, path, parameters, headers, auth, ...omitUndefined({ server, query }) };
}

/** The operation that created a record. */
function creatingOperation(left: CreatedRecord, { operations }: Destination): DeclaredOperation | undefined {
  return [...operations.values()].find(({ endpoint, makes }) => {
    const { by, remove } = makes ?? {};
    return (
      (by?.endpoint ?? endpoint) === left.endpoint && by?.through === left.through && remove?.path === left.remove?.path
    );
  });
}

/**
 * Reads a record before it is deleted: a response may have named another client's record, or the service was reset and gave the ID out
 * again. If the record remains, the reason goes into the created resources.
 */
async function isRecordOfRun(
  { key, id, by, remove, sent = {}, unseen, endpoint }: CreatedRecord,
  creator: DeclaredOperation,
  to: Destination,
  context: CleanupContext,
): Promise<boolean> {
  const { createdResources } = context;
  const { shown } = creator.makes ?? {};
  const read =
    shown === undefined || id === undefined || remove === undefined
      ? undefined
      : operationOnRecord(shown, creator.makes?.by ?? creator, remove.parameters, id);
  if (shown === undefined || read === undefined) {
    createdResources?.markFailed(key, 'no read shows whether the run created it: check it manually', false);
    return false;
  }
  const request = readRequestOf(shown, read.parameters, callerOfParty(by, shown.auth));
  const outcome = await sendCleanup(request, to, context, { endpoint });
  if ('status' in outcome && ABSENT_STATUSES.includes(outcome.status)) {
    createdResources?.markGone(key, '');
    return false;
  }
  if (!('status' in outcome) || !isSuccessStatus(outcome.status)) {
    const what = `unknown whether the run created it: ${shown.method}`;
    if (createdResources !== undefined) noteFailedCleanup(createdResources, key, what, outcome);
    return false;
  }
  // A confirmed record without a field to compare is the run's by its ID alone.
  if (matchesSent(outcome.answer, sent, shown.members) ?? unseen === undefined) return true;
  createdResources?.markFailed(
    key,
    'its values differ from the request of the run: delete it manually, or delete its line in the file',
    false,
  );
  return false;
}

export async function verifyDeleted(context: CleanupContext): Promise<void> {
  const { createdResources } = context;
  // Parents are read first: a record below a deleted one is gone with it.
  for (;;) {
    const left = createdResources?.deletedUnverified() ?? [];
    const names = new Set(left.map((one) => recordName(one, one.endpoint, one.id ?? '')));
    const first = left.filter(({ under }) => !under.some((above) => names.has(above)));
    if (first.length === 0) return;
    for (const records of groupBy(first, listKey).values()) await verify(records, context);
  }
}

/** Key of the list that shows a record, and of its caller. */
function listKey({ service, spec, address, remove, by, under }: CreatedRecord): string {
  return JSON.stringify([service, spec, address, remove?.method, remove?.path, by, under]);
}

async function verify(records: readonly CreatedRecord[], context: CleanupContext): Promise<void> {
  const [sample] = records;
  if (sample === undefined) return;
  const to = context.destination(sample.service, sample.spec);
  const { method = '', path = '' } = sample.remove ?? {};
  const check = to.operations.get(operationKey('service', method, path))?.removes?.check;
  const { read, list } = check ?? {};
  const isTraversed = list !== undefined && (records.length > 1 || read === undefined);
  const ids = isTraversed ? await idsIn(list, sample, to, context) : undefined;
  const gone = (one: CreatedRecord): void =>
    context.createdResources?.markGone(one.key, recordName(one, one.endpoint, one.id ?? ''));
  const orphan = (one: CreatedRecord, how: string): void =>
    context.createdResources?.markOrphaned(one.key, `${method} returned ${one.deleted ?? 'a success'}, but ${how}`);
  const readOne = async (one: CreatedRecord): Promise<boolean> => {
    if (check === undefined || read === undefined) return ids !== undefined;
    const request = { ...read, parameters: one.remove?.parameters ?? {}, auth: callerOfParty(one.by, read.auth) };
    const send = (): Promise<FinishedExchange['outcome']> =>
      sendCleanup(request, to, context, { endpoint: one.endpoint });
    const still = whyNotGone(await context.slots.through(send, context.rank), check);
    if (still === undefined) gone(one);
    else orphan(one, still);
    return still === undefined;
  };
  const hidden = records.filter((one) => {
    const isListed = ids?.has(String(one.id)) === true;
    if (isListed) orphan(one, 'the list still contains it');
    return !isListed;
  });
  if (read === undefined && ids === undefined) {
    for (const one of hidden)
      if (isTraversed) orphan(one, 'its list cannot be read');
      else context.createdResources?.markNotVerified(one.key);
    return;
  }
  // Lists may hide such records, so one of those that it does not show is read as well.
  const [first, ...others] = hidden;
  if (first === undefined) return;
  if ((await readOne(first)) && ids !== undefined) for (const one of hidden) gone(one);
  else await Promise.all(others.map(readOne));
}

/** The IDs in a list; undefined if the list cannot be read to its end. */
async function idsIn(
  list: ListTraversal,
  one: CreatedRecord,
  to: Destination,
  context: CleanupContext,
): Promise<ReadonlySet<string> | undefined> {
  const { request } = list.step;
  const parameters = { ...one.remove?.parameters, ...request.parameters };
  if (pathParameters(request.path).some((name) => parameters[name] === undefined)) return undefined;
  const { ids, isWhole } = await listedIds(list, to, context, {
    parameters,
    auth: callerOfParty(one.by, request.auth),
  });
  return isWhole ? ids : undefined;
}

/** Evidence that a record still exists, or why that is unknown; undefined if the record is gone. */
function whyNotGone(outcome: FinishedExchange['outcome'], { statuses, mark }: DeletionCheck): string | undefined {
  if (!('status' in outcome)) return `the deletion could not be verified: ${outcome.message}`;
  const { status, answer } = outcome;
  if (ABSENT_STATUSES.includes(status) || (statuses.includes(status) && !isSuccessStatus(status))) return undefined;
  if (!isSuccessStatus(status)) return `the deletion could not be verified: status ${status}`;
  const marked = mark && (valueAtPointer(answer, mark.at) ?? null);
  const isMarked =
    mark !== undefined && (mark.is === undefined ? marked !== null : isSameJson(marked ?? null, mark.is));
  return isMarked ? undefined : 'a read still returns it';
}
