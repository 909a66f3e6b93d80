/** Values for a field, from what its contract says of it. */
import type { Field } from '../../../load/model.ts';
import { matchesPattern } from '../../../model/pattern.ts';
import { baselineRequest } from '../../baseline-request.ts';
import type { OperationContext } from '../../context.ts';
import { Fixtures } from '../../fixtures.ts';
import type { Value } from '../../model.ts';
import { entriesOf, longestUnique, longestValue, unlistedCode, numericText, validValue } from '../../values.ts';
import type { Maker } from '../items.ts';
import { isMap } from '../../../model/json.ts';
import { mapOptional } from '../../../model/objects.ts';

export const fieldMakers: Readonly<Record<string, Maker>> = {
  valid: ofField((field) => validValue(field, {})),
  longest: ofField(longestFieldValue),
  shortest: ofField((field) => {
    const valid = validValue(field, {});
    return typeof valid === 'string' ? valid.slice(0, field.minLength ?? 0) : undefined;
  }),
  'one-too-long': ofField((field) => mapOptional(longestValue(field), (longest) => `${longest}${longest.slice(-1)}`)),
  'longest-astral': ofField(longestAstralText),
  'one-too-long-astral': ofField(({ maxLength = 0 }) => ASTRAL.repeat(maxLength + 1)),
  'against-the-pattern': ofField((field) =>
    ['!', '!!!!', 'x!', '12x4', ' '].find(
      (text) => !matchesPattern(field.pattern, text) && text.length <= (field.maxLength ?? 99),
    ),
  ),
  'valid-and-a-line': ofField((field) => {
    if (field.sensitive === true || field.unique === true || field.references !== undefined) return undefined;
    const valid = validValue(field, {});
    if (typeof valid !== 'string') return undefined;
    return matchesPattern(field.pattern, `${valid}\n`) ? undefined : `${valid}\n`;
  }),
  'valid-and-more': ofField(withSuffix),
  'more-and-valid': ofField((field) => {
    const suffixed = withSuffix(field);
    const isBoth = suffixed === undefined || fits(field, textOf(suffixed).slice(1));
    return isBoth ? undefined : beyond(field, (text) => [`${text.slice(0, 1)}${text}`, `!${text}`]);
  }),
  'as-a-number': ofField(
    (field) => numericText(field) ?? (field.unique === true ? { $integer: { from: 10_000, to: 99_999 } } : 12_345),
  ),
  'not-in-the-list': ofField(unlistedCode),
  'listed-in-other-letters': ofField((field) =>
    nearCode(field, (code) => (code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase())),
  ),
  'listed-and-a-blank': ofField((field) => nearCode(field, (code) => `${code} `)),
  'listed-after-a-zero': ofField((field) => nearCode(field, (code) => (/^\d+$/.test(code) ? `0${code}` : code))),
  'most-entries': ofField((field) => listOf(field, 0)),
  'one-entry-too-many': ofField((field) => listOf(field, 1)),
  'one-entry-twice': ofField((field) =>
    field.type === 'list'
      ? Array.from({ length: Math.max(2, field.minItems ?? 2) }, () => validValue(field.of, {}))
      : undefined,
  ),
  'first-of-the-list': ofField(({ values }) => values?.[0]),
  'second-of-the-list': ofField(({ values }) => values?.[1] ?? 'changed'),
  'one-decimal-too-many': ofField(({ decimals = 2 }) => Number(`1.${'1'.repeat(decimals + 1)}`)),
  'all-decimals': ofField(({ minimum = 0, decimals = 2 }) => minimum + 7 + 10 ** -decimals),
  'one-below-the-minimum': ofField(({ minimum }) => mapOptional(minimum, (it) => it - 1)),
  'one-above-the-maximum': ofField(({ maximum }) =>
    maximum === undefined || !Number.isSafeInteger(Math.ceil(maximum) + 1) ? undefined : maximum + 1,
  ),
  'good-body': { make: baselineBody },
  'good-item': {
    make: (context) => {
      const body = baselineBody(context);
      return Array.isArray(body) ? ((body as readonly Value[])[0] ?? null) : body;
    },
  },
  'correlation-too-long': {
    make: ({ scope }) => 'c'.repeat((scope.contracts.envelope?.correlation.maxLength ?? 0) + 1),
  },
};

/** One character, two UTF-16 units, four bytes of UTF-8. */
const ASTRAL = '\u{1D4B3}';

function ofField(make: (field: Field) => Value | undefined): Maker {
  return { of: 'field', make };
}

function withSuffix(field: Field): TextForm | undefined {
  return beyond(field, (text) => [`${text}${text.slice(-1)}`, `${text}!`]);
}

/** The first text made from a valid one that breaks the pattern, and no other limit. */
function beyond(field: Field, make: (text: string) => readonly string[]): TextForm | undefined {
  const valid = field.references === undefined ? formOf(validValue(field, {})) : undefined;
  if (valid === undefined) return undefined;
  return make(textOf(valid))
    .filter((text) => text.length <= (field.maxLength ?? Infinity))
    .map((text): TextForm => (typeof valid === 'string' ? text : { $unique: text }))
    .find((form) => !fits(field, textOf(form)));
}

/** A text, or the template of a unique text. */
type TextForm = string | { readonly $unique: string };

function formOf(value: Value): TextForm | undefined {
  if (typeof value === 'string') return value;
  if (!isMap(value)) return undefined;
  if ('$digits' in value) return { $unique: '#'.repeat(Number(value['$digits'])) };
  const { $unique: form } = value;
  if (form === undefined) return undefined;
  return { $unique: typeof form === 'string' ? form : '*'.repeat(Number(form)) };
}

function textOf(form: TextForm): string {
  return typeof form === 'string' ? form : form.$unique;
}

function fits(field: Field, text: string): boolean {
  const sample = field.unique === true ? text.replaceAll('*', 'a').replaceAll('#', '1') : text;
  return matchesPattern(field.pattern, sample);
}

/** The first variation of a listed code that the list does not have. */
function nearCode({ values = [] }: Field, vary: (code: string) => string): Value | undefined {
  return values
    .filter((code) => typeof code === 'string')
    .map(vary)
    .find((code) => !values.includes(code));
}

function listOf(field: Field, excess: number): Value | undefined {
  return field.type === 'list' && field.maxItems !== undefined ? entriesOf(field, field.maxItems + excess) : undefined;
}

export function longestAstralText({ maxLength = 0 }: Field): Value {
  return ASTRAL.repeat(maxLength);
}

export function longestFieldValue(field: Field): Value | undefined {
  return field.unique === true ? longestUnique(field) : longestValue(field);
}

function baselineBody({ scope, endpoint, operation }: OperationContext): Value {
  const { body } = baselineRequest(scope, endpoint, operation, new Fixtures(scope));
  return body?.kind === 'json' ? body.value : null;
}
