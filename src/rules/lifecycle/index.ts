/** Rules about the life of a record that have a file of their own. */
import { batchReadable } from './batch-readable.ts';
import { concurrentWrites } from './concurrent-writes.ts';
import { createBelowDeleted } from './create-below-deleted.ts';
import { locationLeads } from './location-leads.ts';
import { updateAfterDelete } from './update-after-delete.ts';
import { updateAtomic } from './update-atomic.ts';

export const furtherLifecycleRules = [locationLeads, batchReadable, updateAtomic, concurrentWrites, updateAfterDelete, createBelowDeleted] as const;
