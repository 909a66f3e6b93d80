import type { CaseRule } from '../model.ts';
import { LISTED_PARAMS, judgeListed } from './listing.ts';

export const listed = {
  id: 'lifecycle.listed',
  kind: 'case',
  title: 'A new record is listed',
  explain: 'A record that was just created must be in the list of its kind.',
  covers: ['E12'],
  params: LISTED_PARAMS,
  judge: judgeListed as CaseRule['judge'],
} as const satisfies CaseRule;
