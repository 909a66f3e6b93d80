/** Rules about the life of a record that have a file of their own. */
import { batchReadable } from './batch-readable.ts';
import { clearEach } from './clear-each.ts';
import { concurrentWrites } from './concurrent-writes.ts';
import { createBelowDeleted } from './create-below-deleted.ts';
import { deleteWithParts } from './delete-with-parts.ts';
import { listOrder } from './list-order.ts';
import { locationLeads } from './location-leads.ts';
import { nothingAdded } from './nothing-added.ts';
import { othersKept } from './others-kept.ts';
import { partsGone } from './parts-gone.ts';
import { storedOnce } from './stored-once.ts';
import { updateAfterDelete } from './update-after-delete.ts';
import { updateAtomic } from './update-atomic.ts';
import { updateEach } from './update-each.ts';

export const furtherLifecycleRules = [
  locationLeads,
  batchReadable,
  updateAtomic,
  concurrentWrites,
  updateAfterDelete,
  createBelowDeleted,
  updateEach,
  clearEach,
  nothingAdded,
  storedOnce,
  listOrder,
  othersKept,
  deleteWithParts,
  partsGone,
] as const;
