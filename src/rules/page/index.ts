/** Laws of paging that have a file of their own. */
import { addedDuringWalk } from './added-during-walk.ts';
import { ownAlone } from './own-alone.ts';
import { removedDuringWalk } from './removed-during-walk.ts';
import { totalScaled } from './total-scaled.ts';

export const furtherPageRules = [totalScaled, addedDuringWalk, removedDuringWalk, ownAlone] as const;
