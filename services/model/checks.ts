import { isCalendarDate } from './calendar.ts';
import type { CheckName, CodeField, CodesField, Field, MoneyField, TextField, Value } from './field.ts';

/** One judgement on one value of the right JSON type. */
export interface Check {
  readonly name: CheckName;
  readonly text: string;
  passes(value: Value): boolean;
}

const check = (name: CheckName, text: string, passes: (value: Value) => boolean): Check => ({ name, text, passes });

const mailbox =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const absoluteUri = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

const formats = {
  // Both expressions are slow on long hostile texts; the length is bounded first.
  email: (text: string): boolean => text.length <= 320 && mailbox.test(text),
  uri: (text: string): boolean => text.length <= 4096 && absoluteUri.test(text) && URL.canParse(text),
};

function lengthRule(least: number, most: number): string {
  return least === most
    ? `must have ${String(most)} characters`
    : `must have ${String(least)} to ${String(most)} characters`;
}

function textChecks(field: TextField): Check[] {
  const { minLength, maxLength, pattern, format } = field;
  const checks: Check[] = [];
  // A pattern of fixed width already says everything about the length.
  if (minLength !== maxLength || !pattern) {
    const passes = (value: Value): boolean =>
      typeof value !== 'string' || (value.length >= minLength && !isLongerThan(value, maxLength));
    checks.push(check('length', lengthRule(minLength, maxLength), passes));
  }
  if (pattern) {
    checks.push(
      check('pattern', 'does not have the required form', (value) => typeof value !== 'string' || pattern.test(value)),
    );
  }
  if (format) {
    const holds = formats[format];
    checks.push(
      check('format', `is not of the format ${format}`, (value) => typeof value !== 'string' || holds(value)),
    );
  }
  return checks;
}

function codeChecks(field: CodeField): Check[] {
  const known = new Set(field.codes);
  return [check('code-list', 'is not a valid code', (value) => typeof value !== 'string' || known.has(value))];
}

function codesChecks(field: CodesField): Check[] {
  const known = new Set(field.codes);
  const list = (value: Value): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);
  return [
    check('size', `must have 1 to ${String(known.size)} entries`, (value) => {
      const { length } = list(value);
      return length >= 1 && (length <= known.size || new Set(list(value)).size < length);
    }),
    check('distinct', 'must not repeat an entry', (value) => new Set(list(value)).size === list(value).length),
    check('code-list', 'has an entry that is not a valid code', (value) =>
      list(value).every((entry) => known.has(entry)),
    ),
  ];
}

function moneyChecks(_field: MoneyField): Check[] {
  return [
    check('negative', 'must not be negative', (value) => typeof value !== 'number' || value >= 0),
    check(
      'decimals',
      'must be a number with at most 2 decimals',
      (value) => typeof value !== 'number' || hasTwoDecimals(value),
    ),
  ];
}

function hasTwoDecimals(value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return Number.isInteger(value) || Math.round(value * 100) / 100 === value;
}

/**
 * The judgements on a given value, in the order in which they are reported. Whether a required field is
 * given and whether a reference leads anywhere needs more than the value, so the services judge that.
 */
export function checksOf(field: Field): readonly Check[] {
  switch (field.kind) {
    case 'text':
      return textChecks(field);
    case 'code':
      return codeChecks(field);
    case 'codes':
      return codesChecks(field);
    case 'date':
      return [
        check(
          'date',
          'is not a calendar date of the form YYYY-MM-DD',
          (value) => typeof value !== 'string' || isCalendarDate(value),
        ),
      ];
    case 'money':
      return moneyChecks(field);
    case 'indicator':
    case 'reference':
      return [];
  }
}

/** Lengths are counted in characters, not in UTF-16 units; counting is only needed when the units are too many. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text).length > limit;
}

const jsonTypeOf: Readonly<Record<Field['kind'], 'string' | 'number' | 'integer' | 'boolean' | 'array'>> = {
  text: 'string',
  code: 'string',
  codes: 'array',
  date: 'string',
  money: 'number',
  indicator: 'boolean',
  reference: 'integer',
};

export interface Misfit {
  /** Pointer from the field to the member of the wrong type; empty for the field itself. */
  readonly below: string;
  readonly expected: string;
}

/** The type of a value is a matter of shape, judged before any value is. */
export function jsonTypeMisfit(field: Field, value: unknown): Misfit | undefined {
  const expected = jsonTypeOf[field.kind];
  if (expected === 'integer') return Number.isInteger(value) ? undefined : { below: '', expected };
  if (expected !== 'array') return typeof value === expected ? undefined : { below: '', expected };
  if (!Array.isArray(value)) return { below: '', expected };
  const index = value.findIndex((entry) => typeof entry !== 'string');
  return index < 0 ? undefined : { below: `/${String(index)}`, expected: 'string' };
}
