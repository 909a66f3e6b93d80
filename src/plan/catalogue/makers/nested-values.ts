/** Values for every returned field, at any depth. */
import { alternativeValue, keepsValue } from '../../alternative-value.ts';
import type { Field } from '../../../load/model.ts';
import type { Value } from '../../model.ts';
import { validNestedRecord, hasOnlySamples, validObject, validValue } from '../../values.ts';
import type { OperationContext } from '../../context.ts';
import { writableFields } from '../../request-templates.ts';

export function writableFieldsOf({ scope, endpoint, operation }: OperationContext): readonly Field[] {
  return writableFields(scope, endpoint, operation);
}

/** Fields for which `value` returns one, and nested records with such fields. */
export function valuesOfShownFields(
  fields: readonly Field[],
  value: (field: Field) => Value | undefined,
): Readonly<Record<string, Value>> {
  const shown = fields.filter(
    (f) => f.writeOnly !== true && f.sensitive !== true && f.references === undefined && !hasOnlySamples(f),
  );
  return Object.fromEntries(
    shown.flatMap((field) => {
      const found = insideOf(field, value);
      return found === undefined ? [] : [[field.name, found]];
    }),
  );
}

function insideOf(field: Field, value: (field: Field) => Value | undefined): Value | undefined {
  if (field.type === 'object') return withShownFields(validNestedRecord(field), field.fields, value);
  if (field.type !== 'objects') return value(field);
  const entry = withShownFields(validObject(field.fields, {}, 'full'), field.fields, value);
  return entry === undefined ? undefined : [entry];
}

export function withShownFields(
  good: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  value: (field: Field) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const inside = valuesOfShownFields(fields, value);
  return Object.keys(inside).length === 0 ? undefined : { ...good, ...inside };
}

/** Two different entries of a list; undefined if the list cannot have two. */
export function entries(field: Field, extent: 'least' | 'full' = 'full'): readonly Value[] | undefined {
  if (field.type === 'codes') return field.values.length < 2 ? undefined : field.values.slice(0, 2);
  if (field.type === 'list') return [validValue(field.of, {}), alternativeValue(field.of)];
  if (field.type !== 'objects') return undefined;
  const first = validObject(field.fields, {}, extent);
  const others = field.fields.filter((f) => Object.hasOwn(first, f.name) && f.references === undefined);
  return [first, { ...first, ...Object.fromEntries(others.map((one) => [one.name, changedValue(one)])) }];
}

/** More entries than one page or batch: a bug that deletes only the first batch shows with them. */
const MAX_PARTS = 50;

/** As many entries as possible, up to that number; undefined if there cannot be two. */
export function manyEntries(field: Field): readonly Value[] | undefined {
  const two = entries(field);
  const times = Math.min(field.maxItems ?? 2, MAX_PARTS);
  if (two === undefined || times < 2) return undefined;
  if (field.type === 'codes') return field.values.slice(0, times);
  if (field.uniqueItems === true) return two;
  return Array.from({ length: times }, (_none, at) => two[at % two.length] ?? null);
}

export function changedValue(field: Field): Value {
  return keepsValue(field) ? validValue(field, {}) : alternativeValue(field);
}
