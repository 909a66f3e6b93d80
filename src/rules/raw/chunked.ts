import { rawRule } from './refused-raw.ts';

/**
 * RFC 9112 §6.3: 400 where chunked is not the last coding (§6.1: 501 for one that is not known). §6.1: chunked with a length may be
 * refused or read by its chunks alone, and the connection is closed afterwards. §2.2: what is no HTTP SHOULD be answered 400.
 */
export const chunked = rawRule({
  id: 'raw.chunked',
  title: 'A request in chunks ends in one way',
  fails: '{accepts} a request in chunks whose end cannot be told ({key}): {status}',
  explain:
    'Another coding stands behind chunked, a length stands beside it, or a chunk has no size. The end of such a request is a matter of opinion. It is refused, or read by its chunks alone, and nothing that follows it on the connection is answered.',
  requirement: 'http.framing',
  requirementFor: { 'chunk-size': 'http.chunk-size' },
  covers: ['F13'],
});
