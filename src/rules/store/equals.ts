import { readBack } from '../lifecycle/read-back.ts';
import type { CaseRule } from '../model.ts';

export const equals = {
  id: 'store.equals',
  kind: 'case',
  title: 'What was accepted is stored as it was sent',
  explain: 'The record is read back after it was accepted; every member must be as it was sent.',
  covers: ['E12'],
  params: readBack.params,
  judge: readBack.judge,
} as const satisfies CaseRule;
