import { acceptanceRule } from '../accepted.ts';

/** RFC 8259 §11: the registration defines no parameter, and says that adding charset has no effect on who reads JSON. */
export const charset = acceptanceRule({
  id: 'media.charset',
  title: 'A charset parameter of JSON has no effect',
  fails: '{refuses} JSON with a charset parameter: {status}',
  explain: '`application/json; charset=utf-8` is what many clients send of themselves. JSON is UTF-8 in any case.',
  requirement: 'http.media-charset',
  covers: ['C04'],
});
