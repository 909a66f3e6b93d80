/** Reads WWW-Authenticate (RFC 9110 §11.6.1): challenges, each a scheme with parameters or a token68. */
import type { RecordedResponse } from '../../record/exchange.ts';
import { TOKEN } from '../../record/field.ts';

export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** In order, names in lower case, quotes taken off. */
  readonly parameters: readonly (readonly [string, string])[];
}

const PART = new RegExp(`(${TOKEN})(?:\\s*=\\s*("(?:[^"\\\\]|\\\\.)*"|${TOKEN}))?`, 'g');
const BEGINS = new RegExp(`^[\\s,]*${TOKEN}`);

export function challengesOf(response: RecordedResponse): readonly Challenge[] {
  return response.headers.filter(([name]) => name === 'www-authenticate').flatMap(([, value]) => parse(value));
}

/** The challenge of RFC 6750, where there is one. */
export function bearerChallenge(response: RecordedResponse): Challenge | undefined {
  return challengesOf(response).find(({ scheme }) => scheme === 'bearer');
}

function parse(value: string): readonly Challenge[] {
  if (!BEGINS.test(value)) return [];
  const found: { scheme: string; parameters: (readonly [string, string])[] }[] = [];
  for (const [, name = '', text] of value.matchAll(PART)) {
    if (text === undefined) found.push({ scheme: name.toLowerCase(), parameters: [] });
    else
      found[found.length - 1]?.parameters.push([
        name.toLowerCase(),
        text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text,
      ]);
  }
  return found;
}
