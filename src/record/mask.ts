/** What stands in a record in place of what nobody may read. */

/** In place of a token or a key. Where it stands in an answer, one came back. */
export const MASK = '[redacted]';
/** In place of anything else that is nobody's business. */
export const HIDDEN = '[hidden]';
