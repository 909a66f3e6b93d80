/** Values that services often change, for all suitable fields at once. */
import type { Field } from '../load/model.ts';
import type { Value } from '../plan/model.ts';
import { validValue } from '../plan/values.ts';
import { valuesOfShownFields, withShownFields, writableFieldsOf } from '../plan/catalogue/makers/nested-values.ts';
import { longestFieldValue, longestAstralText } from '../plan/catalogue/makers/fields.ts';
import type { Maker } from '../plan/catalogue/items.ts';

export const textValues = {
  longestTexts: {
    make: (context) => valuesOfShownFields(writableFieldsOf(context), longestFieldValue),
  },
  textsWithSigns: {
    make: (context) => valuesOfShownFields(writableFieldsOf(context), inFreeText(SIGNS)),
  },
  textsWithEscapes: {
    make: (context) => valuesOfShownFields(writableFieldsOf(context), inFreeText(ESCAPES)),
  },
  datesAtTheEndOfAYear: {
    make: (context) => valuesOfShownFields(writableFieldsOf(context), endOfYear),
  },
  textsWithBlanks: {
    make: (context) => valuesOfShownFields(writableFieldsOf(context), inFreeText(BLANKS)),
  },
  longestTextsAstral: {
    make: (context) => valuesOfShownFields(writableFieldsOf(context), longestAstral),
  },
  addressesAsWritten: {
    of: 'field',
    make: (_field, context) => withShownFields({}, writableFieldsOf(context), addressIn),
  },
  zeroAndFalse: {
    of: 'field',
    make: (_field, context) => withShownFields({}, writableFieldsOf(context), zeroOf),
  },
  manyDigits: {
    of: 'field',
    make: (_field, context) => withShownFields({}, writableFieldsOf(context), manyDigits),
  },
} as const satisfies Readonly<Record<string, Maker>>;

function zeroOf(field: Field): Value | undefined {
  if (field.type === 'boolean') return false;
  return (field.type === 'integer' || field.type === 'decimal') && field.minimum === 0 ? 0 : undefined;
}

/** Precision of a double. */
const MAX_DIGITS = 15;
const DIGITS = '123456789012345';

function manyDigits(field: Field): Value | undefined {
  if (field.type !== 'decimal') return undefined;
  const { decimals = 2, minimum = 0, maximum } = field;
  const usual = validValue(field, {});
  const whole = String(Math.trunc(typeof usual === 'number' ? Math.abs(usual) : 1)).length + 1;
  if (whole + decimals > MAX_DIGITS) return undefined;
  const value = Number(`${DIGITS.slice(0, whole)}.${DIGITS.slice(whole, whole + decimals)}`);
  return value < minimum || (maximum !== undefined && value > maximum) ? undefined : value;
}

/** Days that are of another year than their week, whether weeks begin on Sunday or on Monday (ISO 8601). */
const ENDS_OF_YEARS = [
  '1985-12-30',
  '1991-12-30',
  '1996-12-30',
  '2002-12-30',
  '2013-12-30',
  '2019-12-30',
  '2024-12-30',
];

/** Before the default value, so that the order of dates is kept and none is in the future. */
function endOfYear(field: Field): Value | undefined {
  if (field.type !== 'date' || field.distinct === true || field.unique === true) return undefined;
  const usual = validValue(field, {});
  return typeof usual === 'string' ? ENDS_OF_YEARS.findLast((day) => day <= usual) : undefined;
}

/** Longer fields are not table columns, and would soon exceed the body limit. */
const MAX_ASTRAL = 1_000;

function longestAstral(field: Field): Value | undefined {
  const { type, pattern, unique, maxLength = Infinity } = field;
  return type === 'string' && pattern === undefined && unique !== true && maxLength <= MAX_ASTRAL
    ? longestAstralText(field)
    : undefined;
}

/** The text for every field that allows any text of its length. */
function inFreeText(text: string): (field: Field) => Value | undefined {
  return ({ type, pattern, unique, maxLength = 0 }) =>
    type === 'string' && pattern === undefined && unique !== true && maxLength >= text.length ? text : undefined;
}

const SIGNS = `O'Łé "名" & <b>x%</b>`;
/** Characters with a meaning in URLs, HTML and templates, and a character of four bytes. */
const ESCAPES = 'a\\b %41+1 &amp; ${x} $1 𝒳';

const BLANKS = ' Ada Lovelace ';

function addressIn({ type, pattern, unique, values, maxLength = ADDRESS.length }: Field): Value | undefined {
  const address = type === 'uri' ? ADDRESS : type === 'email' ? MAILBOX : undefined;
  if (address === undefined || pattern !== undefined || unique === true || values !== undefined) return undefined;
  return maxLength >= address.length ? address : undefined;
}

const ADDRESS = 'https://Files.Partner.example:443/Inbox/';
/** The local part is case-sensitive (RFC 5321 §2.4); the host is not. */
const MAILBOX = 'Ada.Lovelace@partner.example';
