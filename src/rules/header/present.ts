import type { CaseRule } from '../model.ts';
import { judgePresence, PRESENCE_PARAMS } from './presence.ts';

export const present = {
  id: 'header.present',
  kind: 'case',
  title: 'The answer carries the header',
  explain: 'This header must be sent with this answer.',
  covers: [],
  params: PRESENCE_PARAMS,
  judge: judgePresence(true),
} as const satisfies CaseRule;
