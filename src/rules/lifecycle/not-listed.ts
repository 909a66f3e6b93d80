import type { CaseRule } from '../model.ts';
import { LISTED_PARAMS, judgeListed } from './listing.ts';

export const notListed = {
  id: 'lifecycle.not-listed',
  kind: 'case',
  title: 'A deleted record is no longer listed',
  explain: 'A record that was deleted must not be in the list of its kind.',
  covers: ['E06'],
  params: LISTED_PARAMS,
  judge: judgeListed as CaseRule['judge'],
} as const satisfies CaseRule;
