import { judgeNoTrace, NO_TRACE_PARAMS } from '../store.ts';
import type { CaseRule } from '../model.ts';

export const noTraceListed = {
  id: 'input.no-trace-listed',
  kind: 'case',
  title: 'A refused write is not listed',
  explain: 'A faulty record with a key of its own is sent, and everything is listed afterwards: the key is not there.',
  covers: ['E07'],
  params: NO_TRACE_PARAMS,
  judge: judgeNoTrace as CaseRule['judge'],
} as const satisfies CaseRule;
