import { ECHO_PARAMS, judgeEcho } from './echo.ts';
import { caseRule } from '../case-rule.ts';

export const batchOrder = caseRule(
  {
    id: 'lifecycle.batch-order',
    title: 'A batch is answered item by item, in order',
    fails: 'answers the items of a batch in another order: {actual} instead of {expected}',
    explain: 'Several items are sent in one request; each must be answered in its place.',
    covers: [],
  },
  ECHO_PARAMS,
  judgeEcho,
);
