import { LISTED_PARAMS, judgeListed } from './listing.ts';
import { caseRule } from '../case-rule.ts';

export const listed = caseRule(
  {
    id: 'lifecycle.listed',
    title: 'A new record is listed',
    fails: 'does not list a new record',
    explain: 'A record that was just created must be in the list of its kind.',
    covers: ['E12'],
  },
  LISTED_PARAMS,
  judgeListed,
);
