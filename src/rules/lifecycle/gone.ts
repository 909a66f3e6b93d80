import { refusalRule } from '../refused.ts';

export const gone = refusalRule({
  id: 'lifecycle.gone',
  title: 'A deleted record cannot be read',
  fails: '{accepts} the read of a deleted record: {status}',
  explain: 'After a successful DELETE the record must not be found.',
  covers: ['E06'],
});
