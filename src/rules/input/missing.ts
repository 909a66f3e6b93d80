import { refusalRule } from '../refused.ts';

export const missing = refusalRule({
  id: 'input.missing',
  title: 'A required member is missing',
  fails: '{accepts} a request without {field}: {status}',
  explain: 'The member is left out; nothing else differs from a request that was accepted.',
  covers: ['F02'],
});
