/** The record in its place of a request, with what else stands there. */
import type { Wrapping } from '../load/model.ts';
import { isMap } from '../record/json.ts';
import { putAt } from '../record/paging/places.ts';
import { at } from '../record/pointer.ts';
import type { Value } from './model.ts';

export function around(record: Value, { sent = '', around: others = {} }: Wrapping = {}): Value {
  return sent === '' ? record : putAt(others, sent, { ...membersAt(others, sent), ...membersAt(record, '') });
}

function membersAt(value: Value, pointer: string): Readonly<Record<string, Value>> {
  const found = at(value, pointer);
  return isMap(found) ? found : {};
}
