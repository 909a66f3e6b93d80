import { refusalRule } from '../refused.ts';

/** RFC 6750 §2 and RFC 9110 §5.3 bind the client. That two parties in one request are refused is practice. */
export const doubled = refusalRule({
  id: 'access.doubled',
  title: 'Two tokens are refused',
  fails: '{accepts} two tokens at once: {status}',
  explain:
    'The header with the token stands twice, with tokens of two organisations. A gateway may check the first and the service use the second, so neither may count.',
  requirement: 'http.repeated-credentials',
  covers: ['G05', 'F10'],
});
