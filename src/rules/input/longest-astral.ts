import { acceptanceRule } from '../accepted.ts';

export const longestAstral = acceptanceRule({
  id: 'input.longest-astral',
  title: 'Length is counted in characters',
  fails: '{refuses} a value for {field} of the full length in another script: {status}',
  explain:
    'A text of the full length, all of whose characters need two UTF-16 units and four bytes of UTF-8, is accepted. A refusal means that units or bytes are counted, and names outside Latin get half or a quarter of the room.',
  covers: ['F03'],
});
