/** What can stand in the value of a header (RFC 9110 §5.5): anything else would end the header, or has no one byte. */

const WRONG: readonly (readonly [RegExp, string])[] = [
  [/[\r\n]/, 'a line break'],
  [/\0/, 'a NUL'],
  // eslint-disable-next-line no-control-regex
  [/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'a control character'],
  [/[^\t\x20-\x7e\x80-\xff]/, 'a character outside Latin-1'],
];

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What of a value no header can carry, in words that do not repeat it; undefined where it can be sent. */
export function unsendable(value: string): string | undefined {
  return SENDABLE.test(value) ? undefined : WRONG.find(([pattern]) => pattern.test(value))?.[1];
}
