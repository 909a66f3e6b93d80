/** Deletes a created record or restores a snapshot, and reads after all DELETEs whether the records are gone. A record that no read shows to be gone is an orphaned record. */
import { plainResolution } from '../http/resolve-values.ts';
import { listedIds } from './existing-records.ts';
import { defined, groupBy, maybe } from '../model/objects.ts';
import { restoreSnapshot } from './snapshot.ts';
import { isId, operationKey } from '../http/request-policy.ts';
import {
  cleanupOperation,
  type CreatedRecord,
  type DeclaredOperation,
  type GoneCheck,
  NOT_THERE,
  noteStayed,
  onRecord,
  recordOf,
  type Snapshot,
} from './created-resources.ts';
import type { Destination, DoneExchange } from '../http/model.ts';
import { inSlot } from '../http/rate-limit.ts';
import { unprotected } from './write-tracker.ts';
import { showsSent } from './record-identity.ts';
import { deleteWithRetry } from './undo-step.ts';
import { pathParameters } from '../model/path-template.ts';
import { sameJson } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { isSuccessful } from '../model/success.ts';
import type { ListTraversal } from '../http/declared-operations.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { sendUnrecorded } from '../http/send-exchange.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import { authAs } from '../plan/request-auth.ts';

/** Deletes or restores through the operation that the contract declares, as the party that created the record. Returns true if there was nothing to do. */
export async function cleanUpResource(left: CreatedRecord | Snapshot, given: CleanupContext): Promise<boolean> {
  const context = unprotected(given);
  const undoing = cleanupOperation(left);
  if (undoing === undefined) return false;
  const to = context.destination(left.service, left.spec);
  if ('restore' in left) return restoreSnapshot(left, to, context, true);
  const { method, path, parameters } = undoing;
  const declared = to.catalogue.get(operationKey('service', method, path))?.removes;
  const making = makingOf(left, to);
  const isOne = left.id === undefined ? making?.makes?.isSingleton === true : Object.values(parameters).every(isId);
  // Nothing is sent only because a file says so: the contract declares what creates such a record, and what deletes it.
  if (declared === undefined || making === undefined || !isOne) return false;
  const { headers = {}, query, server, auth: own } = declared;
  const auth = left.by === undefined ? own : authAs(left.by, own);
  const asked = (request: Omit<RequestTemplate, 'base'>): Promise<DoneExchange['outcome']> =>
    send({ ...request, base: 'service' }, left, to, context);
  const request = { method, path, parameters, headers, auth, ...defined({ query, server }) };
  const isCompared = left.unseen !== undefined || Object.keys(left.sent ?? {}).length > 0;
  if (isCompared && !(await isOwn(left, making, asked, context))) return false;
  const first = maybe(declared.first, ({ auth: by = own, headers: of = {}, ...rest }) => () => {
    return asked({ ...rest, headers: of, parameters, auth: auth === own ? by : auth });
  });
  await deleteWithRetry(() => asked(request), first);
  return false;
}

