import { judgeSteady, STEADY_PARAMS } from './steady.ts';
import { caseRule } from '../case-rule.ts';

/** Page numbers shift when something before them goes; what goes behind them must shift nothing. */
export const removedDuringWalk = caseRule(
  {
    id: 'page.removed-during-walk',
    title: 'A record removed at the end of a walk hides no other',
    fails: 'loses records of a walk when one is removed: {actual}',
    explain:
      'Between two pages of a walk the last record is removed. Page numbers count from the beginning, so that every other record must still come.',
    covers: ['I12'],
  },
  STEADY_PARAMS,
  judgeSteady,
);
