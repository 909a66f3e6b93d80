/** Values of a record that services often keep otherwise than they were sent: of all its members that can have one at once. */
import type { Field } from '../../../load/model.ts';
import type { Value } from '../../model.ts';
import { validValue } from '../../values.ts';
import { everyShown, withEvery, writable } from './every-shown.ts';
import { longestOf, longestOfAstral } from './fields.ts';
import type { Maker } from './model.ts';

export const textMakers: Readonly<Record<string, Maker>> = {
  'longest-texts': {
    words: 'the longest value of every text that has a longest length and is shown, those inside a list of records too',
    make: (context) => everyShown(writable(context), longestOf),
  },
  'texts-with-signs': {
    words:
      'markup, quotes and letters beyond ASCII in every text that can hold them and is shown, those inside a list of records too',
    make: (context) => everyShown(writable(context), inFreeText(SIGNS)),
  },
  'texts-with-escapes': {
    words:
      'likewise, signs that other languages read as something else: a backslash, `%41+1`, `&amp;`, `${x}`, `$1` and a character of four bytes',
    make: (context) => everyShown(writable(context), inFreeText(ESCAPES)),
  },
  'dates-at-the-end-of-a-year': {
    words:
      'for every date that is shown, and that several records may share, the last 30 December before its usual value that is of the first week of the next year: 2019-12-30',
    make: (context) => everyShown(writable(context), endOfYear),
  },
  'texts-with-blanks': {
    words: 'a blank at both ends of every text that can hold them and is shown, those inside a list of records too',
    make: (context) => everyShown(writable(context), inFreeText(BLANKS)),
  },
  'longest-texts-astral': {
    words:
      'as many characters as it may have, each of four bytes, for every text that can hold them and is shown, where these are no more than a thousand, those inside a list of records too',
    make: (context) => everyShown(writable(context), longestAstral),
  },
  'addresses-as-written': {
    words:
      'an address that is not in its shortest form for every URI that is shown, and one with capitals for every e-mail address, those inside a list of records too',
    of: 'field',
    make: (_field, context) => withEvery({}, writable(context), addressIn),
  },
  'zero-and-false': {
    words: '0 for every number that may be 0, and false for every boolean, of those that are shown',
    of: 'field',
    make: (_field, context) => withEvery({}, writable(context), zeroOf),
  },
  'many-digits': {
    words:
      'for every number with decimals that is shown, one with all of them, and with a digit more before its point than its example: 12345.67',
    of: 'field',
    make: (_field, context) => withEvery({}, writable(context), manyDigits),
  },
};

function zeroOf(field: Field): Value | undefined {
  if (field.type === 'boolean') return false;
  return (field.type === 'integer' || field.type === 'decimal') && field.minimum === 0 ? 0 : undefined;
}

/** No more than a binary fraction of double precision holds. */
const MOST_DIGITS = 15;
const DIGITS = '123456789012345';

function manyDigits(field: Field): Value | undefined {
  if (field.type !== 'decimal') return undefined;
  const { decimals = 2, minimum = 0, maximum } = field;
  const usual = validValue(field, {});
  const whole = String(Math.trunc(typeof usual === 'number' ? Math.abs(usual) : 1)).length + 1;
  if (whole + decimals > MOST_DIGITS) return undefined;
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

/** No later than the usual value, so that dates which follow one another still do, and none lies ahead. */
function endOfYear(field: Field): Value | undefined {
  if (field.type !== 'date' || field.distinct === true || field.unique === true) return undefined;
  const usual = validValue(field, {});
  return typeof usual === 'string' ? ENDS_OF_YEARS.findLast((day) => day <= usual) : undefined;
}

/** Where a text may be much longer, it is no column of a table, and a body of nothing else is soon too long. */
const MOST_ASTRAL = 1_000;

function longestAstral(field: Field): Value | undefined {
  const { type, pattern, unique, maxLength = Infinity } = field;
  return type === 'string' && pattern === undefined && unique !== true && maxLength <= MOST_ASTRAL
    ? longestOfAstral(field)
    : undefined;
}

/** That text for every text that may hold anything, and has room. */
function inFreeText(text: string): (field: Field) => Value | undefined {
  return ({ type, pattern, unique, maxLength = 0 }) =>
    type === 'string' && pattern === undefined && unique !== true && maxLength >= text.length ? text : undefined;
}

const SIGNS = `O'Łé "名" & <b>x%</b>`;
/** What another language than JSON would read as something else: of an address, of a page, of a template; and a character of four bytes. */
const ESCAPES = 'a\\b %41+1 &amp; ${x} $1 𝒳';

const BLANKS = ' Ada Lovelace ';

function addressIn({ type, pattern, unique, values, maxLength = ADDRESS.length }: Field): Value | undefined {
  const address = type === 'uri' ? ADDRESS : type === 'email' ? MAILBOX : undefined;
  if (address === undefined || pattern !== undefined || unique === true || values !== undefined) return undefined;
  return maxLength >= address.length ? address : undefined;
}

const ADDRESS = 'https://Files.Partner.example:443/Inbox/';
/** What stands before the @ is for the host alone to read (RFC 5321 §2.4); the host is the same in any letters. */
const MAILBOX = 'Ada.Lovelace@partner.example';
