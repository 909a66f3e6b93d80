/** Marks the words of two short texts that only one of them contains. */

export interface DiffPart {
  readonly text: string;
  readonly same: boolean;
}

export function diffWords(text: string, other: string): readonly DiffPart[] {
  const known = new Set(splitWords(other));
  const parts: { text: string; same: boolean }[] = [];
  for (const word of splitWords(text)) {
    const last = parts.at(-1);
    // Spaces are marked like the word before them.
    const same = /^\s+$/.test(word) ? (last?.same ?? true) : known.has(word);
    if (last !== undefined && last.same === same) last.text += word;
    else parts.push({ text: word, same });
  }
  return parts;
}

/** Words, spaces, and single signs. */
function splitWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}
