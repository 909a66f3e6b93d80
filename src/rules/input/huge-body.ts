import { refusalRule } from '../refused.ts';

export const hugeBody = refusalRule({
  id: 'input.huge-body',
  title: 'A huge body is refused',
  fails: '{accepts} a huge body: {status}',
  explain: 'More than the service takes must be refused as too large, and never break it.',
  covers: ['F06'],
});
