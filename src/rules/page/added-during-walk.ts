import { judgeSteady, STEADY_PARAMS } from './steady.ts';
import { caseRule } from '../case-rule.ts';

/** The order is by uid, and a new record has the highest: it comes at the end, so that no page may shift. */
export const addedDuringWalk = caseRule(
  {
    id: 'page.added-during-walk',
    title: 'A record added during a walk hides no other',
    fails: 'loses records of a walk when one is added: {actual}',
    explain:
      'Between two pages of a walk a record is added, which the order puts at the end. Every record that was there before must still come.',
    covers: ['I12'],
  },
  STEADY_PARAMS,
  judgeSteady,
);
