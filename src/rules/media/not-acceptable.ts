import { refusalRule } from '../refused.ts';

export const notAcceptable = refusalRule({
  id: 'media.not-acceptable',
  title: 'An Accept without JSON is refused',
  fails: '{accepts} an Accept without JSON: {status}',
  explain: 'The client accepts only a type that the service does not have.',
  convention: true,
  covers: ['C05'],
});
