import { refusalRule } from '../refused.ts';

export const deepNesting = refusalRule({
  id: 'input.deep-nesting',
  title: 'A body nested a thousand deep is refused',
  fails: '{accepts} a body nested a thousand deep: {status}',
  explain: 'It must be refused as any malformed body is, and never break the service.',
  covers: ['F06'],
});
