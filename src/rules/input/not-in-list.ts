import { refusalRule } from '../refused.ts';

export const notInList = refusalRule({
  id: 'input.not-in-list',
  title: 'A code is not in its code list',
  fails: '{accepts} a value for {field} that is not in its code list: {status}',
  explain: 'A code outside the reference data must be refused, or reports come out with codes that mean nothing.',
  covers: ['F02'],
});
