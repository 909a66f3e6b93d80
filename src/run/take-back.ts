/** Removes a record that a run made, or puts back what it changed. */
import { defined } from '../record/defined.ts';
import { noteRestored } from '../exchange/former.ts';
import { placeOf } from '../exchange/guard.ts';
import type { FormerState, MadeRecord } from '../exchange/ledger.ts';
import type { RunContext } from '../exchange/run-context.ts';
import { sendUnrecorded } from '../exchange/sender.ts';
import { authAs } from '../plan/who-asks.ts';

/** Through the operation that the contract declares, and as whoever made it; what came of it goes into the ledger. */
export async function takeBack(left: MadeRecord | FormerState, context: RunContext): Promise<void> {
  const former = 'restore' in left ? left.restore.body : undefined;
  const doing = 'restore' in left ? left.restore : left.remove;
  if (doing === undefined || ('restore' in left && former === undefined)) return;
  const to = context.destination(left.service, left.spec);
  const { method, path } = doing;
  const operation = to.catalogue.get(placeOf('service', method, path));
  const declared = 'restore' in left ? operation?.changes : operation?.removes;
  // Not an operation of this contract: nothing that a file says is done because the file says it.
  if (declared === undefined) return;
  const { headers = {}, server, media, auth: own } = declared;
  const auth = left.id === undefined || left.by === undefined ? own : authAs(left.by, own);
  await context.pace?.();
  const step = {
    name: 'clean',
    // Says as whom the target asks for records of this endpoint.
    operation: `${left.endpoint}/delete`,
    request: {
      base: 'service',
      method,
      path,
      parameters: left.remove?.parameters ?? {},
      headers,
      auth,
      ...defined({
        server,
        media,
        // As it was, whatever words of a plan it may hold.
        body: former === undefined ? undefined : { kind: 'text' as const, text: JSON.stringify(former) },
      }),
    },
    success: { statuses: [] },
  } as const;
  const outcome = await sendUnrecorded(
    step,
    to,
    {
      seed: '',
      now: context.clock(),
      zone: to.zone,
      answer: () => undefined,
      sent: () => undefined,
      next: context.next,
      setting: () => undefined,
    },
    context,
  );
  if ('restore' in left) noteRestored(left.key, method, outcome, context.ledger);
}
