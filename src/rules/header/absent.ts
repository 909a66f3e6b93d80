import type { CaseRule } from '../model.ts';
import { judgePresence, PRESENCE_PARAMS } from './presence.ts';

export const absent = {
  id: 'header.absent',
  kind: 'case',
  title: 'The answer does not carry the header',
  explain: 'This header must not be sent with this answer.',
  covers: [],
  params: PRESENCE_PARAMS,
  judge: judgePresence(false),
} as const satisfies CaseRule;
