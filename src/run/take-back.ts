/** Removes a record that a run made, or puts back what it changed. */
import { resolutionIn } from '../exchange/listed-ids.ts';
import { defined, maybe } from '../record/defined.ts';
import { isSuccessful } from '../record/success.ts';
import { restoreFormer } from '../exchange/former.ts';
import { placeOf } from '../exchange/guard.ts';
import {
  isId,
  noteStayed,
  onRecord,
  undoingOf,
  type DeclaredOperation,
  type DoneExchange,
  type FormerState,
  type MadeRecord,
} from '../exchange/ledger.ts';
import type { RunContext } from '../exchange/run-context.ts';
import { sendUnrecorded } from '../exchange/sender.ts';
import type { Destination } from '../exchange/model.ts';
import { showsSent } from '../exchange/record-identity.ts';
import { removing } from '../exchange/undo.ts';
import type { RequestTemplate } from '../plan/model.ts';
import { authAs } from '../plan/who-asks.ts';

/** Through the operation that the contract declares, and as whoever made it; what came of it goes into the ledger. Returns whether there was nothing to do. */
export async function takeBack(left: MadeRecord | FormerState, context: RunContext): Promise<boolean> {
  const undoing = undoingOf(left);
  if (undoing === undefined) return false;
  const to = context.destination(left.service, left.spec);
  if ('restore' in left) return restoreFormer(left, to, context, true);
  const { method, path, parameters } = undoing;
  const declared = to.catalogue.get(placeOf('service', method, path))?.removes;
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
  await removing(() => asked(request), first);
  return false;
}

/** The operation that created a record. */
function makingOf(left: MadeRecord, { catalogue }: Destination): DeclaredOperation | undefined {
  return [...catalogue.values()].find(({ endpoint, makes }) => {
    const { by, remove } = makes ?? {};
    return (
      (by?.endpoint ?? endpoint) === left.endpoint && by?.through === left.through && remove?.path === left.remove?.path
    );
  });
}

/**
 * Reads a record before it is deleted: a response may have named another client's record, or the service was reset and gave the ID out
 * again. The ledger gets the reason where the record stays.
 */
async function isOwn(
  left: MadeRecord,
  making: DeclaredOperation,
  asked: (request: Omit<RequestTemplate, 'base'>) => Promise<DoneExchange['outcome']>,
  { ledger }: RunContext,
): Promise<boolean> {
  const { shown, by } = making.makes ?? {};
  const { parents } = by ?? making;
  const { id, remove } = left;
  const read =
    shown === undefined || id === undefined || remove === undefined
      ? undefined
      : onRecord(shown, { parents }, remove.parameters, id);
  if (shown === undefined || read === undefined) {
    ledger?.stayed(left.key, 'no read shows whether it is the record that the run created: look for it by hand', false);
    return false;
  }
  const { method, path, headers = {}, query, server } = shown;
  const auth = left.by === undefined ? shown.auth : authAs(left.by, shown.auth);
  const { parameters } = read;
  const outcome = await asked({ method, path, parameters, headers, auth, ...defined({ query, server }) });
  if ('status' in outcome && [404, 410].includes(outcome.status)) {
    ledger?.removed(left.key, '');
    return false;
  }
  if (!('status' in outcome) || !isSuccessful(outcome.status)) {
    if (ledger !== undefined)
      noteStayed(ledger, left.key, `whether it is the record that the run created is not known: ${method}`, outcome);
    return false;
  }
  // A confirmed record without a field to compare is the run's by its ID alone.
  if (showsSent(outcome.answer, left.sent ?? {}, shown.members) ?? left.unseen === undefined) return true;
  ledger?.stayed(left.key, 'it does not show what the run sent: delete it by hand, or delete its line', false);
  return false;
}

async function send(
  request: RequestTemplate,
  left: MadeRecord,
  to: Destination,
  context: RunContext,
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
