import { caseRule } from '../case-rule.ts';
import { judgeRefused, REFUSED_PARAMS } from '../refused.ts';

export const refused = caseRule(
  {
    id: 'outcome.refused',
    title: 'A faulty request is refused for its fault',
    fails: '{accepts} a faulty request: {status}',
    explain:
      'The same request without the one fault was accepted in this run. The form of the refusal is a check of its own.',
    covers: ['F14'],
    filled: 'refusal',
    form: 'outcome.form',
  },
  REFUSED_PARAMS,
  judgeRefused,
);
