import { refusalRule } from '../refused.ts';

export const claimWrong = refusalRule({
  id: 'token.claim-wrong',
  title: 'An assertion with a wrong claim is refused',
  fails: '{accepts} an assertion with a wrong {key}: {status}',
  explain: 'The claim has the right type and the wrong value.',
  covers: ['J08', 'J09', 'J10'],
});
