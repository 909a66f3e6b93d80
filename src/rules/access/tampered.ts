import { refusalRule } from '../refused.ts';

export const tampered = refusalRule({
  id: 'access.tampered',
  title: 'A token with changed claims is refused',
  fails: '{accepts} a token whose claims were changed: {status}',
  explain: 'The claims are changed and the old signature is kept.',
  requirement: 'http.jwt.signature',
  covers: ['J17', 'J01'],
});
