/** What happens to a record over its life: stored, read back, changed, removed. */
import { batchIndependent } from './batch-independent.ts';
import { batchOrder } from './batch-order.ts';
import { batchReadable } from './batch-readable.ts';
import { clearEach } from './clear-each.ts';
import { concurrentWrites } from './concurrent-writes.ts';
import { correlationEchoed } from './correlation-echoed.ts';
import { empties } from './empties.ts';
import { listOrder } from './list-order.ts';
import { listed } from './listed.ts';
import { locationLeads } from './location-leads.ts';
import { notListed } from './not-listed.ts';
import { nothingAdded } from './nothing-added.ts';
import { othersKept } from './others-kept.ts';
import { readBack } from './read-back.ts';
import { storedOnce } from './stored-once.ts';
import { updateAtomic } from './update-atomic.ts';
import { updateClear } from './update-clear.ts';
import { updateEach } from './update-each.ts';
import { updateOnlyNamed } from './update-only-named.ts';

export const lifecycleRules = [
  readBack,
  listed,
  notListed,
  updateOnlyNamed,
  updateClear,
  correlationEchoed,
  batchOrder,
  batchIndependent,
  empties,
  locationLeads,
  batchReadable,
  updateAtomic,
  concurrentWrites,
  updateEach,
  clearEach,
  nothingAdded,
  storedOnce,
  listOrder,
  othersKept,
] as const;
