import { rawRule } from './refused-raw.ts';

/** RFC 9112 §6.3: an invalid Content-Length is an unrecoverable error, answered 400 before the connection is closed. */
export const length = rawRule({
  id: 'raw.length',
  title: 'A request has one length, and it is a number',
  fails: '{accepts} a request whose length is no one number ({key}): {status}',
  explain:
    'Content-Length is a word, negative, signed, a list, or stands twice. Where two servers disagree on where a request ends, a second one can be hidden behind it.',
  requirement: 'http.framing',
  covers: ['F13'],
});
