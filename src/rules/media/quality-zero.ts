import { refusalRule } from '../refused.ts';

export const qualityZero = refusalRule({
  id: 'media.quality-zero',
  title: 'JSON with the quality 0 is not accepted',
  fails: '{accepts} an Accept that rules JSON out: {status}',
  explain:
    '`application/json;q=0` says that JSON is not wanted. A server that only looks for the word serves it all the same.',
  convention: true,
  covers: ['C06'],
});
