/** Header fields of a recorded message. Their names stand in lower case. */

/** Header names in lower case, in the order received. A name that is received twice is in the list twice. */
export type HeaderList = readonly (readonly [string, string])[];

interface WithHeaders {
  readonly headers: HeaderList;
}

/** The first value of a header, or undefined. */
export function header(message: WithHeaders, name: string): string | undefined {
  return message.headers.find(([n]) => n === name)?.[1];
}

/** All lines of a field that is a list, as the one that they stand for (RFC 9110 §5.3); undefined where there is none. */
export function listField(message: WithHeaders, name: string): string | undefined {
  const lines = message.headers.flatMap(([n, value]) => (n === name ? [value] : []));
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** All values of a header that may be a list, split at commas. */
export function headerTokens(message: WithHeaders, name: string): readonly string[] {
  return message.headers
    .filter(([n]) => n === name)
    .flatMap(([, value]) => value.split(','))
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** In the headers of a contract: a value that no other call has, such as the key by which a service knows a request that is sent again. */
export const NEW_EACH_TIME = '${unique}';
