import { refusalRule } from '../refused.ts';

export const wrongHeader = refusalRule({
  id: 'access.wrong-header',
  title: 'A token in another header is refused',
  fails: '{accepts} a token in another header: {status}',
  explain: 'The contract names one header for the token; a second way in is a second door to guard.',
  covers: ['G07'],
});
