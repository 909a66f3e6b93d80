/** The record at its pointer in a request, with the constant parts around it. */
import type { EndpointContract, Wrapping } from '../load/model.ts';
import { isMap } from '../model/json.ts';
import { putAt } from '../model/paging/lists.ts';
import { at, holderOf, lastName, pointerFrom } from '../model/pointer.ts';
import type { Value } from './model.ts';

type Members = Readonly<Record<string, Value>>;

/**
 * Fields outside of the record are put at their pointers. Constant parts around a field that is not sent are removed.
 */
export function around(
  record: Members,
  { sent = '', around: others = {} }: Wrapping = {},
  { fields }: Pick<EndpointContract, 'fields'> = { fields: [] },
): Value {
  if (sent === '') return record;
  const beside = fields.flatMap((field) =>
    field.place === undefined ? [] : [{ name: field.name, pointer: pointerFrom(sent, field.place) }],
  );
  const inside = Object.entries(record).filter(([name]) => !beside.some((one) => one.name === name));
  const needed = beside.reduce(
    (whole: Value, { name, pointer }) =>
      Object.hasOwn(record, name) ? whole : without(whole, holderOf(pointer), sent),
    others,
  );
  const body = putAt(needed, sent, { ...membersAt(others, sent), ...Object.fromEntries(inside) });
  return beside.reduce(
    (whole: Value, { name, pointer }) =>
      Object.hasOwn(record, name) ? putAt(whole, pointer, record[name] ?? null) : whole,
    body,
  );
}

/** Removes the value at a pointer, and parents that become empty, but no parent of the record. */
function without(value: Value, pointer: string, sent: string): Value {
  if (`${sent}/`.startsWith(`${pointer}/`) || at(value, pointer) === undefined) return value;
  const holder = holderOf(pointer);
  const { [lastName(pointer)]: _gone, ...kept } = membersAt(value, holder);
  const rest = putAt(value, holder, kept);
  return Object.keys(kept).length === 0 ? without(rest, holder, sent) : rest;
}

function membersAt(value: Value, pointer: string): Members {
  const found = at(value, pointer);
  return isMap(found) ? found : {};
}
