import { rawRule } from './refused-raw.ts';

export const chunked = rawRule({
  id: 'raw.chunked',
  title: 'A request in chunks ends in one way',
  fails: '{accepts} a request in chunks whose end cannot be told ({key}): {status}',
  explain:
    'Another coding stands behind chunked, a length stands beside it, or a chunk has no size. The end of such a request cannot be told, so it is refused and the connection closed.',
  requirement: 'http.framing',
  covers: ['F13'],
});
