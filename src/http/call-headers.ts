/** The headers that a contract and a target send with every call. */
import { randomUUID } from 'node:crypto';
import { NEW_EACH_TIME } from '../record/headers.ts';

/** As they go with one call. */
export function callHeaders(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) =>
    value.includes(NEW_EACH_TIME) ? [name, value.replaceAll(NEW_EACH_TIME, () => randomUUID())] : [name, value],
  );
}
