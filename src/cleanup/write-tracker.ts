/** Connects sending with cleanup: before and after each request that may create, change or delete something. */
import type { PendingExchange, WriteTracker } from '../http/model.ts';
import type { RequestTemplate } from '../plan/model.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { noteOutcome, withPendingRecord } from './created-resources.ts';
import { noteWrite } from './snapshot-fields.ts';

/** @param protect takes snapshots for a group; absent for cleanup requests, which change the run's own records */
export function writeTracker(
  { createdResources, existing }: Pick<CleanupContext, 'createdResources' | 'existing'>,
  protect?: (request: RequestTemplate, parameters: PendingExchange['parameters']) => Promise<void>,
): WriteTracker {
  return {
    prepare: async ({ request, parameters }, to) => {
      await existing?.readBefore(request, to);
      await protect?.(request, parameters);
    },
    around: (exchange, to, send) => withPendingRecord(createdResources, to.operations, exchange, send),
    noteWrite: (request, body, to) => noteWrite(request, body, to, createdResources),
    finish: (exchange, to) => {
      if (createdResources === undefined) return;
      noteOutcome(createdResources, to.operations, exchange, (text) => to.redactor.text(text), existing);
    },
  };
}

/** Context for cleanup requests. Their IDs are values instead of references, so no snapshot is taken for them. */
export function withoutSnapshots<Context extends CleanupContext>(context: Context): Context {
  return { ...context, tracker: writeTracker(context) };
}
