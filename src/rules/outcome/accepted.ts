import { acceptanceRule } from '../accepted.ts';

export const accepted = {
  ...acceptanceRule({
    id: 'outcome.accepted',
    title: 'A correct request is accepted',
    fails: '{refuses} a correct request: {status}',
    explain:
      'The request keeps every rule of the contract. A refusal means that the service asks for something the specification does not, or that its data or sign-in is not in order.',
    covers: ['M02'],
  }),
  form: 'outcome.success-form' as const,
};
