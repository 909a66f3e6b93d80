/** Valid and invalid values for declared fields. */
import { BadInput } from '../errors.ts';
import { isMap } from '../model/json.ts';
import { matchesPattern } from '../model/pattern.ts';
import type { Field, FieldOf } from '../load/model.ts';
import type { Value } from './model.ts';

/** IDs of referenced records by endpoint: a `$ref` to the response of a setup step. */
export type FixtureReferences = Readonly<Record<string, Value>>;

export function validValue(field: Field, references: FixtureReferences): Value {
  if (field.references !== undefined) {
    const reference = references[field.references];
    if (reference === undefined) throw new Error(`no fixture for ${field.references}`);
    return reference;
  }
  const unique = newValue(field);
  if (unique !== undefined) return unique;
  if (field.example !== undefined) return field.example;
  switch (field.type) {
    case 'code':
      return field.values?.[0] ?? '';
    case 'codes':
      return (field.values ?? []).slice(0, Math.max(1, field.minItems ?? 1));
    case 'date':
      return '2024-03-01';
    case 'decimal':
      return decimalIn(field, 1.25);
    case 'integer':
    case 'uid':
      return field.minimum ?? Math.min(1, field.maximum ?? 1);
    case 'boolean':
      return true;
    case 'uri':
      return 'https://partner.example/inbox';
    case 'email':
      return 'contact@partner.example';
    case 'list':
      return entriesOf(field, Math.max(1, field.minItems ?? 1));
    case 'object':
      return validObject(field.fields, references, 'full');
    case 'objects':
      return [validObject(field.fields ?? [], references, 'full')];
    case 'json':
      return {};
    case 'string':
      return textValue(field);
  }
}

/** A number above the minimum, otherwise in the middle of the range, with the allowed decimals. */
export function decimalIn({ minimum, maximum, decimals = 2 }: FieldOf<'decimal'>, above: number): number {
  const usual = Number(((minimum ?? 0) + above).toFixed(decimals));
  if (maximum === undefined || usual <= maximum) return usual;
  const within = Number((minimum === undefined ? maximum - above : (minimum + maximum) / 2).toFixed(decimals));
  return within > maximum ? maximum : within;
}

