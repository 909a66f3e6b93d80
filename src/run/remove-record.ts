/** Removes a record that a run made. */
import { defined } from '../record/defined.ts';
import { placeOf } from '../exchange/guard.ts';
import type { MadeRecord } from '../exchange/ledger.ts';
import type { RunContext } from '../exchange/runner.ts';
import { sendUnrecorded } from '../exchange/sender.ts';
import { authAs } from '../plan/who-asks.ts';

/** Through the operation that the contract declares, and as whoever made it; what came of it goes into the ledger. */
export async function removeRecord(record: MadeRecord, context: RunContext): Promise<void> {
  if (record.remove === undefined) return;
  const to = context.destination(record.service, record.spec);
  const { method, path, parameters } = record.remove;
  const removes = to.catalogue.get(placeOf('service', method, path))?.removes;
  // Not an operation of this contract: nothing that a file says is done because the file says it.
  if (removes === undefined) return;
  const { headers = {}, server } = removes;
  const auth = record.by === undefined ? removes.auth : authAs(record.by, removes.auth);
  await context.pace?.();
  const step = {
    name: 'clean',
    // Says as whom the target asks for records of this endpoint.
    operation: `${record.endpoint}/delete`,
    request: { base: 'service', method, path, parameters, headers, auth, ...defined({ server }) },
    success: { statuses: [] },
  } as const;
  await sendUnrecorded(
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
}
