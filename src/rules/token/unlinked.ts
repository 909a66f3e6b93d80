import { refusalRule } from '../refused.ts';

export const unlinked = refusalRule({
  id: 'token.unlinked',
  title: 'An organisation that is not linked is refused',
  fails: '{accepts} an organisation that is not linked: {status}',
  explain: 'The organisation has not added the service as its provider, so it gets no token.',
  covers: [],
});
