/** Values for a field, from what its contract says of it. */
import type { Field } from '../../../load/model.ts';
import { matches } from '../../../model/pattern.ts';
import { controlRequest } from '../../control.ts';
import type { OperationContext } from '../../context.ts';
import { Fixtures } from '../../fixtures.ts';
import type { Value } from '../../model.ts';
import { entriesOf, longestUnique, longestValue, notListed, numeral, validValue } from '../../values.ts';
import type { NamedMaker } from './model.ts';

export const fieldMakers: Readonly<Record<string, NamedMaker>> = {
  valid: made('one that the contract accepts', (field) => validValue(field, {})),
  longest: made('as many characters as it may have; new each time, where no two records may share it', longestOf),
  shortest: made('the first of the characters of a valid one, as many as it has to have', (field) => {
    const valid = validValue(field, {});
    return typeof valid === 'string' ? valid.slice(0, field.minLength ?? 0) : undefined;
  }),
  'one-too-long': made('the longest, and its last character once more', (field) => {
    const longest = longestValue(field);
    return longest === undefined ? undefined : `${longest}${longest.slice(-1)}`;
  }),
  'longest-astral': made('as many characters as it may have, each of four bytes: 𝒳', longestOfAstral),
  'one-too-long-astral': made('likewise, and one more', ({ maxLength = 0 }) => ASTRAL.repeat(maxLength + 1)),
  'against-the-pattern': made('the first of `!`, `!!!!`, `x!`, `12x4` and a space that breaks its pattern', (field) =>
    ['!', '!!!!', 'x!', '12x4', ' '].find(
      (text) => !matches(field.pattern, text) && text.length <= (field.maxLength ?? 99),
    ),
  ),
  'valid-and-a-line': made('a valid text with a line feed behind it, where that breaks its pattern', (field) => {
    const valid =
      field.sensitive === true || field.unique === true || field.references !== undefined
        ? undefined
        : validValue(field, {});
    if (typeof valid !== 'string') return undefined;
    return matches(field.pattern, `${valid}\n`) ? undefined : `${valid}\n`;
  }),
  'valid-and-more': made(
    'a valid text with its last character, or else `!`, behind it, where that breaks its pattern and is not too long',
    behindOf,
  ),
  'more-and-valid': made(
    'likewise with its first character, or else `!`, before it, where what `valid-and-more` makes does not end in a valid text',
    (field) => {
      const behind = behindOf(field);
      const isBoth = behind === undefined || fits(field, textOf(behind).slice(1));
      return isBoth ? undefined : beyond(field, (text) => [`${text.slice(0, 1)}${text}`, `!${text}`]);
    },
  ),
  'as-a-number': made(
    'of a text of digits, the number that they write; else 12345, or another number each time, where no two records may share it',
    (field) => numeral(field) ?? (field.unique === true ? { $integer: { from: 10_000, to: 99_999 } } : 12_345),
  ),
  'not-in-the-list': made('a code that its list does not have, as long as those that it has', notListed),
  'listed-in-other-letters': made('the first code of its list that has letters, in other letters', (field) =>
    near(field, (code) => (code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase())),
  ),
  'listed-and-a-blank': made('the first code of its list, and a blank', (field) => near(field, (code) => `${code} `)),
  'listed-after-a-zero': made('the first code of its list that is a number, after a zero', (field) =>
    near(field, (code) => (/^\d+$/.test(code) ? `0${code}` : code)),
  ),
  'most-entries': made('of a list, as many entries as it may have', (field) => listed(field, 0)),
  'one-entry-too-many': made('likewise, and one more', (field) => listed(field, 1)),
  'one-entry-twice': made('of a list, one entry as often as it has to have entries, twice at least', (field) =>
    field.type === 'list'
      ? Array.from({ length: Math.max(2, field.minItems ?? 2) }, () => validValue(field.of, {}))
      : undefined,
  ),
  'first-of-the-list': made('the first code of its list', ({ values }) => values?.[0]),
  'second-of-the-list': made(
    'the second code of its list; `changed`, where it has none',
    ({ values }) => values?.[1] ?? 'changed',
  ),
  'one-decimal-too-many': made('1.111 where two decimals are allowed', ({ decimals = 2 }) =>
    Number(`1.${'1'.repeat(decimals + 1)}`),
  ),
  'all-decimals': made(
    'seven above its minimum, with all its decimals: 7.01',
    ({ minimum = 0, decimals = 2 }) => minimum + 7 + 10 ** -decimals,
  ),
  'one-below-the-minimum': made('its minimum less one', ({ minimum }) =>
    minimum === undefined ? undefined : minimum - 1,
  ),
  'one-above-the-maximum': made('its maximum and one more', ({ maximum }) =>
    maximum === undefined || !Number.isSafeInteger(Math.ceil(maximum) + 1) ? undefined : maximum + 1,
  ),
  'good-body': { words: 'the whole body of the good request', make: goodBody },
  'good-item': {
    words: 'its first item, where it is a list',
    make: (context) => {
      const body = goodBody(context);
      return Array.isArray(body) ? ((body as readonly Value[])[0] ?? null) : body;
    },
  },
  'correlation-too-long': {
    words: 'a correlation id with one character too many',
    make: ({ scope }) => 'c'.repeat((scope.contracts.envelope?.correlation.maxLength ?? 0) + 1),
  },
};

