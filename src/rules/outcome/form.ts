import { caseRule } from '../case-rule.ts';
import { judgeForm, REFUSED_PARAMS } from '../refused.ts';

export const form = caseRule(
  {
    id: 'outcome.form',
    title: 'A refusal has its declared form',
    fails: 'refuses in another form than declared: {where} is {actual} instead of {expected}',
    explain:
      'The request was refused, as it must be. The status of the refusal is the declared one, and where the contract knows it the error has the declared code and names what is wrong. Clients act on them, but a refusal in another form lets nothing in.',
    covers: ['F14'],
  },
  REFUSED_PARAMS,
  judgeForm,
);
