/** Bodies of answers that come again and again, each kept once: a run keeps those of every exchange until its report is written, and most of them are the same few lists and definitions. */

/** A shorter one takes no more than what stands around it. */
const SHORTEST = 200;
/** A service that never repeats itself is not remembered without end. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const known = new Map<string, string>();
let characters = 0;

export function sharedBody(body: string): string {
  if (body.length < SHORTEST) return body;
  const before = known.get(body);
  if (before !== undefined) return before;
  if (characters > MOST_CHARACTERS) {
    known.clear();
    characters = 0;
  }
  known.set(body, body);
  characters += body.length;
  return body;
}
