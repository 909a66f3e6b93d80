import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';
import { caseRule } from '../case-rule.ts';

export const clearEach = caseRule(
  {
    id: 'lifecycle.clear-each',
    title: 'An update with null clears every optional member',
    fails: 'does not clear every member with null: {where} is {actual}',
    explain:
      'Every optional member is set to null in one PATCH, and the record is read again: they are gone, and the others are as they were.',
    covers: ['E08'],
  },
  ONLY_NAMED_PARAMS,
  judgeOnlyNamed,
);
