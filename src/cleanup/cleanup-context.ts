/** Context of cleanup requests, shared with the groups that create records, and the function that sends such a request. */
import { isReadMethod } from '../model/exchange.ts';
import { omitUndefined } from '../model/objects.ts';
import type { Auth, RequestTemplate } from '../plan/model.ts';
import { authAsClient } from '../plan/request-auth.ts';
import type { RecordId, RecordRead } from '../http/declared-operations.ts';
import type { Destination, FinishedExchange, SendOptions } from '../http/model.ts';
import { plainResolution, type Resolution } from '../http/resolve-values.ts';
import { sendUnrecorded } from '../http/send-exchange.ts';
import type { SlotOptions } from '../http/rate-limit.ts';
import { type ConcurrentWrites, trackWrite } from './concurrent-writes.ts';
import type { CreatedResources, RecordKind } from './created-resources.ts';

/** Owner of the record that an ID names. `unknown`: the record cannot be read, or shows no field to compare. */
export type RecordOwner = 'own' | 'another' | 'unknown';

/** The first record of an endpoint that the run created. */
export interface FirstRecord {
  readonly found: Promise<RecordOwner>;
  /** The result of `found`, once it is known. */
  readonly whose?: RecordOwner;
}

/** IDs of records that existed before the run. Implemented by `ExistingRecords`. */
export interface ExistingIds {
  /** Reads the list that shows the records of an endpoint, once for each endpoint, before a request that may create some. */
  readonly readBefore: (request: RequestTemplate, to: Destination) => Promise<void>;
  readonly has: (kind: RecordKind, id: RecordId) => boolean;
  /** Whether the list of an endpoint shows one of the records that the run just created. */
  readonly showsNew: (
    request: RequestTemplate,
    to: Destination,
    of: RecordKind,
    ids: readonly RecordId[],
  ) => Promise<boolean>;
  /** IDs that a list shows now, did not show before, and that no create of the run returned. */
  readonly unaccounted: () => Promise<readonly (RecordKind & { readonly id: string })[]>;
  /** The test data of a service was cleared: IDs may be assigned again. */
  readonly forget: () => void;
}

export interface CleanupContext extends SendOptions, SlotOptions {
  readonly runId: string;
  readonly destination: (service: string, spec: string) => Destination;
  readonly next: () => number;
  /** Maximum number of pages of a list. */
  readonly mostPages?: number;
  /** Created records and changed singletons, on disk; absent if the target is embedded. */
  readonly createdResources?: CreatedResources;
  /** Records that existed before the run; absent if the target is embedded. */
  readonly existing?: ExistingIds;
  /** The verified first record of each endpoint; absent if no ID is verified. */
  readonly firstRecords?: Map<string, FirstRecord>;
  /** Writes of the run that are in progress, by service and version. */
  readonly concurrentWrites?: (to: Destination) => ConcurrentWrites;
}

/**
 * Sends a cleanup request at the rate that the target allows. Only its effect on stored records is noted. `endpoint`: the endpoint of the
 * record, if the target may name a caller for it
 */
export async function sendCleanup(
  request: RequestTemplate,
  to: Destination,
  context: CleanupContext,
  { endpoint, resolution }: { readonly endpoint?: string; readonly resolution?: Resolution } = {},
): Promise<FinishedExchange['outcome']> {
  await context.pace?.();
  const operation = endpoint === undefined ? {} : { operation: `${endpoint}/delete` };
  const step = { name: 'cleanup', request, success: { statuses: [] }, ...operation };
  const writes = isReadMethod(request.method) ? undefined : context.concurrentWrites?.(to);
  return trackWrite(writes, request.path, '', () =>
    sendUnrecorded(step, to, resolution ?? plainResolution(to, context), context),
  );
}

/** The declared read of one record. */
export function readRequestOf(
  { method, path, headers = {}, server, query }: RecordRead,
  parameters: RequestTemplate['parameters'],
  auth: Auth,
): RequestTemplate {
  return { base: 'service', method, path, parameters, headers, auth, ...omitUndefined({ server, query }) };
}

/** The party that created a record; the declared caller if it was the run's own. */
export function callerOfParty(party: string | undefined, declared: Auth): Auth {
  return party === undefined ? declared : authAsClient(party, declared);
}
