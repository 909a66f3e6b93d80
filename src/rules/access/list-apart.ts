import { judgeListed, LISTED_PARAMS } from '../lifecycle/listing.ts';
import type { CaseRule } from '../model.ts';

export const listApart = {
  id: 'access.list-apart',
  kind: 'case',
  title: 'A list holds no record of others',
  explain: 'A record is made, and another organisation lists what it has. The new record must not be among it.',
  covers: ['G12'],
  params: LISTED_PARAMS,
  judge: judgeListed as CaseRule['judge'],
} as const satisfies CaseRule;
