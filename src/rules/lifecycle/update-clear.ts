import type { CaseRule } from '../model.ts';
import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';

export const updateClear = {
  id: 'lifecycle.update-clear',
  kind: 'case',
  title: 'An update with null clears an optional member',
  explain: 'Null in a PATCH removes an optional member; the others stay.',
  covers: ['E08'],
  params: ONLY_NAMED_PARAMS,
  judge: judgeOnlyNamed as CaseRule['judge'],
} as const satisfies CaseRule;
