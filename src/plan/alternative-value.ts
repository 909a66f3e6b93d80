/** A second valid value of a field. */
import type { Field, FieldOf } from '../load/model.ts';
import { matchesPattern } from '../model/pattern.ts';
import type { Value } from './model.ts';
import { decimalIn, validNestedRecord } from './values.ts';

/** A valid value that differs from the one in fixtures, if there is one. */
export function alternativeValue(field: Field): Value {
  const { example } = field;
  switch (field.type) {
    case 'code':
      return (field.values ?? []).slice(1).find((value) => value !== example) ?? field.values?.[0] ?? '';
    case 'codes':
      return [...(field.values ?? [])].slice(-1);
    case 'decimal':
      return anotherNumber({ ...field, example: example ?? decimalIn(field, 1.25) }, decimalIn(field, 2.5));
    case 'integer':
    case 'uid':
      return anotherNumber(field, (field.minimum ?? 1) + 1);
    case 'boolean':
      return example === false;
    case 'date':
      return example === '2024-03-02' ? '2024-03-01' : '2024-03-02';
    case 'uri':
      return 'https://partner.example/other';
    case 'email':
      return 'other@partner.example';
    case 'list':
      return [alternativeValue(field.of)];
    case 'object':
      return anotherRecord(field);
    case 'objects':
      return Array.from({ length: field.minItems ?? 0 }, () => anotherEntry(field.fields));
    case 'json':
      return example ?? {};
    case 'string':
      return field.pattern === undefined ? plainText(field) : patternText(field, field.pattern);
  }
}

/**
 * The whole record: a service may keep nested fields that a change does not name, or drop them. Both show the same
 * result then.
 */
function anotherRecord(holder: FieldOf<'object'>): Value {
  const good = validNestedRecord(holder);
  const others = holder.fields.filter((field) => Object.hasOwn(good, field.name) && !keepsValue(field));
  return { ...good, ...Object.fromEntries(others.map((field) => [field.name, alternativeValue(field)])) };
}

/** Unique values are new each time, and identifiers of persons are valid only unchanged. */
export function keepsValue({ unique, distinct, sensitive }: Field): boolean {
  return unique === true || distinct === true || sensitive === true;
}

/** An entry with its required fields, each with another value than before. */
function anotherEntry(fields: readonly Field[]): Value {
  const needed = fields.filter(({ required, readOnly }) => required && readOnly !== true);
  return Object.fromEntries(needed.map((field) => [field.name, alternativeValue(field)]));
}

/** The default value, or a neighbour of the example if the example has the default, within the limits. */
function anotherNumber({ example, minimum, maximum }: Field, usual: number): number {
  const known = typeof example === 'number' ? example : undefined;
  const isGood = (value: number): boolean =>
    value !== known && value >= (minimum ?? value) && value <= (maximum ?? value);
  const beside = known === undefined ? [] : [known + 1, known - 1];
  return [usual, ...beside, minimum, maximum].find((value) => value !== undefined && isGood(value)) ?? usual;
}

function plainText({ minLength, maxLength }: Field): string {
  return 'Changed'.slice(0, Math.max(1, Math.min(7, (maxLength ?? 8) - 1))).padEnd(minLength ?? 0, 'd');
}

/**
 * The example with one character of another kind, or else of the same kind. The pattern must allow it; the last
 * character is tried first.
 */
function patternText({ example: given }: Field, pattern: string): string {
  const example = typeof given === 'string' ? given : '';
  const digits = /^\^\\d\{(\d+)\}\$$/.exec(pattern);
  if (digits !== null) return '2345678901234567890'.slice(0, Number(digits[1]));
  const usual = example.replace(/[0-9a-zA-Z](?=[^0-9a-zA-Z]*$)/, (last) => (last === '1' ? '2' : '1'));
  const others = [...example].flatMap((sign, place) => {
    const other = ofSameKind(sign);
    return other === undefined ? [] : [example.slice(0, place) + other + example.slice(place + 1)];
  });
  return [usual, ...others.toReversed()].find((text) => text !== example && matchesPattern(pattern, text)) ?? usual;
}

function ofSameKind(sign: string): string | undefined {
  for (const [kind, first, second] of [
    [/\d/, '1', '2'],
    [/[a-z]/, 'a', 'b'],
    [/[A-Z]/, 'A', 'B'],
  ] as const)
    if (kind.test(sign)) return sign === first ? second : first;
  return undefined;
}
