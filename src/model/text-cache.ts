/**
 * Cache of values derived from the last few long texts. Every group that tests a published definition requests all of
 * it, and masking and parsing 150 kB takes longer than sending it.
 */

/** Shorter texts are cheap to process. */
const SHORTEST = 8 * 1024;
/** Values derived from longer texts take too much memory. */
const MAX_CHARACTERS = 256 * 1024;
const MOST = 4;
/** Number of hashes of texts that occurred once. */
const MAX_SEEN = 64;
/**
 * Characters at both ends that the hash covers. Records differ at their beginning, pages in their link to the next one.
 */
const AT_ENDS = 64;

export class LongTextCache<T extends {}> {
  /** In order of use, the latest last. */
  readonly #values = new Map<string, T>();

  /** Hashes of texts that occurred once. A text is cached at its second occurrence, since most pages never repeat. */
  readonly #hashes = new Set<number>();

  /** The cached value of a text, or the result of `make`. */
  of(text: string, make: () => T): T {
    if (text.length < SHORTEST || text.length > MAX_CHARACTERS) return make();
    if (!this.#isAgain(text)) return make();
    const known = this.#values.get(text);
    const value = known ?? make();
    if (known !== undefined) this.#values.delete(text);
    else if (this.#values.size >= MOST) this.#forgetOldest();
    this.#values.set(text, value);
    return value;
  }

  #isAgain(text: string): boolean {
    const hash = hashOf(text);
    if (this.#hashes.has(hash)) return true;
    if (this.#hashes.size >= MAX_SEEN) this.#hashes.clear();
    this.#hashes.add(hash);
    return false;
  }

  #forgetOldest(): void {
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  /** Clears the cache after `make` changed. */
  clear(): void {
    this.#values.clear();
  }
}

/** A hash. A collision only caches a text that need not be cached. */
function hashOf(text: string): number {
  let hash = text.length;
  for (let at = 0; at < AT_ENDS; at += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    hash = (Math.imul(hash, 31) + text.charCodeAt(text.length - 1 - at)) | 0;
  }
  return hash;
}
