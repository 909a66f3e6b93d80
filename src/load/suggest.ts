/** Messages for unknown names, and suggestions of similar known names. */

import { BadInput } from '../errors.ts';
import { omitUndefined } from '../model/objects.ts';

/**
 * Message for an unknown name: `unknown field "titel"`, or `library has no version "3.0"` if its owner is known.
 */
export function unknownName(noun: string, name: string, holder?: string): string {
  return holder === undefined
    ? `unknown ${noun} ${JSON.stringify(name)}`
    : `${holder} has no ${noun} ${JSON.stringify(name)}`;
}

/** The nearest known name, or all of them if they are few. Always all versions, since similar ones are different. */
export function unknownHint(noun: string, name: string, known: Iterable<string>): string | undefined {
  return noun === 'version' ? `known: ${[...known].join(', ')}` : suggestName(name, known, noun);
}

/** `BadInput` for a name that the user typed, with code `unknown-<noun>`; its hint lists all known names if none is near. */
export function unknownInput(
  noun: string,
  name: string,
  known: readonly string[],
  { holder, file }: { readonly holder?: string; readonly file?: string } = {},
): BadInput {
  const hint = unknownHint(noun, name, known) ?? `known: ${known.join(', ')}`;
  return BadInput.of(`unknown-${noun}`, unknownName(noun, name, holder), omitUndefined({ file, hint }));
}

/** The nearest of `known`, if it is similar enough. */
export function nearestName(word: string, known: Iterable<string>): string | undefined {
  const folded = normalized(word);
  // Up to a third of the word may be wrong, and at most four letters; more would mislead.
  const limit = Math.min(4, Math.max(1, Math.floor(word.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > limit + 2) continue;
    const distance =
      normalized(candidate) === folded ? 0 : editDistance(folded, normalized(candidate), bestDistance + 1);
    if (
      distance < bestDistance ||
      (distance === bestDistance && best !== undefined && sharedStart(word, candidate) > sharedStart(word, best))
    ) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

/** `did you mean "x"?`, or the list if it is short; undefined otherwise. */
export function suggestName(word: string, known: Iterable<string>, noun: string): string | undefined {
  const list = [...known];
  const near = nearestName(word, list);
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
  if (list.length === 0) return `no ${noun} is declared`;
  if (list.length <= 12) return `known: ${list.join(', ')}`;
  return undefined;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Case and the separators `-`, `_`, ` ` are ignored. */
function normalized(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Edits (insert, delete, replace, swap of neighbours) from one text to the other; stops counting at `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return Math.min(limit, last[b.length] ?? limit);
}
