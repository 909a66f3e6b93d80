/** Faults of how a body is read: its shape, and values of another JSON type that are taken for the right one. */
import type { Field } from '../../model/field.ts';
import { isObject } from '../../model/objects.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import type { Purpose } from '../../student-reporting/engine/shape.ts';
import type { Form } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange, type FaultTable } from '../fault.ts';
import { internalError, writtenOut, type BodyShapeFault } from '../gateway/bodies.ts';

type Change = FaultChange<StudentReportingStages>;

/** Another body is read than the one that was sent. */
const readingBody = (taken: (body: unknown, kind: Kind, purpose: Purpose, form: Form) => unknown): Change =>
  inArea('shape', ({ read }) => ({
    read: (body, kind, purpose, form) => read(taken(body, kind, purpose, form), kind, purpose, form),
  }));

/** Of one field, or of an unknown member, where the field is undefined. */
type Taken = (value: unknown, field: Field | undefined) => unknown;

/** The members of each item, and of those within it, are read as others than were sent. */
const readingMembers = (taken: Taken): Change =>
  readingBody((body, kind, purpose) =>
    Array.isArray(body) ? body.map((item) => itemOf(item, kind, purpose, taken)) : itemOf(body, kind, purpose, taken),
  );

function itemOf(item: unknown, kind: Kind, purpose: Purpose, taken: Taken): unknown {
  const { singular } = kind.family;
  const fields = isObject(item) ? item[singular] : undefined;
  if (!isObject(item) || !isObject(fields)) return item;
  const members = Object.entries(fields).map(([name, sent]) => {
    const field = kind.writable.get(name)?.field;
    const value = taken(sent, field);
    const child = purpose === 'create' && !field ? kind.nested.get(name) : undefined;
    return [name, child && Array.isArray(value) ? value.map((one) => itemOf(one, child, purpose, taken)) : value];
  });
  return { ...item, [singular]: Object.fromEntries(members) as unknown };
}

/** A value of one type of JSON as the text that it is written with, where a text belongs. */
const asText = (type: 'number' | 'boolean'): Taken => {
  const written = writtenOut(type);
  return (value, field) => (field?.kind === 'text' || field?.kind === 'code' ? written(value) : value);
};

export const studentShapes: Readonly<Record<BodyShapeFault, Change>> = {
  'unknown-member-accepted': inArea('shape', ({ refuse }) => ({
    refuse: (entries) => {
      refuse(entries.filter(({ code }) => code !== 'unknown_member'));
    },
  })),
  'wrong-type-accepted': inArea('shape', () => ({ misfit: () => undefined })),
  'top-level-500': readingBody((body, _kind, _purpose, form) => {
    if (form === 'array' ? !Array.isArray(body) : !isObject(body)) throw internalError();
    return body;
  }),
  'top-level-coerced': readingBody((body, _kind, _purpose, form) => {
    if (form === 'array' ? Array.isArray(body) : isObject(body)) return body;
    const item: unknown = Array.isArray(body) ? body[0] : body;
    const one = isObject(item) ? item : {};
    return form === 'array' ? [one] : one;
  }),
  // An array that holds one text, but for the fields that are lists of codes.
  'array-unpacked': readingMembers((value, field) =>
    Array.isArray(value) && field?.kind !== 'codes' && value.length === 1 && typeof value[0] === 'string'
      ? (value[0] as string)
      : value,
  ),
  'numbers-as-texts': readingMembers(asText('number')),
  'truth-as-texts': readingMembers(asText('boolean')),
};

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value);
const asDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

type Reader = readonly [
  what: string,
  describes: string,
  rule: string,
  kinds: readonly Field['kind'][],
  taken: (value: unknown, field: Field) => unknown,
];

/** Readers that take a value of another JSON type, for fields of these kinds. */
const readers: readonly Reader[] = [
  [
    'texts-as-numbers',
    'A text of digits is accepted as a number.',
    'input.text-for-number',
    ['money', 'reference'],
    (value) => (isDigits(value) ? Number(value) : value),
  ],
  [
    'empty-texts-as-nothing',
    'An empty text instead of a number is accepted as null.',
    'input.text-for-number',
    ['money', 'reference'],
    (value) => (value === '' ? null : value),
  ],
  [
    'numbers-as-truth',
    'Numbers are accepted as booleans: 0 is false, all others are true.',
    'input.number-for-boolean',
    ['indicator'],
    (value) => (typeof value === 'number' ? value !== 0 : value),
  ],
  [
    'numbers-as-places',
    'A number instead of a code is accepted as an index of the code list.',
    'input.number-for-text',
    ['code'],
    (value, field) => (typeof value === 'number' && field.kind === 'code' ? (field.codes[value] ?? value) : value),
  ],
  [
    'numbers-as-dates',
    'A number instead of a date is accepted as milliseconds since 1970.',
    'input.number-for-text',
    ['date'],
    (value) => (typeof value === 'number' ? asDate(value) : value),
  ],
  [
    'parts-as-dates',
    'A list of year, month and day is accepted as a date.',
    'input.array-for-value',
    ['date'],
    (value) =>
      Array.isArray(value) && value.length === 3
        ? asDate(Date.UTC(Number(value[0]), Number(value[1]) - 1, Number(value[2])))
        : value,
  ],
  [
    'numbers-unpacked',
    'A list with one number is accepted as the number.',
    'input.array-for-value',
    ['money', 'reference'],
    (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value),
  ],
  [
    'codes-packed',
    'A single code is accepted as a list.',
    'input.value-for-array',
    ['codes'],
    (value) => (typeof value === 'string' ? [value] : value),
  ],
];

export const readerFaults: FaultTable<StudentReportingStages> = Object.fromEntries(
  readers.map(([what, describes, rule, kinds, taken]) => [
    `records.${what}`,
    {
      breaks: 'A field of the wrong JSON type is refused with 400 (assumed).',
      describes,
      touches: { rules: [rule] },
      change: readingMembers((value, field) =>
        field !== undefined && kinds.includes(field.kind) ? taken(value, field) : value,
      ),
    },
  ]),
);
