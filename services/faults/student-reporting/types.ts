/** Faults of readers that take a value of another type of JSON for the one that it is nearly. */
import type { Field } from '../../model/field.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Seed } from '../fault.ts';
import { readingMembers, type Taken } from './shapes.ts';

/** Of fields of these kinds, a value that is one is read as another. */
const reading =
  (kinds: readonly Field['kind'][], taken: (value: unknown, field: Field) => unknown): Taken =>
  (value, field) =>
    field !== undefined && kinds.includes(field.kind) ? taken(value, field) : value;

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value);

const asDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const readers: Readonly<Record<string, readonly [describes: string, rule: string, taken: Taken]>> = {
  'texts-as-numbers': [
    'Digits in quotes are taken for the number.',
    'input.text-for-number',
    reading(['money', 'reference'], (value) => (isDigits(value) ? Number(value) : value)),
  ],
  'empty-texts-as-nothing': [
    'An empty text in place of a number is taken for null.',
    'input.text-for-number',
    reading(['money', 'reference'], (value) => (value === '' ? null : value)),
  ],
  'numbers-as-truth': [
    'Any number but 0 is taken for true, and 0 for false.',
    'input.number-for-boolean',
    reading(['indicator'], (value) => (typeof value === 'number' ? value !== 0 : value)),
  ],
  'numbers-as-places': [
    'A number in place of a code is taken for its place in the list.',
    'input.number-for-text',
    reading(['code'], (value, field) =>
      typeof value === 'number' && field.kind === 'code' ? (field.codes[value] ?? value) : value,
    ),
  ],
  'numbers-as-dates': [
    'A number in place of a date is taken for milliseconds since 1970.',
    'input.number-for-text',
    reading(['date'], (value) => (typeof value === 'number' ? asDate(value) : value)),
  ],
  'parts-as-dates': [
    'A list of year, month and day is taken for the date.',
    'input.array-for-value',
    reading(['date'], (value) =>
      Array.isArray(value) && value.length === 3
        ? asDate(Date.UTC(Number(value[0]), Number(value[1]) - 1, Number(value[2])))
        : value,
    ),
  ],
  'numbers-unpacked': [
    'A list that holds one number is taken for the number.',
    'input.array-for-value',
    reading(['money', 'reference'], (value) =>
      Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
    ),
  ],
  'codes-packed': [
    'One code is taken for a list of it.',
    'input.value-for-array',
    reading(['codes'], (value) => (typeof value === 'string' ? [value] : value)),
  ],
};

export const typeFaults: readonly Seed<StudentReportingStages>[] = Object.entries(readers).map(
  ([what, [describes, rule, taken]]): Seed<StudentReportingStages> => ({
    id: `student-reporting.records.${what}`,
    service: 'student-reporting',
    breaks: 'A field of the wrong JSON type is refused with 400 (assumed).',
    describes,
    touches: { rules: [rule] },
    change: readingMembers(taken),
  }),
);
