import type { CaseRule } from '../model.ts';
import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';

export const updateOnlyNamed = {
  id: 'lifecycle.update-only-named',
  kind: 'case',
  title: 'An update changes what it names and nothing else',
  explain: 'The record is read before and after a PATCH of one member. Any other difference is a member that the service cleared, defaulted or recomputed.',
  covers: ['E08'],
  params: ONLY_NAMED_PARAMS,
  judge: judgeOnlyNamed as CaseRule['judge'],
} as const satisfies CaseRule;
