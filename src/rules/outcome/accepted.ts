import { ACCEPTED_PARAMS, judgeAccepted } from '../accepted.ts';
import { caseRule } from '../case-rule.ts';

export const accepted = caseRule(
  {
    id: 'outcome.accepted',
    title: 'A correct request is accepted',
    fails: '{refuses} a correct request: {status}',
    explain:
      'The request keeps every rule of the contract. A refusal means that the service asks for something the specification does not, or that its data or sign-in is not in order.',
    covers: ['M02'],
    filled: 'success',
    form: 'outcome.success-form',
  },
  ACCEPTED_PARAMS,
  judgeAccepted,
);
