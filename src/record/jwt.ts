/** JSON web tokens in a text, found in one pass: an answer of megabytes may have a million beginnings of one. */

/** What a token is made of, with the dots between its parts. */
const RUN = /[\w.-]+/g;
const BEGINNING = /\beyJ/;
/** The beginning, and a little more. */
const SHORTEST = 8;

/**
 * Three base64url parts, or the five of an encrypted one: a JWT, whatever it is called. Each becomes the mask; `least`
 * says how many parts must follow the first.
 */
export function withoutJwts(text: string, mask: string, least = 2): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(RUN, (run) => (run.includes('eyJ') ? maskedRun(run.split('.'), mask, least) : run));
}

function maskedRun(parts: readonly string[], mask: string, least: number): string {
  const kept: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const at = part.search(BEGINNING);
    const following = Math.min(4, parts.length - 1 - index);
    if (at === -1 || part.length - at < SHORTEST || following < least) kept.push(part);
    else {
      kept.push(`${part.slice(0, at)}${mask}`);
      index += following;
    }
  }
  return kept.join('.');
}
