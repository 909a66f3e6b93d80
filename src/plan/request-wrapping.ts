/** The record at its pointer in a request, with the constant parts around it. */
import type { EndpointContract, RecordWrapping } from '../load/model.ts';
import { isMap } from '../model/json.ts';
import { withValueAt } from '../model/paging/lists.ts';
import { valueAtPointer, parentPointer, lastPointerName, resolvePointer } from '../model/pointer.ts';
import type { Value } from './model.ts';

type Members = Readonly<Record<string, Value>>;

/**
 * Fields outside of the record are put at their pointers. Constant parts around a field that is not sent are removed.
 */
export function wrapRecord(
  record: Members,
  { sent = '', around: others = {} }: RecordWrapping = {},
  { fields }: Pick<EndpointContract, 'fields'> = { fields: [] },
): Value {
  if (sent === '') return record;
  const beside = fields.flatMap((field) =>
    field.place === undefined ? [] : [{ name: field.name, pointer: resolvePointer(sent, field.place) }],
  );
  const inside = Object.entries(record).filter(([name]) => !beside.some((one) => one.name === name));
  const needed = beside.reduce(
    (whole: Value, { name, pointer }) =>
      Object.hasOwn(record, name) ? whole : without(whole, parentPointer(pointer), sent),
    others,
  );
  const body = withValueAt(needed, sent, { ...membersAt(others, sent), ...Object.fromEntries(inside) });
  return beside.reduce(
    (whole: Value, { name, pointer }) =>
      Object.hasOwn(record, name) ? withValueAt(whole, pointer, record[name] ?? null) : whole,
    body,
  );
}

/** Removes the value at a pointer, and parents that become empty, but no parent of the record. */
function without(value: Value, pointer: string, sent: string): Value {
  if (`${sent}/`.startsWith(`${pointer}/`) || valueAtPointer(value, pointer) === undefined) return value;
  const holder = parentPointer(pointer);
  const { [lastPointerName(pointer)]: _gone, ...kept } = membersAt(value, holder);
  const rest = withValueAt(value, holder, kept);
  return Object.keys(kept).length === 0 ? without(rest, holder, sent) : rest;
}

function membersAt(value: Value, pointer: string): Members {
  const found = valueAtPointer(value, pointer);
  return isMap(found) ? found : {};
}
