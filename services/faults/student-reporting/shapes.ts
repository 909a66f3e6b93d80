import type { Field } from '../../model/field.ts';
import { isObject } from '../../model/json-type.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import type { Purpose, ShapeStages } from '../../student-reporting/engine/shape.ts';
import type { Form } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange } from '../fault.ts';
import { writtenOut, type BodyShapeFault } from '../gateway/body-shape.ts';
import { internalError } from '../gateway/internal-error.ts';

type Change = FaultChange<StudentReportingStages>;

/** Another body is read than the one that was sent. */
const reading = (taken: (body: unknown, kind: Kind, purpose: Purpose, form: Form) => unknown): Change =>
  inArea('shape', ({ read }: ShapeStages) => ({
    read: (body, kind, purpose, form) => read(taken(body, kind, purpose, form), kind, purpose, form),
  }));

const isOfForm = (body: unknown, form: Form): boolean => (form === 'array' ? Array.isArray(body) : isObject(body));

function coerced(body: unknown, form: Form): unknown {
  if (isOfForm(body, form)) return body;
  const item: unknown = Array.isArray(body) ? body[0] : body;
  const one = isObject(item) ? item : {};
  return form === 'array' ? [one] : one;
}

/** Of one field, or of a member that nobody knows, where the field is undefined. */
export type Taken = (value: unknown, field: Field | undefined) => unknown;

/** The members of each item, and of those within it, are read as others than were sent. */
export const readingMembers = (taken: Taken): Change =>
  reading((body, kind, purpose) =>
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

/** An array that holds one text, but for the fields that are lists of codes. */
const unpacked: Taken = (value, field) =>
  Array.isArray(value) && field?.kind !== 'codes' && value.length === 1 && typeof value[0] === 'string'
    ? (value[0] as string)
    : value;

/** A value of one type of JSON as the text that it is written with, where a text belongs. */
const asText = (type: 'number' | 'boolean'): Taken => {
  const written = writtenOut(type);
  return (value, field) => (field?.kind === 'text' || field?.kind === 'code' ? written(value) : value);
};

/** Faults of the shape of items. */
export const studentShapes: Readonly<Record<BodyShapeFault, Change>> = {
  'unknown-member-accepted': inArea('shape', ({ refuse }: ShapeStages) => ({
    refuse: (entries) => {
      refuse(entries.filter(({ code }) => code !== 'unknown_member'));
    },
  })),
  'wrong-type-accepted': inArea('shape', () => ({ misfit: () => undefined })),
  'top-level-500': reading((body, _kind, _purpose, form) => {
    if (!isOfForm(body, form)) throw internalError();
    return body;
  }),
  'top-level-coerced': reading((body, _kind, _purpose, form) => coerced(body, form)),
  'array-unpacked': readingMembers(unpacked),
  'numbers-as-texts': readingMembers(asText('number')),
  'truth-as-texts': readingMembers(asText('boolean')),
};
