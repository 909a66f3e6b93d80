/**
 * What was made of the last few long texts. A definition of 150 kB is asked for by every group that tries something on it, and to mask
 * and read it once more takes longer than to send it.
 */

/** What is made of a shorter one is made as soon as it is found. */
const SHORTEST = 8 * 1024;
/** What is read of a longer one takes more memory than its reading is worth. */
const LONGEST = 256 * 1024;
const MOST = 4;
/** Texts that came once, as far as they are told apart. */
const MOST_SEEN = 64;
/** Characters at both ends by which they are: records of a page differ in what comes first in them, and pages in what leads to the next. */
const AT_ENDS = 64;

export class LongTexts<T extends {}> {
  /** The one that was asked for last stands last. */
  readonly #made = new Map<string, T>();

  /** What came once may come again; a page of a walk never does, and to keep it would cost more than all else that is done with it. */
  readonly #seen = new Set<number>();

  /** What `make` makes of the text, or made of the same text before. */
  of(text: string, make: () => T): T {
    if (text.length < SHORTEST || text.length > LONGEST) return make();
    if (!this.#isAgain(text)) return make();
    const known = this.#made.get(text);
    const made = known ?? make();
    if (known !== undefined) this.#made.delete(text);
    else if (this.#made.size >= MOST) this.#forgetOldest();
    this.#made.set(text, made);
    return made;
  }

  #isAgain(text: string): boolean {
    const sign = signOf(text);
    if (this.#seen.has(sign)) return true;
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
    this.#seen.add(sign);
    return false;
  }

  #forgetOldest(): void {
    const [oldest] = this.#made.keys();
    if (oldest !== undefined) this.#made.delete(oldest);
  }

  /** When something else would be made of them now. */
  clear(): void {
    this.#made.clear();
  }
}

/** Different for nearly all texts that differ; where it is not, one is kept that need not be. */
function signOf(text: string): number {
  let sign = text.length;
  for (let at = 0; at < AT_ENDS; at += 1) {
    sign = (Math.imul(sign, 31) + text.charCodeAt(at)) | 0;
    sign = (Math.imul(sign, 31) + text.charCodeAt(text.length - 1 - at)) | 0;
  }
  return sign;
}
