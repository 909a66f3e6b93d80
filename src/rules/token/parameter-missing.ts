import { refusalRule } from '../refused.ts';

export const parameterMissing = refusalRule({
  id: 'token.parameter-missing',
  title: 'A token request without a parameter is refused',
  fails: '{accepts} a token request without {key}: {status}',
  explain: 'A form parameter that is needed is left out.',
  covers: ['F10'],
});
