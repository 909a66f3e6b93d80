import { refusalRule } from '../refused.ts';

export const unsupported = refusalRule({
  id: 'method.unsupported',
  title: 'A method that the path does not have is refused',
  fails: '{accepts} a method that the path does not have ({key}): {status}',
  explain: 'The path exists and the method is not one of its own.',
  requirement: 'http.methods',
  covers: ['B01', 'B02', 'B06'],
});
