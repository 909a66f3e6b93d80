/** Entries of a list that differ. */
import { anotherValue, isKept } from '../../another-value.ts';
import type { Field } from '../../../load/model.ts';
import type { Value } from '../../model.ts';
import { validObject, validValue } from '../../values.ts';

/** Two entries of a list that differ in what they have to have; undefined where there are none. */
export function entries(field: Field, extent: 'least' | 'full' = 'full'): readonly Value[] | undefined {
  if (field.type === 'codes') return field.values.length < 2 ? undefined : field.values.slice(0, 2);
  if (field.type === 'list') return [validValue(field.of, {}), anotherValue(field.of)];
  if (field.type !== 'objects') return undefined;
  const first = validObject(field.fields, {}, extent);
  const others = field.fields.filter((f) => Object.hasOwn(first, f.name) && f.references === undefined);
  return [first, { ...first, ...Object.fromEntries(others.map((one) => [one.name, changed(one)])) }];
}

/** What removes a page of parts, or a batch, leaves what comes after it; beyond this nobody has a page. */
const MOST_PARTS = 50;

/** As many as there may be, up to that; undefined where there may be no two. */
export function mostEntries(field: Field): readonly Value[] | undefined {
  const two = entries(field);
  const times = Math.min(field.maxItems ?? 2, MOST_PARTS);
  if (two === undefined || times < 2) return undefined;
  if (field.type === 'codes') return field.values.slice(0, times);
  if (field.uniqueItems === true) return two;
  return Array.from({ length: times }, (_none, at) => two[at % two.length] ?? null);
}

export function changed(field: Field): Value {
  return isKept(field) ? validValue(field, {}) : anotherValue(field);
}
