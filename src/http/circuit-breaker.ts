/**
 * Circuit breaker: after 3 timeouts or 10 connection failures in a row it probes the service, then stops sending. A service that hangs
 * would cost a timeout for each remaining request.
 */
import type { FailureKind } from '../model/failure.ts';
import { notSent, TransportFailure } from './transport.ts';

/** Consecutive timeouts before a probe. */
const MOST_SILENT = 3;
/** Consecutive connection failures before a probe. A service that rejects single requests this way causes fewer. */
const MOST_MISSED = 10;

/** Milliseconds before each probe. A restart takes seconds. */
const PAUSES_MS = [0, 1000, 2000, 3000, 4000];

/** Failure kinds that show an unreachable service, except timeouts. */
const MISSED: readonly FailureKind[] = ['refused', 'unresolved', 'reset', 'tls', 'proxy'];

export function isUnreachable({ kind }: TransportFailure): boolean {
  return MISSED.includes(kind);
}

/** `away`: nothing was reached, or only a gateway. `silent`: no response in time. */
export type Presence = 'there' | 'away' | 'silent';

export interface PulseOptions {
  /** Sends one harmless request. @param turn number of earlier probes, so that another request can be sent */
  readonly presence: (turn: number) => Promise<Presence>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Called when the circuit breaker stops sending; `why` in words. */
  readonly stopped?: (why: string) => void;
}

export class CircuitBreaker {
  readonly #options: PulseOptions;
  #silent = 0;
  #missed = 0;
  /** Gateway errors count only after the service has responded once. */
  #hasAnswered = false;
  #question: Promise<void> | undefined;
  #stopped = false;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  /** A circuit breaker that another process has opened already. */
  static ofSilent(): CircuitBreaker {
    const pulse = new CircuitBreaker({ presence: () => Promise.resolve('silent'), sleep: () => Promise.resolve() });
    pulse.#stopped = true;
    return pulse;
  }

  get hasStopped(): boolean {
    return this.#stopped;
  }

  /**
   * Sends unless the circuit breaker is open, and counts the result. @param isAway whether a response comes from a gateway in place of the
   * service
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

  /** Probes now and waits for a service that restarts. False if nothing more is sent. */
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
      // More probes of a silent service would cost more timeouts.
      if (presence !== 'away') return presence === 'there';
    }
    return false;
  }
}
