/**
 * Circuit breaker: after 3 timeouts or 10 connection failures in a row it probes the service, then stops sending. A service that hangs
 * would cost a timeout for each remaining request.
 */
import type { FailureKind } from '../model/failure.ts';
import { notSentFailure, TransportFailure } from './transport.ts';

/** Consecutive timeouts before a probe. */
const MAX_TIMEOUTS = 3;
/** Consecutive connection failures before a probe. A service that rejects single requests this way causes fewer. */
const MAX_FAILURES = 10;

/** Milliseconds before each probe. A restart takes seconds. */
const PAUSES_MS = [0, 1000, 2000, 3000, 4000];

/** Failure kinds that show an unreachable service, except timeouts. */
const UNREACHABLE: readonly FailureKind[] = ['refused', 'unresolved', 'reset', 'tls', 'proxy'];

export function isUnreachable({ kind }: TransportFailure): boolean {
  return UNREACHABLE.includes(kind);
}

/** `away`: nothing was reached, or only a gateway. `silent`: no response in time. */
export type ServicePresence = 'there' | 'away' | 'silent';

export interface CircuitBreakerOptions {
  /** Sends one harmless request. `turn`: number of earlier probes, so that another request can be sent */
  readonly probe: (turn: number) => Promise<ServicePresence>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Called when the circuit breaker stops sending; `why` in words. */
  readonly stopped?: (why: string) => void;
}

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #timeouts = 0;
  #failures = 0;
  /** Gateway errors count only after the service has responded once. */
  #hasAnswered = false;
  #probing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** A circuit breaker that another process has opened already. */
  static ofSilent(): CircuitBreaker {
    const breaker = new CircuitBreaker({ probe: () => Promise.resolve('silent'), sleep: () => Promise.resolve() });
    breaker.#stopped = true;
    return breaker;
  }

  get hasStopped(): boolean {
    return this.#stopped;
  }

  /**
   * Sends unless the circuit breaker is open, and counts the result. `isAway`: whether a response comes from a gateway in place of the
   * service
   */
  async through<T>(send: () => Promise<T>, isAway: (answer: T) => boolean = () => false): Promise<T> {
    await this.#probing;
    if (this.#stopped) throw notSentFailure('stopped-answering');
    try {
      const answer = await send();
      if (isAway(answer)) {
        if (this.#hasAnswered) await this.#countFailure('it is answered in place of the service');
      } else {
        this.#hasAnswered = true;
        this.#reset();
      }
      return answer;
    } catch (error) {
      if (!(error instanceof TransportFailure) || error.kind === 'not-sent') throw error;
      if (error.kind === 'timeout') this.#timeouts += 1;
      else this.#timeouts = 0;
      if (error.kind === 'timeout' || isUnreachable(error)) await this.#countFailure(error.message);
      else this.#reset();
      throw error;
    }
  }

  /** Probes now and waits for a service that restarts. False if nothing more is sent. */
  async isThere(why: string): Promise<boolean> {
    if (!this.#stopped) await (this.#probing ??= this.#probe(why));
    return !this.#stopped;
  }

  #reset(): void {
    this.#timeouts = 0;
    this.#failures = 0;
  }

  async #countFailure(why: string): Promise<void> {
    this.#failures += 1;
    if ((this.#timeouts >= MAX_TIMEOUTS || this.#failures >= MAX_FAILURES) && !this.#stopped)
      this.#probing ??= this.#probe(why);
    await this.#probing;
  }

  async #probe(why: string): Promise<void> {
    this.#stopped = !(await this.#responds());
    this.#reset();
    this.#probing = undefined;
    if (this.#stopped) this.#options.stopped?.(why);
  }

  async #responds(): Promise<boolean> {
    for (const [turn, pause] of PAUSES_MS.entries()) {
      if (pause > 0) await this.#options.sleep(pause);
      const presence = await this.#options.probe(turn);
      // More probes of a silent service would cost more timeouts.
      if (presence !== 'away') return presence === 'there';
    }
    return false;
  }
}
