import { refusalRule } from '../refused.ts';

export const claimWrongType = refusalRule({
  id: 'token.claim-wrong-type',
  title: 'An assertion with a claim of another type is refused',
  fails: '{accepts} an assertion whose {key} has another JSON type: {status}',
  explain: 'The claim is there with another JSON type.',
  covers: ['J05'],
});