/** A number with one decimal too many; undefined if it would also be out of range. */
function tooFine(field: FieldOf<'decimal'>): number | undefined {
  const { decimals = 2, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = field;
  const value = Number(`1.${'1'.repeat(decimals + 1)}`);
  if (value >= minimum && value <= maximum) return value;
  const other = Number(`${decimalIn(field, 1.25).toFixed(decimals)}${decimals === 0 ? '.' : ''}1`);
  return other > minimum && other < maximum ? other : undefined;
}

/** The number for a text of digits without a leading zero. */
export function numericText(field: Field): number | undefined {
  const valid = validValue(field, {});
  return typeof valid === 'string' && /^[1-9]\d{0,14}$/.test(valid) ? Number(valid) : undefined;
}

/** Valid entries of a list, all different if the list must not repeat entries. */
export function entriesOf({ of, uniqueItems }: FieldOf<'list'>, count: number): readonly Value[] {
  const good = validValue(of, {});
  return Array.from({ length: count }, (_none, index) =>
    index === 0 || uniqueItems !== true ? good : otherEntry(of, good, index),
  );
}

/** Another valid entry for each index. */
function otherEntry(of: Field, good: Value, index: number): Value {
  if (of.type === 'code') return of.values[index % of.values.length] ?? good;
  if (typeof good === 'number')
    return of.maximum === undefined || good + index <= of.maximum ? good + index : good - index;
  if (typeof good === 'boolean') return !good;
  if (of.type === 'date') return `2024-03-${String(1 + index).padStart(2, '0')}`;
  const text = String(good);
  return text.replace(
    /[0-9a-z](?=[^0-9a-z]*$)/i,
    (last) => DIGITS_AND_LETTERS[(DIGITS_AND_LETTERS.indexOf(last.toLowerCase()) + index) % 10] ?? last,
  );
}

const DIGITS_AND_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A valid nested record: its example, or all writable fields. */
export function validNestedRecord(field: FieldOf<'object'>): { readonly [name: string]: Value } {
  const { example } = field;
  return isMap(example) ? example : validObject(field.fields, {}, 'full');
}

/** Whether the field has a nested value, which cases do not change or leave out like a plain one. */
export function isStructured(field: Field): boolean {
  return field.type === 'object' || field.type === 'objects' || field.type === 'list' || field.type === 'json';
}

/** Whether only sample values are known. A required field is sent with a sample. */
export function hasOnlySamples({ sample, required }: Field): boolean {
  return sample === true && !required;
}

/** Whether a record of this extent has the field. */
export function isSentIn(field: Field, extent: 'least' | 'full'): boolean {
  const { readOnly, required, usual } = field;
  return readOnly !== true && (required || (!hasOnlySamples(field) && (extent === 'full' || usual === true)));
}

/** A valid record with its required fields (`least`) or all writable ones (`full`). */
export function validObject(
  fields: readonly Field[],
  references: FixtureReferences,
  extent: 'least' | 'full',
): { readonly [name: string]: Value } {
  return Object.fromEntries(fields.filter((f) => isSentIn(f, extent)).map((f) => [f.name, validValue(f, references)]));
}

/** A unique value for a field that must differ between records; undefined if none is needed or possible. */
function newValue(field: Field): Value | undefined {
  const unique = field.unique === true ? uniqueValue(field) : undefined;
  return unique ?? (field.distinct === true && field.type === 'date' ? { $dateUnique: '2015-01-01' } : undefined);
}

/** Whether the valid value is unique. */
export function hasUniqueValue(field: Field): boolean {
  return field.references === undefined && newValue(field) !== undefined;
}

/** Undefined for types with too few values. */
function uniqueValue(field: Field): Value | undefined {
  const { example, minimum = 1, maximum = 2 ** 31 - 1 } = field;
  switch (field.type) {
    case 'string':
      return uniqueText(field);
    case 'email':
      return { $unique: `${STARS}${/@.*$/.exec(String(example))?.[0] ?? '@partner.example'}` };
    case 'uri':
      return { $unique: `${String(example ?? 'https://partner.example').replace(/\/$/, '')}/${STARS}` };
    case 'integer':
      return { $integer: { from: minimum, to: maximum } };
    case 'date':
      return { $dateUnique: '2015-01-01' };
    default:
      return undefined;
  }
}

/** A unique text, or any unique value that the field allows. */
export function uniqueTextValue(field: Field): Value {
  const length = Math.min(field.maxLength ?? 10, 20);
  const isPlain = field.type === 'string' && acceptsForm(field, '*'.repeat(length));
  return isPlain ? { $unique: length } : (uniqueValue(field) ?? { $unique: length });
}

const STARS = '**********';

function uniqueText(field: Field): Value {
  const form = uniqueForm(field);
  if (form === undefined)
    throw exampleNeeded(field, 'is unique and has a pattern, but no example with a part that can vary');
  return form;
}

type Formed = Pick<Field, 'pattern' | 'maxLength' | 'example'>;

/** Undefined if no unique text fits. */
export function uniqueForm(field: Formed): Value | undefined {
  const fixed = /\{(\d+)\}\$$/.exec(field.pattern ?? '');
  // Shorter than the maximum, which another case tests: a service that rejects the longest text still accepts this one.
  const length = fixed === null ? Math.min(Math.max(1, (field.maxLength ?? 11) - 1), 10) : Number(fixed[1]);
  if (isDigits(field)) return { $digits: length };
  if (acceptsForm(field, '*'.repeat(length))) return { $unique: length };
  const form = formsOf(field).find((one) => acceptsForm(field, one));
  return form === undefined ? undefined : { $unique: form };
}

/** The example with a placeholder for one of its words or numbers, longest first. */
function formsOf({ example }: Formed): readonly string[] {
  if (typeof example !== 'string' || /[*#]/.test(example)) return [];
  const words = [...example.matchAll(/[a-z0-9]+/gi)].toSorted(([one], [other]) => other.length - one.length);
  return words.flatMap(({ 0: word, index }) =>
    [STARS, '*'.repeat(word.length), '#'.repeat(word.length)].map(
      (stars) => `${example.slice(0, index)}${stars}${example.slice(index + word.length)}`,
    ),
  );
}

/** Whether the pattern and the lengths allow every value of the placeholders. */
export function acceptsForm({ pattern, maxLength = Infinity }: Formed, form: string): boolean {
  const samples = ['a0', '0a', 'zz', '99'].map((pair) =>
    form.replaceAll(
      /[*#]/g,
      (sign, at: number) => (sign === '#' ? '1234567890' : pair)[at % (sign === '#' ? 10 : 2)] ?? '',
    ),
  );
  return form.length <= maxLength && samples.every((sample) => matchesPattern(pattern, sample));
}

function exampleNeeded(field: Field, what: string): BadInput {
  const { file, line, column } = field.at;
  return BadInput.of('example-needed', `field "${field.name}" ${what}`, {
    file,
    line,
    column,
    hint: `Give it an \`example:\` that matches ${field.pattern ?? 'it'}.`,
  });
}

const MIXED_SAMPLES = ['a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0', '1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p7q8r9s0t'];
const DIGIT_SAMPLES = ['1234567890123456789012345678901234567890'];
const UUID_SAMPLE = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

/** A unique ID; undefined if no kind fits the pattern. */
export function uniqueIdValue({
  minLength = 1,
  maxLength = 10,
  pattern,
}: {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
}): Value | undefined {
  const fixed = /\{(\d+)\}\$$/.exec(pattern ?? '');
  const length = Math.min(40, fixed === null ? Math.max(minLength, Math.min(10, maxLength)) : Number(fixed[1]));
  const fits = (samples: readonly string[]): boolean =>
    samples.every((sample) => matchesPattern(pattern, sample.slice(0, length)));
  if (fits(MIXED_SAMPLES)) return { $unique: length };
  if (fits(DIGIT_SAMPLES)) return { $digits: length };
  return matchesPattern(pattern, UUID_SAMPLE) ? { $uuid: true } : undefined;
}

/** The variable parts of a pattern: a character class and its quantifier. */
const OPEN = /(?:\[[^\]]*\]|\\[dw])(?:\{(\d+)(?:,\d*)?\}|([+*]))?/g;

/** The text, or a text of one repeated character that matches the pattern, if possible. */
export function matchingText(pattern: string, text: string): string {
  if (matchesPattern(pattern, text)) return text;
  const form = pattern.replace(/^\^|\$$/g, '');
  const filled = [...'9fazZ'].map((one) =>
    form
      .replaceAll(OPEN, (_all, times?: string, many?: string) =>
        one.repeat(many === undefined ? Number(times ?? 1) : 9),
      )
      .replaceAll('\\', ''),
  );
  return [...filled, '99999999-9999-4999-8999-999999999999'].find((one) => matchesPattern(pattern, one)) ?? text;
}

/** A unique ID chosen by the client. */
export function clientChosenId(field: Field): Value {
  const name = uniqueIdValue(field);
  if (name !== undefined) return name;
  throw BadInput.of('example-needed', `no unique value matches the pattern of "${field.name}"`, {
    file: field.at.file,
    line: field.at.line,
    column: field.at.column,
    hint: 'The client chooses this ID. The pattern must allow letters and digits, digits only, or a UUID.',
  });
}

function isDigits(field: Formed): boolean {
  return field.pattern !== undefined && /^\^\\d[{+]/.test(field.pattern);
}

/** A plain text, or digits for `^\d{n}$`. Other patterns need an `example`. */
function textValue(field: Field): string {
  const digits = field.pattern === undefined ? null : /^\^\\d\{(\d+)\}\$$/.exec(field.pattern);
  if (digits !== null) return '1234567890123456789'.slice(0, Number(digits[1]));
  const length = Math.min(Math.max(field.minLength ?? 1, 5), field.maxLength ?? 12);
  const text = 'Plumbline'.slice(0, length).padEnd(field.minLength ?? 0, 'e');
  if (!matchesPattern(field.pattern, text)) throw exampleNeeded(field, 'has a pattern but no example');
  return text;
}

/** The longest valid text; undefined without a maximum length. */
export function longestValue(field: Field): string | undefined {
  if (field.maxLength === undefined) return undefined;
  if (field.type === 'email') return longestMailbox(field.maxLength);
  if (field.type === 'uri') return 'https://partner.example/'.padEnd(field.maxLength, 'a');
  if (field.type !== 'string') return undefined;
  const text = 'a'.repeat(field.maxLength);
  const candidates = [text, '1'.repeat(field.maxLength), 'A'.repeat(field.maxLength)];
  return candidates.find((candidate) => matchesPattern(field.pattern, candidate));
}

/** The longest unique text; undefined if the pattern allows none. */
export function longestUnique(field: Field): Value | undefined {
  const { type, maxLength } = field;
  if (maxLength === undefined) return undefined;
  if (type === 'string' && acceptsForm(field, '*'.repeat(maxLength))) return { $unique: maxLength };
  const longest = longestValue(field) ?? '';
  const forms = [
    ...(type === 'string' ? ['#'.repeat(maxLength)] : []),
    longest.replace('contact', '*******'),
    ...['*', '#'].map((sign) => longest.replace(/\w{1,10}$/, (end) => sign.repeat(end.length))),
  ];
  const form = forms.find((one) => /[*#]/.test(one) && acceptsForm(field, one));
  return form === undefined ? undefined : { $unique: form };
}

/** Labels of a domain have at most 63 characters, so a long address has several. */
function longestMailbox(length: number): string {
  const [mailbox, end] = ['contact@', '.example'];
  const room = length - mailbox.length - end.length;
  const domain = Array.from({ length: Math.max(0, room) }, (_none, at) =>
    at % 50 === 49 && at < room - 1 ? '.' : 'a',
  ).join('');
  return `${mailbox}${domain}${end}`;
}

/** A value that is invalid by itself, for a field of an update; undefined if none is certain. */
export function invalidValue(field: Field): Value | undefined {
  switch (field.type) {
    case 'code':
      return unlistedCode(field);
    case 'date':
      return '2023-02-30';
    case 'decimal':
      return tooFine(field);
    case 'uri':
    case 'email':
      return 'not one';
    case 'string':
      if (field.pattern !== undefined) return matchesPattern(field.pattern, '!') ? undefined : '!';
      return field.maxLength === undefined ? undefined : `${longestValue(field) ?? ''}a`;
    default:
      return undefined;
  }
}

export function unlistedCode(field: Field): string {
  const candidates = ['0', 'Z', '99', 'ZZ', '0000', '9999'];
  const length = field.values?.[0]?.length ?? 1;
  const free = candidates.filter((c) => field.values?.includes(c) !== true);
  return free.find((c) => c.length === length) ?? free[0] ?? 'ZZZ';
}
