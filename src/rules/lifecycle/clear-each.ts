import type { CaseRule } from '../model.ts';
import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';

export const clearEach = {
  id: 'lifecycle.clear-each',
  kind: 'case',
  title: 'An update with null clears every optional member',
  explain: 'Every optional member is set to null in one PATCH, and the record is read again: they are gone, and the others are as they were.',
  covers: ['E08'],
  params: ONLY_NAMED_PARAMS,
  judge: judgeOnlyNamed as CaseRule['judge'],
} as const satisfies CaseRule;
