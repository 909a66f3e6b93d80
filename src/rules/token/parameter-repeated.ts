import { refusalRule } from '../refused.ts';

export const parameterRepeated = refusalRule({
  id: 'token.parameter-repeated',
  title: 'A token request with a parameter twice is refused',
  fails: '{accepts} a token request with {key} twice: {status}',
  explain: 'Parameters must not be included more than once.',
  covers: ['F07'],
});
