/**
 * Finds many words in a text in one pass: a hash of the last eight characters shows where to compare. Case and the two alphabets of base64
 * are ignored.
 */

/** Length of the hash window, and minimum length of a word. */
export const HASH_WINDOW = 8;
/** Minimum length of a beginning that counts as a match, since texts may be cut anywhere. */
const BEGINNING = 16;
/** Maximum length that is compared. */
const MAX_LENGTH = 4096;

/** Folds characters that count as equal to one code. Codes beyond ASCII are unchanged. */
const FOLD = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === '-' || character === ' ') return '+'.charCodeAt(0);
  return (character === '_' ? '/' : character.toLowerCase()).charCodeAt(0);
});
/** Weight of each code; eight codes, four bits apart, fill a hash. */
const WEIGHT = Int32Array.from(FOLD, (code) => Math.imul(code + 1, 0x9e3779b1) ^ Math.imul(code + 77, 0x85ebca6b));

function foldedAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return FOLD[code] ?? code;
}

function folded(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; index += 1) result += String.fromCharCode(foldedAt(text, index));
  return result;
}

/** Adds one character to the hash and removes the one eight before. */
function rollHash(hash: number, code: number): number {
  return ((hash << 4) + (WEIGHT[code & 127] ?? 0)) | 0;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The label given to `add`. */
  readonly label: string;
}

export class MultiPatternSearch {
  readonly #shift: number;
  /** Bloom-like table of the hashes of all words: most places of a text match none. */
  readonly #hashes: Uint8Array;
  /** Lengths of the words that begin with these characters. */
  readonly #starts = new Map<string, number[]>();
  /** Whole words with their labels. */
  readonly #whole = new Map<string, string>();
  /** Sorted words by their first characters, with the length of the longest one. */
  readonly #beginnings = new Map<string, { readonly words: string[]; longest: number }>();

  /** @param bits size of the hash table: 20 for many words, 10 for a few */
  constructor(bits: 10 | 20) {
    this.#shift = 32 - bits;
    this.#hashes = new Uint8Array(1 << bits);
  }

  get isEmpty(): boolean {
    return this.#whole.size === 0;
  }

  /** Adds a word; words shorter than the window are ignored. `beginning`: its first sixteen characters match too. */
  add(word: string, label = '', beginning = false): void {
    const own = folded(word);
    if (own.length < HASH_WINDOW || this.#whole.has(own)) return;
    this.#whole.set(own, label);
    const start = own.slice(0, HASH_WINDOW);
    const lengths = this.#starts.get(start);
    if (lengths === undefined) this.#starts.set(start, [own.length]);
    else if (!lengths.includes(own.length)) lengths.push(own.length);
    let hash = 0;
    for (let index = 0; index < HASH_WINDOW; index += 1) hash = rollHash(hash, own.charCodeAt(index));
    this.#hashes[hash >>> this.#shift] = 1;
    if (!beginning || own.length < BEGINNING) return;
    const list = this.#beginnings.get(own.slice(0, BEGINNING));
    if (list === undefined) {
      this.#beginnings.set(own.slice(0, BEGINNING), { words: [own], longest: own.length });
      return;
    }
    list.words.splice(insertionIndex(list.words, own), 0, own);
    list.longest = Math.max(list.longest, own.length);
  }

  /** Matches from left to right, without overlaps. `beginnings`: whether partial matches count. */
  find(text: string, beginnings = true): readonly PatternMatch[] {
    const found: PatternMatch[] = [];
    if (this.isEmpty) return found;
    const hashes = this.#hashes;
    const shift = this.#shift;
    let hash = 0;
    let free = HASH_WINDOW - 1;
    for (let index = 0; index < text.length; index += 1) {
      hash = rollHash(hash, text.charCodeAt(index));
      if (hashes[hash >>> shift] === 0 || index < free) continue;
      const start = index - HASH_WINDOW + 1;
      const one = this.#foundAt(text, start, beginnings);
      if (one === undefined) continue;
      found.push(one);
      free = one.end + HASH_WINDOW - 1;
    }
    return found;
  }

  /** The longest match at this position. */
  #foundAt(text: string, start: number, beginnings: boolean): PatternMatch | undefined {
    const lengths = this.#starts.get(folded(text.slice(start, start + HASH_WINDOW)));
    if (lengths === undefined) return undefined;
    let longest = beginnings ? this.#beginningAt(text, start) : undefined;
    for (const length of lengths) {
      if (start + length <= (longest?.end ?? 0) || start + length > text.length) continue;
      const label = this.#whole.get(folded(text.slice(start, start + length)));
      if (label !== undefined) longest = { start, end: start + length, label };
    }
    return longest;
  }

  #beginningAt(text: string, start: number): PatternMatch | undefined {
    const list = this.#beginnings.get(folded(text.slice(start, start + BEGINNING)));
    if (list === undefined) return undefined;
    // The longest common beginning is next to the place where the text would be sorted in.
    const { words, longest } = list;
    const place = insertionIndex(words, folded(text.slice(start, start + Math.min(longest, MAX_LENGTH))));
    const [before = '', after = ''] = [words[place - 1], words[place]];
    const nearest = commonLength(before, text, start) > commonLength(after, text, start) ? before : after;
    return { start, end: start + commonLength(nearest, text, start), label: this.#whole.get(nearest) ?? '' };
  }
}

/** Index of the first entry that is not before the word. */
function insertionIndex(list: readonly string[], word: string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commonLength(word: string, text: string, start: number): number {
  let length = 0;
  while (
    length < word.length &&
    start + length < text.length &&
    foldedAt(text, start + length) === word.charCodeAt(length)
  )
    length += 1;
  return length;
}
