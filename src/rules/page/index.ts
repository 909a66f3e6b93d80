/** The laws of paging: what must hold between the pages of one walk, whatever the records are. */
import { addedDuringWalk } from './added-during-walk.ts';
import { cap } from './cap.ts';
import { headers } from './headers.ts';
import { ignored } from './ignored.ts';
import { next } from './next.ts';
import { noDuplicates } from './no-duplicates.ts';
import { noHeaders } from './no-headers.ts';
import { notEnabled } from './not-enabled.ts';
import { order } from './order.ts';
import { ownAlone } from './own-alone.ts';
import { pastTheEnd } from './past-the-end.ts';
import { previous } from './previous.ts';
import { removedDuringWalk } from './removed-during-walk.ts';
import { size } from './size.ts';
import { totalScaled } from './total-scaled.ts';
import { total } from './total.ts';
import { walkComplete } from './walk-complete.ts';

export const pageRules = [
  walkComplete,
  noDuplicates,
  order,
  size,
  cap,
  headers,
  total,
  next,
  previous,
  noHeaders,
  notEnabled,
  pastTheEnd,
  ignored,
  totalScaled,
  addedDuringWalk,
  removedDuringWalk,
  ownAlone,
] as const;
