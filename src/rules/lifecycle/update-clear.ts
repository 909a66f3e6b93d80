import { ONLY_NAMED_PARAMS, judgeOnlyNamed } from './only-named.ts';
import { caseRule } from '../case-rule.ts';

export const updateClear = caseRule(
  {
    id: 'lifecycle.update-clear',
    title: 'An update with null clears an optional member',
    fails: 'does not clear {field} with null: {actual} is left',
    explain: 'Null in a PATCH removes an optional member; the others stay.',
    covers: ['E08'],
  },
  ONLY_NAMED_PARAMS,
  judgeOnlyNamed,
);
