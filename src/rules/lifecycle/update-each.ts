import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';
import { caseRule } from '../case-rule.ts';

export const updateEach = caseRule(
  {
    id: 'lifecycle.update-each',
    title: 'An update reaches every member',
    fails: 'does not change every member that an update names: {where} is {actual} instead of {expected}',
    explain:
      'Every member that may be changed gets another value in one PATCH, and the record is read again. A member that stayed as it was is one that the service forgets to write.',
    covers: ['E08'],
  },
  ONLY_NAMED_PARAMS,
  judgeOnlyNamed,
);
