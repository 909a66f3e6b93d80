import { isSameInstant } from '../record/instant.ts';
import { isMap, sameJson, type Json, ownMember } from '../record/json.ts';

/** Whether a value is shown as the one that was written: a service that keeps moments may show them in another spelling than they came in. */
export function sameValue(left: Json | undefined, right: Json | undefined): boolean {
  return sameJson(left, right, isSameInstant);
}

/**
 * Likewise of one that was sent and is read back: inside it null is shown where there is nothing, as nothing may be. Of a record inside, as of
 * the whole, what was sent counts: what a service shows beside it is no part of that.
 */
export function sameStored(sent: Json | undefined, shown: Json | undefined): boolean {
  if (sameValue(sent, shown)) return true;
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const entries = shown as readonly Json[];
    return sent.length === entries.length && (sent as readonly Json[]).every((one, at) => sameStored(one, entries[at]));
  }
  return (
    isMap(sent) &&
    isMap(shown) &&
    Object.entries(sent).every(([name, one]) => {
      const there = ownMember(shown, name);
      return sameStored(one, there) || (one ?? there ?? null) === null;
    })
  );
}
