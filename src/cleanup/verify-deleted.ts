/**
 * Reads after all DELETEs whether the records are gone: one traversal of each list that shows them, else one read each. A record that is not
 * shown to be gone is an orphaned record.
 */
import { pathParameters } from '../record/path-shape.ts';
import { groupBy } from '../record/group-by.ts';
import { sameJson } from '../record/json.ts';
import { at } from '../record/pointer.ts';
import { isSuccessful } from '../record/success.ts';
import type { ListTraversal } from '../http/declared-operations.ts';
import { operationKey } from '../http/request-policy.ts';
import { listedIds, resolutionIn } from './listed-ids.ts';
import { NOT_THERE, recordOf, type GoneCheck, type CreatedRecord } from './created-resources.ts';
import { type DoneExchange, inSlot, type Destination } from '../http/model.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { sendUnrecorded } from '../http/send-exchange.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import { authAs } from '../plan/who-asks.ts';

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
  return sendUnrecorded(step, to, resolutionIn(to, context), context);
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
