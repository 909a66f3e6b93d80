import { refusalRule } from '../refused.ts';

export const nullMember = refusalRule({
  id: 'input.null',
  title: 'A required member is null',
  fails: '{accepts} null for {field}: {status}',
  explain: 'Null is no value for a required member.',
  covers: ['F02'],
});
