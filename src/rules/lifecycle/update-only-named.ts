import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';
import { caseRule } from '../case-rule.ts';

export const updateOnlyNamed = caseRule(
  {
    id: 'lifecycle.update-only-named',
    title: 'An update changes what it names and nothing else',
    fails: 'changes more than the update named: {where} is {actual} instead of {expected}',
    explain:
      'The record is read before and after a PATCH of one member. Any other difference is a member that the service cleared, defaulted or recomputed.',
    covers: ['E08'],
  },
  ONLY_NAMED_PARAMS,
  judgeOnlyNamed,
);
