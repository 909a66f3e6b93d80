import { refusalRule } from '../refused.ts';

export const signatureRemoved = refusalRule({
  id: 'access.signature-removed',
  title: 'A token without its signature is refused',
  fails: '{accepts} a token without its signature: {status}',
  explain: 'The third part of the token is left empty.',
  requirement: 'http.jwt.signature',
  covers: ['J01'],
});
