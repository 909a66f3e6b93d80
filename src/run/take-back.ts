/** Removes a record that a run made, or puts back what it changed. */
import { defined, maybe } from '../record/defined.ts';
import { isSuccessful } from '../record/success.ts';
import { changedByOthers, noteRestored } from '../exchange/former.ts';
import { placeOf } from '../exchange/guard.ts';
import {
  noteStayed,
  onRecord,
  undoingOf,
  type Digests,
  type DoneExchange,
  type FormerState,
  type MadeRecord,
  type WritesOne,
} from '../exchange/ledger.ts';
import { resolve, type Resolution } from '../exchange/resolve.ts';
import type { RunContext } from '../exchange/run-context.ts';
import { sendUnrecorded, type Destination } from '../exchange/sender.ts';
import { showsAny } from '../exchange/told-apart.ts';
import { removing } from '../exchange/undo.ts';
import type { RequestTemplate } from '../plan/model.ts';
import { authAs } from '../plan/who-asks.ts';

/** Through the operation that the contract declares, and as whoever made it; what came of it goes into the ledger. Returns whether there was nothing to do. */
export async function takeBack(left: MadeRecord | FormerState, context: RunContext): Promise<boolean> {
  const undoing = undoingOf(left);
  if (undoing === undefined) return false;
  const to = context.destination(left.service, left.spec);
  const { method, path, parameters, body } = undoing;
  const operation = to.catalogue.get(placeOf('service', method, path));
  const declared = 'restore' in left ? operation?.changes : operation?.removes;
  // Not an operation of this contract: nothing that a file says is done because the file says it.
  if (declared === undefined) return false;
  const { headers = {}, query, server, media, auth: own } = declared;
  const auth = left.id === undefined || left.by === undefined ? own : authAs(left.by, own);
  const asked = (request: Omit<RequestTemplate, 'base'>): Promise<DoneExchange['outcome']> =>
    send({ ...request, base: 'service' }, left, to, context);
  if ('restore' in left) {
    const standing = await standingOf(left, operation?.one, asked, to, context);
    if (standing !== 'as-left') return standing === 'as-before';
  }
  const request = {
    method,
    path,
    parameters,
    headers,
    auth,
    ...defined({
      query,
      server,
      media,
      // As it was, whatever words of a plan it may hold.
      body: maybe(body, (it) => ({ kind: 'text' as const, text: JSON.stringify(it) })),
    }),
  };
  if (!('restore' in left) && left.unseen !== undefined && !(await isOwn(left, left.unseen, asked, to, context)))
    return false;
  const first = maybe(declared.first, ({ auth: by = own, headers: of = {}, ...rest }) => () => {
    return asked({ ...rest, headers: of, parameters, auth: auth === own ? by : auth });
  });
  const outcome = await removing(() => asked(request), first);
  if ('restore' in left) noteRestored(left.key, method, outcome, context.ledger);
  return false;
}

const NOT_SEEN = 'nobody had looked whether it is what the run made, and';

/** Reads first what the run ended before it looked at: an answer may have named somebody else's. Why it stays goes into the ledger. */
async function isOwn(
  left: MadeRecord,
  unseen: Digests,
  asked: (request: Omit<RequestTemplate, 'base'>) => Promise<DoneExchange['outcome']>,
  to: Destination,
  { ledger }: RunContext,
): Promise<boolean> {
  const making = [...to.catalogue.values()].find(({ endpoint, makes }) => {
    const { by, remove } = makes ?? {};
    return (
      (by?.endpoint ?? endpoint) === left.endpoint && by?.through === left.through && remove?.path === left.remove?.path
    );
  });
  const { shown, by } = making?.makes ?? {};
  const { parents } = by ?? making ?? {};
  const { id, remove } = left;
  const read =
    shown === undefined || parents === undefined || id === undefined || remove === undefined
      ? undefined
      : onRecord(shown, { parents }, remove.parameters, id);
  if (shown === undefined || read === undefined) {
    ledger?.stayed(left.key, `${NOT_SEEN} it cannot be read: look for it by hand`, false);
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
    if (ledger !== undefined) noteStayed(ledger, left.key, `${NOT_SEEN} ${method}`, outcome);
    return false;
  }
  if (showsAny(outcome.answer, unseen, shown.members)) return true;
  ledger?.stayed(left.key, `${NOT_SEEN} it shows nothing that was sent: remove it by hand, or delete its line`, false);
  return false;
}

/** How what there is one of stands now; what keeps it from being put back goes into the ledger. */
async function standingOf(
  left: FormerState,
  one: WritesOne | undefined,
  asked: (request: RequestTemplate) => Promise<DoneExchange['outcome']>,
  to: Destination,
  context: RunContext,
): Promise<'as-before' | 'as-left' | 'not-ours'> {
  const { ledger } = context;
  if (one === undefined || ledger === undefined) return 'not-ours';
  const { request, undo } = one.kept;
  const outcome = await asked(request);
  const isGone = 'status' in outcome && [404, 410].includes(outcome.status);
  if (!('status' in outcome) || !(isGone || isSuccessful(outcome.status))) {
    noteStayed(ledger, left.key, `what is there now is not known: ${request.method}`, outcome);
    return 'not-ours';
  }
  const answer = isGone ? null : outcome.answer;
  const now = resolve(undo.body, { ...resolutionIn(to, context), answer: () => answer });
  const others = changedByOthers(left, undo.body, now);
  if (others === undefined) {
    ledger.removed(left.key, '');
    return 'as-before';
  }
  if (others.length === 0) return 'as-left';
  ledger.stayed(left.key, notOurs(others), false);
  return 'not-ours';
}

/** In few words: it stands in a line of a terminal. */
function notOurs(members: readonly string[]): string {
  const [first = '', ...more] = members;
  const named = more.length === 0 ? first : `${first} and ${more.length} more`;
  return `${named}: changed since by somebody else, so it was left; put it back by hand, or delete its line in the file`;
}

async function send(
  request: RequestTemplate,
  left: MadeRecord | FormerState,
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

function resolutionIn(to: Destination, context: RunContext): Resolution {
  return {
    seed: '',
    now: context.clock(),
    zone: to.zone,
    answer: () => undefined,
    sent: () => undefined,
    next: context.next,
    setting: () => undefined,
  };
}
