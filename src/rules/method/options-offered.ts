import { offeredRule } from './offered.ts';

export const optionsOffered = offeredRule({
  id: 'method.options-offered',
  title: 'OPTIONS is answered on every path',
  fails: 'does not answer OPTIONS: {status}',
  explain: 'HTTP leaves it to the service whether it answers OPTIONS. Tools that explore an interface begin with it.',
  requirement: 'http.options-offered',
  convention: true,
  covers: ['B05'],
});