/** The operation that created a record. */
function makingOf(left: CreatedRecord, { catalogue }: Destination): DeclaredOperation | undefined {
  return [...catalogue.values()].find(({ endpoint, makes }) => {
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
async function isOwn(
  left: CreatedRecord,
  making: DeclaredOperation,
  asked: (request: Omit<RequestTemplate, 'base'>) => Promise<DoneExchange['outcome']>,
  { createdResources }: CleanupContext,
): Promise<boolean> {
  const { shown, by } = making.makes ?? {};
  const { parents } = by ?? making;
  const { id, remove } = left;
  const read =
    shown === undefined || id === undefined || remove === undefined
      ? undefined
      : onRecord(shown, { parents }, remove.parameters, id);
  if (shown === undefined || read === undefined) {
    createdResources?.stayed(
      left.key,
      'no read shows whether it is the record that the run created: look for it by hand',
      false,
    );
    return false;
  }
  const { method, path, headers = {}, query, server } = shown;
  const auth = left.by === undefined ? shown.auth : authAs(left.by, shown.auth);
  const { parameters } = read;
  const outcome = await asked({ method, path, parameters, headers, auth, ...defined({ query, server }) });
  if ('status' in outcome && NOT_THERE.includes(outcome.status)) {
    createdResources?.removed(left.key, '');
    return false;
  }
  if (!('status' in outcome) || !isSuccessful(outcome.status)) {
    if (createdResources !== undefined)
      noteStayed(
        createdResources,
        left.key,
        `whether it is the record that the run created is not known: ${method}`,
        outcome,
      );
    return false;
  }
  // A confirmed record without a field to compare is the run's by its ID alone.
  if (showsSent(outcome.answer, left.sent ?? {}, shown.members) ?? left.unseen === undefined) return true;
  createdResources?.stayed(
    left.key,
    'it does not show what the run sent: delete it by hand, or delete its line',
    false,
  );
  return false;
}

async function send(
  request: RequestTemplate,
  left: CreatedRecord,
  to: Destination,
  context: CleanupContext,
): Promise<DoneExchange['outcome']> {
  await context.pace?.();
  // Says as whom the target asks for records of this endpoint.
  const operation = `${left.endpoint}/delete`;
  return sendUnrecorded(
    { name: 'clean', operation, request, success: { statuses: [] } },
    to,
    plainResolution(to, context),
    context,
  );
}

export async function verifyDeleted(context: CleanupContext): Promise<void> {
  const { createdResources } = context;
  // A record below one that is gone is gone with it, so those above are read first.
  for (;;) {
    const left = createdResources?.unverified() ?? [];
    const names = new Set(left.map((one) => recordOf(one, one.endpoint, one.id ?? '')));
    const first = left.filter(({ under }) => !under.some((above) => names.has(above)));
    if (first.length === 0) return;
    for (const records of groupBy(first, placeOfRecord).values()) await verify(records, context);
  }
}

/** Alike for records that one list shows to one caller. */
function placeOfRecord({ service, spec, address, remove, by, under }: CreatedRecord): string {
  return JSON.stringify([service, spec, address, remove?.method, remove?.path, by, under]);
}

async function verify(records: readonly CreatedRecord[], context: CleanupContext): Promise<void> {
  const [sample] = records;
  if (sample === undefined) return;
  const to = context.destination(sample.service, sample.spec);
  const { method = '', path = '' } = sample.remove ?? {};
  const check = to.catalogue.get(operationKey('service', method, path))?.removes?.check;
  const { read, list } = check ?? {};
  const isTraversed = list !== undefined && (records.length > 1 || read === undefined);
  const ids = isTraversed ? await idsIn(list, sample, to, context) : undefined;
  const gone = (one: CreatedRecord): void =>
    context.createdResources?.removed(one.key, recordOf(one, one.endpoint, one.id ?? ''));
  const orphan = (one: CreatedRecord, how: string): void =>
    context.createdResources?.orphaned(one.key, `${method} returned ${one.deleted ?? 'a success'}, but ${how}`);
  const readOne = async (one: CreatedRecord): Promise<boolean> => {
    if (check === undefined || read === undefined) return ids !== undefined;
    const still = stillThere(await inSlot(context, () => sendRead(read, one, to, context)), check);
    if (still === undefined) gone(one);
    else orphan(one, still);
    return still === undefined;
  };
  const hidden = records.filter((one) => {
    const isListed = ids?.has(String(one.id)) === true;
    if (isListed) orphan(one, 'the list still shows it');
    return !isListed;
  });
  if (read === undefined && ids === undefined) {
    for (const one of hidden)
      if (isTraversed) orphan(one, 'the list that would show it cannot be read');
      else context.createdResources?.notVerified(one.key);
    return;
  }
  // A list may never show such records, so one that it does not show is read as well.
  const [first, ...others] = hidden;
  if (first === undefined) return;
  if ((await readOne(first)) && ids !== undefined) for (const one of hidden) gone(one);
  else await Promise.all(others.map(readOne));
}

/** The IDs in a list; undefined where it cannot be read to its end. */
async function idsIn(
  list: ListTraversal,
  one: CreatedRecord,
  to: Destination,
  context: CleanupContext,
): Promise<ReadonlySet<string> | undefined> {
  const { request } = list.step;
  const parameters = { ...one.remove?.parameters, ...request.parameters };
  if (pathParameters(request.path).some((name) => parameters[name] === undefined)) return undefined;
  const { ids, isWhole } = await listedIds(list, to, context, { parameters, auth: callerOf(one, request) });
  return isWhole ? ids : undefined;
}

function sendRead(
  read: RequestTemplate,
  one: CreatedRecord,
  to: Destination,
  context: CleanupContext,
): Promise<DoneExchange['outcome']> {
  const request = { ...read, parameters: one.remove?.parameters ?? {}, auth: callerOf(one, read) };
  const step: Step = { name: 'deleted', operation: `${one.endpoint}/read`, request, success: { statuses: [] } };
  return sendUnrecorded(step, to, plainResolution(to, context), context);
}

function callerOf({ by }: CreatedRecord, { auth }: RequestTemplate): RequestTemplate['auth'] {
  return by === undefined ? auth : authAs(by, auth);
}

/** What shows that a record still exists, or leaves it open; undefined where it is gone. */
function stillThere(outcome: DoneExchange['outcome'], { statuses, mark }: GoneCheck): string | undefined {
  if (!('status' in outcome)) return `no read shows that it is gone: ${outcome.message}`;
  const { status, answer } = outcome;
  if (NOT_THERE.includes(status) || (statuses.includes(status) && !isSuccessful(status))) return undefined;
  if (!isSuccessful(status)) return `no read shows that it is gone: status ${status}`;
  const marked = mark && (at(answer, mark.at) ?? null);
  const isMarked = mark !== undefined && (mark.is === undefined ? marked !== null : sameJson(marked ?? null, mark.is));
  return isMarked ? undefined : 'a read still shows it';
}
