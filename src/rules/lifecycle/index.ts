/** What happens to a record over its life: stored, read back, changed, removed. */
import { batchIndependent } from './batch-independent.ts';
import { batchOrder } from './batch-order.ts';
import { batchReadable } from './batch-readable.ts';
import { clearEach } from './clear-each.ts';
import { concurrentWrites } from './concurrent-writes.ts';
import { correlationEchoed } from './correlation-echoed.ts';
import { createBelowDeleted } from './create-below-deleted.ts';
import { deleteAgain } from './delete-again.ts';
import { deleteWithParts } from './delete-with-parts.ts';
import { empties } from './empties.ts';
import { emptyAgain } from './empty-again.ts';
import { gone } from './gone.ts';
import { listOrder } from './list-order.ts';
import { listed } from './listed.ts';
import { locationLeads } from './location-leads.ts';
import { malformedId } from './malformed-id.ts';
import { notListed } from './not-listed.ts';
import { nothingAdded } from './nothing-added.ts';
import { otherParty } from './other-party.ts';
import { othersKept } from './others-kept.ts';
import { partsGone } from './parts-gone.ts';
import { readBack } from './read-back.ts';
import { referredTo } from './referred-to.ts';
import { storedOnce } from './stored-once.ts';
import { unknownId } from './unknown-id.ts';
import { updateAfterDelete } from './update-after-delete.ts';
import { updateAtomic } from './update-atomic.ts';
import { updateClear } from './update-clear.ts';
import { updateEach } from './update-each.ts';
import { updateOnlyNamed } from './update-only-named.ts';
import { wrongParent } from './wrong-parent.ts';

export const lifecycleRules = [
  readBack,
  listed,
  notListed,
  updateOnlyNamed,
  updateClear,
  gone,
  deleteAgain,
  emptyAgain,
  unknownId,
  malformedId,
  wrongParent,
  otherParty,
  referredTo,
  correlationEchoed,
  batchOrder,
  batchIndependent,
  empties,
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
