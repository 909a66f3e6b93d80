import { isSameInstant } from '../record/instant.ts';
import { isMap, sameJson, type Json } from '../record/json.ts';

/** Whether a value is shown as the one that was written: a service that keeps moments may show them in another spelling than they came in. */
export function sameValue(left: Json | undefined, right: Json | undefined): boolean {
  return sameJson(left, right, isSameInstant);
}

/** Likewise of one that was sent and is read back: inside it null is shown where there is nothing, as nothing may be. */
export function sameStored(sent: Json | undefined, shown: Json | undefined): boolean {
  return sameValue(sent, shown) || sameValue(withoutNulls(sent), withoutNulls(shown));
}

function withoutNulls(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => withoutNulls(one) ?? null);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one) ?? null] as const])),
  );
}
