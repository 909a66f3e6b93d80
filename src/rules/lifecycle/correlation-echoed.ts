import { ECHO_PARAMS, judgeEcho } from './echo.ts';
import { caseRule } from '../case-rule.ts';

export const correlationEchoed = caseRule(
  {
    id: 'lifecycle.correlation-echoed',
    title: 'Each answer carries the correlation id of its request',
    fails: 'answers without the correlation id of the request: {actual} instead of {expected}',
    explain: 'Clients match answers to the items they sent by this id.',
    covers: ['A25'],
  },
  ECHO_PARAMS,
  judgeEcho,
);
