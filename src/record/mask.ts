/** What stands in a record in place of what nobody may read. */

/** In place of a token or a key. Where it stands in an answer, one came back. */
export const MASK = '[redacted]';
/** In place of anything else that is nobody's business. */
export const HIDDEN = '[hidden]';

/** Headers whose whole value is a secret, whatever the service. */
export const SECRET_HEADERS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-ibm-client-secret',
];
