import { isObject } from '../../model/json-type.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import type { Purpose, ShapeStages } from '../../student-reporting/engine/shape.ts';
import type { Form } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange } from '../fault.ts';
import type { BodyShapeFault } from '../gateway/body-shape.ts';
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

function unpackedItem(item: unknown, kind: Kind, purpose: Purpose): unknown {
  const { singular } = kind.family;
  const fields = isObject(item) ? item[singular] : undefined;
  if (!isObject(item) || !isObject(fields)) return item;
  const unpacked = Object.entries(fields).map(([name, value]) => [name, unpackedField(name, value, kind, purpose)]);
  return { ...item, [singular]: Object.fromEntries(unpacked) as unknown };
}

/** An array that holds one text, but for the fields that are lists of codes. */
function unpackedField(name: string, value: unknown, kind: Kind, purpose: Purpose): unknown {
  const field = kind.writable.get(name)?.field;
  if (!Array.isArray(value) || field?.kind === 'codes') return value;
  if (value.length === 1 && typeof value[0] === 'string') return value[0];
  const child = purpose === 'create' && !field ? kind.nested.get(name) : undefined;
  return child ? value.map((item) => unpackedItem(item, child, purpose)) : value;
}

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
  'array-unpacked': reading((body, kind, purpose) =>
    Array.isArray(body) ? body.map((item) => unpackedItem(item, kind, purpose)) : unpackedItem(body, kind, purpose),
  ),
};
