import { refusalRule } from '../refused.ts';

export const malformedId = refusalRule({
  id: 'lifecycle.malformed-id',
  title: 'A malformed id is not found',
  fails: '{accepts} a malformed id: {status}',
  explain: 'An id that cannot exist must be refused as the contract says, and never cause a server error.',
  covers: ['B08'],
});
