import type { Field, Value } from '../../model/field.ts';

/** Another value that the field could have as well: what a careless write or read makes of the right one. */
export function otherValue(field: Field, value: Value): Value {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return field.kind === 'codes' ? otherCodes(field.codes, value) : value;
  if (field.kind === 'code') return otherCode(field.codes, value);
  if (field.kind === 'text' && field.format === undefined && field.pattern === undefined)
    return otherText(value, field.minLength);
  // Dates, numerals and formatted texts keep their form when a digit or letter inside them changes.
  return value.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) =>
    last === '1' ? '2' : /[0-9]/.test(last) ? '1' : last === 'x' ? 'y' : 'x',
  );
}

function otherCode(codes: readonly string[], value: string): string {
  return codes.find((code) => code !== value) ?? value;
}

function otherCodes(codes: readonly string[], value: readonly string[]): readonly string[] {
  return [otherCode(codes, value[0] ?? '')];
}

/** Cut by one character, as a column that is too narrow does. */
function otherText(value: string, minLength: number): string {
  return value.length > Math.max(1, minLength) ? value.slice(0, -1) : `${value}x`;
}

/** What a service might put where nothing was given. */
export function unaskedValue(field: Field): Value {
  switch (field.kind) {
    case 'text':
      return field.format === 'email'
        ? 'nobody@example.org'
        : field.format === 'uri'
          ? 'https://example.org/'
          : textOf(field.pattern, field.minLength);
    case 'code':
      return field.codes[0] ?? '';
    case 'codes':
      return field.codes.slice(0, 1);
    case 'date':
      return '2000-01-01';
    case 'money':
      return 0;
    case 'indicator':
      return false;
    case 'reference':
      return 1;
  }
}

function textOf(pattern: RegExp | undefined, length: number): string {
  const candidates = ['0'.repeat(length), 'A'.repeat(length), `0151:${'0'.repeat(Math.max(0, length - 5))}`, 'N/A'];
  return candidates.find((text) => pattern?.test(text) ?? text !== '') ?? 'N/A';
}
