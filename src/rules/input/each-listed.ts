import { acceptanceRule } from '../accepted.ts';

export const eachListed = acceptanceRule({
  id: 'input.each-listed',
  title: 'Every code of the list is accepted',
  fails: '{refuses} codes of the list of {field}: {status}',
  explain:
    'Each value of the declared code list is sent once. A refusal means that the reference data of the service is not the specification’s.',
  covers: ['F02'],
});
