/** Removes a record that a run made, or puts back what it changed. */
import { resolutionIn } from './listed-ids.ts';
import { defined, maybe } from '../record/defined.ts';
import { isSuccessful } from '../record/success.ts';
import { restoreSnapshot } from './snapshot.ts';
import { operationKey, isId } from '../http/request-policy.ts';
import {
  noteStayed,
  onRecord,
  cleanupOperation,
  type DeclaredOperation,
  type Snapshot,
  type CreatedRecord,
} from './created-resources.ts';
import type { DoneExchange, Destination } from '../http/model.ts';
import { unprotected } from './write-tracker.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { sendUnrecorded } from '../http/send-exchange.ts';
import { showsSent } from './record-identity.ts';
import { deleteWithRetry } from './undo-step.ts';
import type { RequestTemplate } from '../plan/model.ts';
import { authAs } from '../plan/who-asks.ts';

/** Through the operation that the contract declares, and as whoever made it; what came of it goes into the created resources. Returns whether there was nothing to do. */
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
 * again. The createdResources gets the reason where the record stays.
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
  if ('status' in outcome && [404, 410].includes(outcome.status)) {
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
    resolutionIn(to, context),
    context,
  );
}
