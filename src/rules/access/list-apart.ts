import { caseRule } from '../case-rule.ts';
import { judgeListed, LISTED_PARAMS } from '../lifecycle/listing.ts';

export const listApart = caseRule(
  {
    id: 'access.list-apart',
    title: 'A list holds no record of others',
    fails: 'lists a record of another organisation',
    explain: 'A record is made, and another organisation lists what it has. The new record must not be among it.',
    covers: ['G12'],
  },
  LISTED_PARAMS,
  judgeListed,
);
