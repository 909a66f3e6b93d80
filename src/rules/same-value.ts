import { isSameInstant } from '../record/instant.ts';
import { sameJson, type Json } from '../record/json.ts';

/** Whether a value is shown as the one that was written: a service that keeps moments may show them in another spelling than they came in. */
export function sameValue(left: Json | undefined, right: Json | undefined): boolean {
  return sameJson(left, right, isSameInstant);
}
