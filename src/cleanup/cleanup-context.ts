/** The context of cleanup requests, shared with the groups that create records, and how such a request is sent. */
import { isRead } from '../model/exchange.ts';
import { defined } from '../model/objects.ts';
import type { Auth, RequestTemplate } from '../plan/model.ts';
import { authAs } from '../plan/who-asks.ts';
import type { Id, ShownRecord } from '../http/declared-operations.ts';
import type { Destination, DoneExchange, SendOptions } from '../http/model.ts';
import { plainResolution, type Resolution } from '../http/resolve-values.ts';
import { sendUnrecorded } from '../http/send-exchange.ts';
import type { SlotOptions } from '../http/rate-limit.ts';
import { type ConcurrentWrites, trackWrite } from './concurrent-writes.ts';
import type { CreatedResources, RecordKind } from './created-resources.ts';

/** Whose record an ID names. `unknown`: it cannot be read, or shows no field to compare. */
export type RecordOwner = 'own' | 'another' | 'unknown';

/** The first record of an endpoint that the run created. */
export interface FirstRecord {
  readonly found: Promise<RecordOwner>;
  /** Once it is found. */
  readonly whose?: RecordOwner;
}

/** The IDs of records that existed before the run. */
export interface ExistingIds {
  /** Before a request that may create records: reads the list that shows such records, once for each endpoint. */
  readonly readBefore: (request: RequestTemplate, to: Destination) => Promise<void>;
  readonly has: (kind: RecordKind, id: Id) => boolean;
  /** Whether the list of an endpoint shows one of the records that the run just created. */
  readonly showsNew: (
    request: RequestTemplate,
    to: Destination,
    of: RecordKind,
    ids: readonly Id[],
  ) => Promise<boolean>;
  /** IDs that a list shows now, did not show before, and that no create of the run returned. */
  readonly unaccounted: () => Promise<readonly (RecordKind & { readonly id: string })[]>;
  /** The test data of a service was cleared: IDs may be given out again. */
  readonly forget: () => void;
}

export interface CleanupContext extends SendOptions, SlotOptions {
  readonly runId: string;
  readonly destination: (service: string, spec: string) => Destination;
  /** A counter of the run. */
  readonly next: () => number;
  /** Pages that the traversal of a list reads at most. */
  readonly mostPages?: number;
  /** What the run created and changed, on disk; absent where nothing outlives the run. */
  readonly createdResources?: CreatedResources;
  /** What existed before the run; absent where nothing outlives it. */
  readonly existing?: ExistingIds;
  /** The verified first record of each endpoint; absent where no ID is verified. */
  readonly firstRecords?: Map<string, FirstRecord>;
  /** The run's own writes under way, by service and version. */
  readonly concurrentWrites?: (to: Destination) => ConcurrentWrites;
}

/**
 * Sends a request of cleanup, at the rate that the target allows. Nothing is recorded but what the request creates, changes or deletes.
 * @param endpoint the endpoint of the record, if the target names a caller for it
 */
export async function sendCleanup(
  request: RequestTemplate,
  to: Destination,
  context: CleanupContext,
  { endpoint, resolution }: { readonly endpoint?: string; readonly resolution?: Resolution } = {},
): Promise<DoneExchange['outcome']> {
  await context.pace?.();
  const operation = endpoint === undefined ? {} : { operation: `${endpoint}/delete` };
  const step = { name: 'cleanup', request, success: { statuses: [] }, ...operation };
  const writes = isRead(request.method) ? undefined : context.concurrentWrites?.(to);
  return trackWrite(writes, request.path, '', () =>
    sendUnrecorded(step, to, resolution ?? plainResolution(to, context), context),
  );
}

/** The read of one record, as the contract declares it. */
export function readOf(
  { method, path, headers = {}, server, query }: ShownRecord,
  parameters: RequestTemplate['parameters'],
  auth: Auth,
): RequestTemplate {
  return { base: 'service', method, path, parameters, headers, auth, ...defined({ server, query }) };
}

/** The party that created a record; the declared caller if it was the run's own. */
export function callerOf(party: string | undefined, declared: Auth): Auth {
  return party === undefined ? declared : authAs(party, declared);
}
