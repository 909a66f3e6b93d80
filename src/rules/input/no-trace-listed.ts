import { caseRule } from '../case-rule.ts';
import { noTrace } from '../store/no-trace.ts';

export const noTraceListed = caseRule(
  {
    id: 'input.no-trace-listed',
    title: 'A refused write is not listed',
    fails: 'lists a record that it refused',
    explain:
      'A faulty record with a key of its own is sent, and everything is listed afterwards: the key is not there.',
    covers: ['E07'],
  },
  noTrace.params,
  noTrace.judge,
);
