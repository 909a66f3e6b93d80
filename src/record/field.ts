/** What a header field can be (RFC 9110 §5): anything else in its name or value would end it before its time, or has no one byte. */

/** The source of a pattern: a token (§5.6.2), of which names of fields, schemes, parameters and media types are made. */
export const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const NAME = new RegExp(`^${TOKEN}$`);

export function isFieldName(text: string): boolean {
  return NAME.test(text);
}

const WRONG: readonly (readonly [RegExp, string])[] = [
  [/[\r\n]/, 'a line break'],
  [/\0/, 'a NUL'],
  // eslint-disable-next-line no-control-regex
  [/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'a control character'],
  [/[^\t\x20-\x7e\x80-\xff]/, 'a character outside Latin-1'],
];

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What of a value no header can carry (§5.5), in words that do not repeat it; undefined where it can be sent. */
export function unsendable(value: string): string | undefined {
  return SENDABLE.test(value) ? undefined : WRONG.find(([pattern]) => pattern.test(value))?.[1];
}
