/** The forms in which services, gateways and debug pages repeat what they were sent. */

const bytes = (secret: string): Buffer => Buffer.from(secret, 'utf8');
const each = (secret: string, write: (code: number) => string): string =>
  [...secret].map((c) => write(c.codePointAt(0) ?? 0)).join('');
const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0');

export const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (s) => s,
  'in lower case': (s) => s.toLowerCase(),
  'in upper case': (s) => s.toUpperCase(),
  backwards: (s) => [...s].reverse().join(''),
  'percent-encoded': encodeURIComponent,
  'percent-encoded whole': (s) => [...bytes(s)].map((b) => `%${hex(b, 2)}`).join(''),
  'percent-encoded twice': (s) => encodeURIComponent(encodeURIComponent(s)),
  'in a form': (s) => new URLSearchParams([['', s]]).toString().slice(1),
  'escaped in JSON': (s) => JSON.stringify(s).slice(1, -1),
  'escaped in JSON in JSON': (s) => JSON.stringify(JSON.stringify(s).slice(1, -1)).slice(1, -1),
  'escaped by PHP': (s) => JSON.stringify(s).slice(1, -1).replaceAll('/', '\\/'),
  'as \\uXXXX': (s) => each(s, (c) => `\\u${hex(c, 4)}`),
  'as \\xXX': (s) => each(s, (c) => `\\x${hex(c, 2)}`),
  'as named entities': (s) =>
    s.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&apos;').replaceAll('<', '&lt;'),
  'as decimal entities': (s) => each(s, (c) => `&#${c};`),
  'as hexadecimal entities': (s) => each(s, (c) => `&#x${hex(c, 2)};`),
  'in hexadecimal': (s) => bytes(s).toString('hex'),
  'in upper hexadecimal': (s) => bytes(s).toString('hex').toUpperCase(),
  'in base64': (s) => bytes(s).toString('base64'),
  'in base64, after one byte': (s) => bytes(`:${s}`).toString('base64'),
  'in base64, after two bytes': (s) => bytes(`a:${s}`).toString('base64'),
  'in base64url': (s) => bytes(s).toString('base64url'),
  'in base64url, after one byte': (s) => bytes(`:${s}`).toString('base64url'),
  'in base64url, after two bytes': (s) => bytes(`a:${s}`).toString('base64url'),
};

/** Enough of a form to be recognised by, wherever it begins: what a search for leaks looks for. */
export function tracesOf(secret: string): readonly string[] {
  const words = Object.values(FORMS).flatMap((form) => {
    const text = form(secret);
    const middle = Math.floor(text.length / 2);
    // The ends of base64 are shared with its neighbours; sixteen characters from its midst are the secret's alone.
    return text.length < 24 ? [text] : [text.slice(middle - 8, middle + 8)];
  });
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
