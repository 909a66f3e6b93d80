import type { CaseRule } from '../model.ts';
import { ECHO_PARAMS, judgeEcho } from './echo.ts';

export const batchOrder = {
  id: 'lifecycle.batch-order',
  kind: 'case',
  title: 'A batch is answered item by item, in order',
  explain: 'Several items are sent in one request; each must be answered in its place.',
  covers: [],
  params: ECHO_PARAMS,
  judge: judgeEcho as CaseRule['judge'],
} as const satisfies CaseRule;
