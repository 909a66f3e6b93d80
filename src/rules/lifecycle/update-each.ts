import type { CaseRule } from '../model.ts';
import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';

export const updateEach = {
  id: 'lifecycle.update-each',
  kind: 'case',
  title: 'An update reaches every member',
  explain:
    'Every member that may be changed gets another value in one PATCH, and the record is read again. A member that stayed as it was is one that the service forgets to write.',
  covers: ['E08'],
  params: ONLY_NAMED_PARAMS,
  judge: judgeOnlyNamed as CaseRule['judge'],
} as const satisfies CaseRule;
