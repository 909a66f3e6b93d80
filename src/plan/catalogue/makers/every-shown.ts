/** A value for every field that is shown and can have one, at any depth. */
import type { Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';
import { writableFields } from '../../templates.ts';
import { goodRecord, isUnknown, validObject } from '../../values.ts';

export function writable({ scope, endpoint, operation }: OperationContext): readonly Field[] {
  return writableFields(scope, endpoint, operation);
}

/** Each field that is shown and has such a value with it, and records inside it with what of theirs has one. */
export function everyShown(
  fields: readonly Field[],
  value: (field: Field) => Value | undefined,
): Readonly<Record<string, Value>> {
  const shown = fields.filter(
    (f) => f.writeOnly !== true && f.sensitive !== true && f.references === undefined && !isUnknown(f),
  );
  return Object.fromEntries(
    shown.flatMap((field) => {
      const found = insideOf(field, value);
      return found === undefined ? [] : [[field.name, found]];
    }),
  );
}

function insideOf(field: Field, value: (field: Field) => Value | undefined): Value | undefined {
  if (field.type === 'object') return withEvery(goodRecord(field), field.fields, value);
  if (field.type !== 'objects') return value(field);
  const entry = withEvery(validObject(field.fields, {}, 'full'), field.fields, value);
  return entry === undefined ? undefined : [entry];
}

export function withEvery(
  good: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  value: (field: Field) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const inside = everyShown(fields, value);
  return Object.keys(inside).length === 0 ? undefined : { ...good, ...inside };
}
