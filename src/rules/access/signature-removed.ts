import { refusalRule } from '../refused.ts';

/** RFC 7519 §7.2: where a step of the validation fails, the JWT MUST be rejected; an empty signature is none. */
export const signatureRemoved = refusalRule({
  id: 'access.signature-removed',
  title: 'A token without its signature is refused',
  fails: '{accepts} a token without its signature: {status}',
  explain: 'The third part of the token is left empty.',
  requirement: 'http.jwt.signature',
  covers: ['J01'],
});