/** One character, two UTF-16 units, four bytes of UTF-8. */
const ASTRAL = '\u{1D4B3}';

function made(words: string, make: (field: Field) => Value | undefined): NamedMaker {
  return { words, of: 'field', make };
}

function behindOf(field: Field): Form | undefined {
  return beyond(field, (text) => [`${text}${text.slice(-1)}`, `${text}!`]);
}

/** The first of the texts made of a valid one that breaks the pattern, and nothing else. */
function beyond(field: Field, make: (text: string) => readonly string[]): Form | undefined {
  const valid = field.references === undefined ? formOf(validValue(field, {})) : undefined;
  if (valid === undefined) return undefined;
  return make(textOf(valid))
    .filter((text) => text.length <= (field.maxLength ?? Infinity))
    .map((text): Form => (typeof valid === 'string' ? text : { $unique: text }))
    .find((form) => !fits(field, textOf(form)));
}

/** A text, or the form of one that is new each time. */
type Form = string | { readonly $unique: string };

function formOf(value: Value): Form | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('$digits' in value) return { $unique: '#'.repeat(Number(value['$digits'])) };
  if (!('$unique' in value)) return undefined;
  const { $unique: form } = value;
  return { $unique: typeof form === 'string' ? form : '*'.repeat(Number(form)) };
}

const textOf = (form: Form): string => (typeof form === 'string' ? form : form.$unique);

function fits(field: Field, text: string): boolean {
  const sample = field.unique === true ? text.replaceAll('*', 'a').replaceAll('#', '1') : text;
  return matches(field.pattern, sample);
}

/** The first code of the list that another one can be made of which the list does not have. */
function near({ values = [] }: Field, other: (code: string) => string): Value | undefined {
  return values
    .filter((code) => typeof code === 'string')
    .map(other)
    .find((code) => !values.includes(code));
}

/** As many entries as a list may have, and some more. */
function listed(field: Field, more: number): Value | undefined {
  return field.type === 'list' && field.maxItems !== undefined ? entriesOf(field, field.maxItems + more) : undefined;
}

/** New each time, where no two records may share it. */
export function longestOfAstral({ maxLength = 0 }: Field): Value {
  return ASTRAL.repeat(maxLength);
}

export function longestOf(field: Field): Value | undefined {
  return field.unique === true ? longestUnique(field) : longestValue(field);
}

function goodBody({ scope, endpoint, operation }: OperationContext): Value {
  const { body } = controlRequest(scope, endpoint, operation, new Fixtures(scope));
  return body?.kind === 'json' ? body.value : null;
}
