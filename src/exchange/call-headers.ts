/** The headers that a contract and a target send with every call. */
import { randomUUID } from 'node:crypto';

/** Stands for a value that no other call has, such as the key by which a service knows a request that is sent again. */
const NEW_EACH_TIME = '${unique}';

/** As they go with one call. */
export function callHeaders(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) =>
    value.includes(NEW_EACH_TIME) ? [name, value.replaceAll(NEW_EACH_TIME, () => randomUUID())] : [name, value],
  );
}
