import type { CaseRule } from '../model.ts';
import { ECHO_PARAMS, judgeEcho } from './echo.ts';

export const correlationEchoed = {
  id: 'lifecycle.correlation-echoed',
  kind: 'case',
  title: 'Each answer carries the correlation id of its request',
  explain: 'Clients match answers to the items they sent by this id.',
  covers: ['A25'],
  params: ECHO_PARAMS,
  judge: judgeEcho as CaseRule['judge'],
} as const satisfies CaseRule;
