/**
 * Whether an address is still there. One that hangs would cost its whole time-out for each request that is left, and of one that refuses every
 * connection, or has a gateway answer for it, nothing is learned by thousands of them: it is asked a few times more, and then left alone.
 */
import type { FailureKind } from '../model/failure.ts';
import { notSent, TransportFailure } from './transport.ts';

/** Time-outs in a row, with nothing answered in between, after which the address is asked whether it is there at all. */
const MOST_SILENT = 3;
/** Likewise of whatever shows that nobody is there, and costs no time: what a service does to single requests is fewer in a row. */
const MOST_MISSED = 10;

/** Milliseconds before each question: a restart takes seconds, and is waited for. */
const PAUSES_MS = [0, 1000, 2000, 3000, 4000];

/** What says that nobody is there, a time-out aside. */
const MISSED: readonly FailureKind[] = ['refused', 'unresolved', 'reset', 'tls', 'proxy'];

/** Whether nobody was reached. */
export function isUnreachable({ kind }: TransportFailure): boolean {
  return MISSED.includes(kind);
}

/** `away`: nobody was reached, or only who answers in place of the service. `silent`: nothing came in time. */
export type Presence = 'there' | 'away' | 'silent';

export interface PulseOptions {
  /** Sends one harmless request. @param turn how often it was asked before, so that another one can be sent */
  readonly presence: (turn: number) => Promise<Presence>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Nothing more is sent there; `why` in words. */
  readonly stopped?: (why: string) => void;
}

export class CircuitBreaker {
  readonly #options: PulseOptions;
  #silent = 0;
  #missed = 0;
  /** A gateway that has never let anything through says nothing of how it is now. */
  #hasAnswered = false;
  #question: Promise<void> | undefined;
  #stopped = false;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  /** One that does not answer any more, as others have found. */
  static ofSilent(): CircuitBreaker {
    const pulse = new CircuitBreaker({ presence: () => Promise.resolve('silent'), sleep: () => Promise.resolve() });
    pulse.#stopped = true;
    return pulse;
  }

  get hasStopped(): boolean {
    return this.#stopped;
  }

  /**
   * Sends, unless the address has stopped answering; what comes of it is counted.
   * @param isAway whether an answer is that of somebody who stands in for the service while it is away
   */
  async through<T>(send: () => Promise<T>, isAway: (answer: T) => boolean = () => false): Promise<T> {
    await this.#question;
    if (this.#stopped) throw notSent('stopped-answering');
    try {
      const answer = await send();
      if (isAway(answer)) {
        if (this.#hasAnswered) await this.#miss('it is answered in place of the service');
      } else {
        this.#hasAnswered = true;
        this.#heard();
      }
      return answer;
    } catch (error) {
      if (!(error instanceof TransportFailure) || error.kind === 'not-sent') throw error;
      if (error.kind === 'timeout') this.#silent += 1;
      else this.#silent = 0;
      if (error.kind === 'timeout' || isUnreachable(error)) await this.#miss(error.message);
      else this.#heard();
      throw error;
    }
  }

  /** Asks now, whatever came before, and waits for a service that restarts. False: nothing more is sent there. */
  async isThere(why: string): Promise<boolean> {
    if (!this.#stopped) await (this.#question ??= this.#ask(why));
    return !this.#stopped;
  }

  #heard(): void {
    this.#silent = 0;
    this.#missed = 0;
  }

  async #miss(why: string): Promise<void> {
    this.#missed += 1;
    if ((this.#silent >= MOST_SILENT || this.#missed >= MOST_MISSED) && !this.#stopped)
      this.#question ??= this.#ask(why);
    await this.#question;
  }

  async #ask(why: string): Promise<void> {
    this.#stopped = !(await this.#isThere());
    this.#heard();
    this.#question = undefined;
    if (this.#stopped) this.#options.stopped?.(why);
  }

  async #isThere(): Promise<boolean> {
    for (const [turn, pause] of PAUSES_MS.entries()) {
      if (pause > 0) await this.#options.sleep(pause);
      const presence = await this.#options.presence(turn);
      // Each further question would cost its time-out again.
      if (presence !== 'away') return presence === 'there';
    }
    return false;
  }
}
