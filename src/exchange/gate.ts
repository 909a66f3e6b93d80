/** Whoever has just left may be about to come again: what comes is judged in between. */
const QUIET_MS = 20;

/** Lets so many requests be under way at once: of those that wait, the one of the lowest rank is next, and of those the first that came. */
export class Gate {
  readonly width: number;
  #free: number;
  readonly #waiting: { readonly rank: number; readonly places: number; readonly go: () => void }[] = [];
  readonly #forQuiet = new Set<() => void>();
  #entered = 0;

  constructor(width: number) {
    this.width = Math.max(1, width);
    this.#free = this.width;
  }

  /** @param places how many requests the work sends side by side, at most as many as the gate is wide: it waits until all have room */
  async through<T>(work: () => Promise<T>, rank = 0, places = 1): Promise<T> {
    this.#entered += 1;
    if (this.#waiting.length === 0 && this.#free >= places) this.#free -= places;
    else await new Promise<void>((go) => this.#wait(rank, places, go));
    try {
      return await work();
    } finally {
      this.#free += places;
      this.#admit();
      this.#tellIfQuiet();
    }
  }

  /** Resolves once nothing has been under way for a moment and nobody waits for a place, or nobody wants to know it any more. */
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

  #wait(rank: number, places: number, go: () => void): void {
    const before = this.#waiting.findLastIndex((one) => one.rank <= rank);
    this.#waiting.splice(before + 1, 0, { rank, places, go });
  }

  /** Nobody who needs few places goes before one who needs several, or these would never be free together. */
  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.places <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.places;
      next.go();
    }
  }
}

/** What requests go through. */
export interface Room extends Pick<Gate, 'width' | 'through'>, Partial<Pick<Gate, 'quiet'>> {
  /** Whoever goes through holds places already, and must not wait for anybody who needs one. */
  readonly isHeld?: true;
}
