/** The record in its place of a request, with what else stands there. */
import type { EndpointContract, Wrapping } from '../load/model.ts';
import { isMap } from '../model/json.ts';
import { putAt } from '../model/paging/lists.ts';
import { at, holderOf, lastName, pointerFrom } from '../model/pointer.ts';
import type { Value } from './model.ts';

type Members = Readonly<Record<string, Value>>;

/** Members that stand beside the record are put there; of one that is not sent, what stands around it goes too. */
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

/** Without what stands at a pointer, and what would be empty then; what holds the record stays. */
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
