import { LISTED_PARAMS, judgeListed } from './listing.ts';
import { caseRule } from '../case-rule.ts';

export const notListed = caseRule(
  {
    id: 'lifecycle.not-listed',
    title: 'A deleted record is no longer listed',
    fails: 'still lists a deleted record',
    explain: 'A record that was deleted must not be in the list of its kind.',
    covers: ['E06'],
  },
  LISTED_PARAMS,
  judgeListed,
);
