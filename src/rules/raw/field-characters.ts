import { rawRule } from './refused-raw.ts';

/** RFC 9110 §5.5: a recipient of CR, LF or NUL in a field value MUST reject the message or replace them; by which status is left to it. */
export const fieldCharacters = rawRule({
  id: 'raw.field-characters',
  title: 'CR, LF and NUL do not get into a field',
  fails: '{accepts} CR, LF or NUL in a field ({key}): {status}',
  explain:
    'A field value holds a character that ends lines or texts. The request is refused, or the character is replaced. One that passes it on lets a caller write fields, or whole requests, in the service’s name.',
  requirement: 'http.field-characters',
  // RFC 9112 §5.1: white space before the colon MUST be refused with 400.
  requirementFor: { 'field-space': 'http.field-space' },
  covers: ['F11'],
});
