/**
 * What was made of the last few long texts. A definition of 150 kB is asked for by every group that tries something on it, and to mask
 * and read it once more takes longer than to send it.
 */

/** What is made of a shorter one is made as soon as it is found. */
const SHORTEST = 8 * 1024;
/** What is read of a longer one takes more memory than its reading is worth. */
const LONGEST = 256 * 1024;
const MOST = 4;

export class LongTexts<T extends {}> {
  /** The one that was asked for last stands last. */
  readonly #made = new Map<string, T>();

  /** What `make` makes of the text, or made of the same text before. */
  of(text: string, make: () => T): T {
    if (text.length < SHORTEST || text.length > LONGEST) return make();
    const known = this.#made.get(text);
    const made = known ?? make();
    if (known !== undefined) this.#made.delete(text);
    else if (this.#made.size >= MOST) this.#forgetOldest();
    this.#made.set(text, made);
    return made;
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
