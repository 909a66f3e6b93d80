import { refusalRule } from '../refused.ts';

export const unknownReference = refusalRule({
  id: 'input.unknown-reference',
  title: 'A reference to nothing is refused',
  fails: '{accepts} a value for {field} that names no record: {status}',
  explain: 'The uid names no record of the kind it refers to.',
  covers: [],
});
