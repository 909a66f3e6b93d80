import type { CaseRule } from '../model.ts';
import { noTrace } from '../store/no-trace.ts';

export const noTraceListed = {
  id: 'input.no-trace-listed',
  kind: 'case',
  title: 'A refused write is not listed',
  explain: 'A faulty record with a key of its own is sent, and everything is listed afterwards: the key is not there.',
  covers: ['E07'],
  params: noTrace.params,
  judge: noTrace.judge,
} as const satisfies CaseRule;
