import type { CaseRule } from '../model.ts';
import { judgeSteady, STEADY_PARAMS } from './steady.ts';

/** The order is by uid, and a new record has the highest: it comes at the end, so that no page may shift. */
export const addedDuringWalk = {
  id: 'page.added-during-walk',
  kind: 'case',
  title: 'A record added during a walk hides no other',
  explain: 'Between two pages of a walk a record is added, which the order puts at the end. Every record that was there before must still come.',
  covers: ['I12'],
  params: STEADY_PARAMS,
  judge: judgeSteady as CaseRule['judge'],
} as const satisfies CaseRule;
