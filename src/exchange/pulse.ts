/**
 * Whether an address still answers. A service that hangs would cost its whole time-out for each request that is left:
 * hours of a long run, for nothing that was not known after the first minute.
 */
import { notSent, TransportFailure } from './transport.ts';

/** Time-outs in a row, with nothing answered in between, after which the address is asked whether it is there at all. */
const MOST_SILENT = 3;

export class Pulse {
  readonly #isThere: () => Promise<boolean>;
  #silent = 0;
  #question: Promise<void> | undefined;
  #stopped: boolean;

  /** `isThere` sends one harmless request, and tells whether anything came back in time; `stopped`: nothing does, as others have found. */
  constructor(isThere: () => Promise<boolean>, stopped = false) {
    this.#isThere = isThere;
    this.#stopped = stopped;
  }

  get hasStopped(): boolean {
    return this.#stopped;
  }

  /** Sends, unless the address has stopped answering; what comes of it is counted. */
  async through<T>(send: () => Promise<T>): Promise<T> {
    await this.#question;
    if (this.#stopped) throw notSent('stopped-answering');
    try {
      const answer = await send();
      this.#silent = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof TransportFailure) || error.kind === 'not-sent') throw error;
      // Even a refusal is an answer of somebody's, and costs no time.
      if (error.kind === 'timeout') await this.#missed();
      else this.#silent = 0;
      throw error;
    }
  }

  async #missed(): Promise<void> {
    this.#silent += 1;
    if (this.#silent >= MOST_SILENT && !this.#stopped) this.#question ??= this.#ask();
    await this.#question;
  }

  async #ask(): Promise<void> {
    this.#stopped = !(await this.#isThere());
    this.#silent = 0;
    this.#question = undefined;
  }
}
