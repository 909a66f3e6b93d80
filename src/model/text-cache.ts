/**
 * Cache of values derived from the last few long texts. Every group that tests a published definition requests all of
 * it, and masking and parsing 150 kB takes longer than sending it.
 */

/** Shorter texts are cheap to process. */
const SHORTEST = 8 * 1024;
/** Values derived from longer texts take too much memory. */
const LONGEST = 256 * 1024;
const MOST = 4;
/** Number of hashes of texts that occurred once. */
const MOST_SEEN = 64;
/**
 * Characters at both ends that the hash covers. Records differ at their beginning, pages in their link to the next one.
 */
const AT_ENDS = 64;

export class LongTexts<T extends {}> {
  /** In order of use, the latest last. */
  readonly #made = new Map<string, T>();

  /**
   * Hashes of texts that occurred once. A text is cached at its second occurrence, since a page of a traversal never
   * repeats.
   */
  readonly #seen = new Set<number>();

  /** The cached value of a text, or the result of `make`. */
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

  /** Clears the cache after `make` changed. */
  clear(): void {
    this.#made.clear();
  }
}

/** A hash. A collision only caches a text that need not be cached. */
function signOf(text: string): number {
  let sign = text.length;
  for (let at = 0; at < AT_ENDS; at += 1) {
    sign = (Math.imul(sign, 31) + text.charCodeAt(at)) | 0;
    sign = (Math.imul(sign, 31) + text.charCodeAt(text.length - 1 - at)) | 0;
  }
  return sign;
}
