/** Shows how far a run is: one line that is rewritten on a terminal, a line every few seconds elsewhere. */

const EVERY_MS = 4000;

export class Progress {
  readonly #what: string;
  readonly #total: number;
  readonly #stream: NodeJS.WriteStream;
  #done = 0;
  #shown = 0;

  constructor(what: string, total: number, stream: NodeJS.WriteStream) {
    this.#what = what;
    this.#total = total;
    this.#stream = stream;
  }

  step(detail: string): void {
    this.#done += 1;
    const now = Date.now();
    const wait = this.#stream.isTTY ? 100 : EVERY_MS;
    if (now - this.#shown < wait && this.#done < this.#total) return;
    this.#shown = now;
    const percent = Math.floor((100 * this.#done) / Math.max(1, this.#total));
    const line = `  ${this.#what} ${this.#done} of ${this.#total} groups (${percent} %)  ${detail}`;
    if (this.#stream.isTTY) this.#stream.write(`\r\u001B[2K${line.slice(0, (this.#stream.columns || 100) - 1)}`);
    else this.#stream.write(`${line}\n`);
  }

  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[2K');
  }
}
