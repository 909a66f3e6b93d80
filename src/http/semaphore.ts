/** Whoever has just left may be about to come again: what comes is judged in between. */
const QUIET_MS = 20;

/** Lets so many requests be under way at once, one in each slot: of those that wait, the one of the lowest rank is next, and of those the first that came. */
export class Semaphore {
  readonly width: number;
  #free: number;
  readonly #waiting: { readonly rank: number; readonly slots: number; readonly go: () => void }[] = [];
  readonly #forQuiet = new Set<() => void>();
  #entered = 0;

  constructor(width: number) {
    this.width = Math.max(1, width);
    this.#free = this.width;
  }

  /** @param slots how many requests the work sends side by side, at most `width`: it waits until all have a slot */
  async through<T>(work: () => Promise<T>, rank = 0, slots = 1): Promise<T> {
    this.#entered += 1;
    if (this.#waiting.length === 0 && this.#free >= slots) this.#free -= slots;
    else await new Promise<void>((go) => this.#wait(rank, slots, go));
    try {
      return await work();
    } finally {
      this.#free += slots;
      this.#admit();
      this.#tellIfQuiet();
    }
  }

  /** Resolves once nothing has been under way for a moment and nobody waits for a slot, or nobody wants to know it any more. */
  quiet(unwanted: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#forQuiet.delete(go);
        resolve();
      };
      this.#forQuiet.add(go);
      unwanted.addEventListener('abort', go, { once: true });
      this.#tellIfQuiet();
    });
  }

  get #isQuiet(): boolean {
    return this.#free === this.width && this.#waiting.length === 0;
  }

  #tellIfQuiet(): void {
    if (this.#forQuiet.size === 0 || !this.#isQuiet) return;
    const entered = this.#entered;
    setTimeout(() => {
      if (this.#isQuiet && this.#entered === entered) for (const go of this.#forQuiet) go();
    }, QUIET_MS);
  }

  #wait(rank: number, slots: number, go: () => void): void {
    const before = this.#waiting.findLastIndex((one) => one.rank <= rank);
    this.#waiting.splice(before + 1, 0, { rank, slots, go });
  }

  /** Nobody who needs few slots goes before one who needs several, or these would never be free together. */
  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.slots <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.slots;
      next.go();
    }
  }
}

/** What requests go through: a semaphore of this process or of another. */
export interface Slots extends Pick<Semaphore, 'width' | 'through'>, Partial<Pick<Semaphore, 'quiet'>> {
  /** Whoever goes through holds slots already, and must not wait for anybody who needs one. */
  readonly isHeld?: true;
}
