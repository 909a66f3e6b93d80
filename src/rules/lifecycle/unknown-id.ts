import { refusalRule } from '../refused.ts';

export const unknownId = refusalRule({
  id: 'lifecycle.unknown-id',
  title: 'An unknown id is not found',
  fails: '{accepts} an id that was never given out: {status}',
  explain: 'An id that was never given out must be answered as not found, in the declared error shape.',
  covers: ['B08'],
});
