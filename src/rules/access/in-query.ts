import { refusalRule } from '../refused.ts';

export const inQuery = refusalRule({
  id: 'access.in-query',
  title: 'A token in the query is refused',
  fails: '{accepts} a token in the query: {status}',
  explain: 'Addresses are written to logs; a token must not be taken from one.',
  covers: ['G09'],
});
