/** The types that sending, retry, pagination and cleanup share. */
import type { RequestTemplate, Step } from '../plan/model.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Json } from '../model/json.ts';
import type { AuthSchemes } from './auth-schemes.ts';
import type { DeclaredOperations } from './declared-operations.ts';
import type { Permission } from './request-policy.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Slots } from './rate-limit.ts';
import type { ServiceRetryBudgets } from './retry.ts';
import type { AssertionContract } from './tokens.ts';
import type { Transport, TransportFailure, WireResponse } from './transport.ts';

/** What is known of the target while its requests are built. */
export interface Destination extends AuthSchemes {
  readonly spec: string;
  readonly baseUrl: string;
  readonly zone: string;
  readonly assertion: AssertionContract;
  readonly headers: Readonly<Record<string, string>>;
  readonly permission: Permission;
  /** What its operations do to what is stored. */
  readonly catalogue: DeclaredOperations;
  /** What is asked, and harmlessly, to learn whether the service is there: declared reads, the cheapest first. */
  readonly heartbeats: readonly { readonly path: string; readonly access: 'token' | 'public'; readonly way?: string }[];
}

/** A finished exchange: the request as it was sent, and its response or the reason why there is none. */
export interface DoneExchange {
  readonly request: RequestTemplate;
  /** Path parameters as they were sent. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly service: string;
  readonly spec: string;
  readonly address: string;
  readonly outcome: { readonly status: number; readonly answer: Json | undefined } | TransportFailure;
}

export type UnansweredExchange = Omit<DoneExchange, 'outcome'>;

/** Notes on disk what requests create and change. Implemented by `cleanup`. */
export interface WriteTracker {
  /** Before a request is sent. Rejects with `not-sent` for a change of something that existed before the run and could not be restored. */
  readonly prepare: (exchange: UnansweredExchange, to: Destination) => Promise<void>;
  /** Around a request: until its response is read, a line on disk says what it may have created. */
  readonly around: <T>(exchange: UnansweredExchange, to: Destination, send: () => Promise<T>) => Promise<T>;
  /** Right before a planned request is sent: notes what it writes to a singleton. Returns what notes how the response shows it. */
  readonly noteWrite: (
    request: RequestTemplate,
    body: Buffer | undefined,
    to: Destination,
  ) => (status: number, answer: Buffer) => void;
  /** After the exchange: notes the created and deleted records. */
  readonly finish: (exchange: DoneExchange, to: Destination) => void;
}

export interface SendOptions {
  /** What carries requests, and what carries those that Playwright would change on the way. */
  readonly transport: Transport;
  readonly plain: Transport;
  readonly clock: () => number;
  readonly timeoutMs: number;
  /** Waits so many milliseconds where a service asks for it; by the clock of the machine, unless time is not its. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Resolves when a request may be sent, where the target limits their rate. Whoever calls has waited for the first one. */
  readonly pace?: () => Promise<void>;
  /** Notes what requests create and change; absent where nothing outlives the run. */
  readonly tracker?: WriteTracker;
  /** By address, filled as addresses are used; without it every request is sent, however many of them hang. */
  readonly circuitBreakers?: Map<string, CircuitBreaker>;
  /** By service and version, filled as they are asked; without it every answer that says that a service is away is one of few. */
  readonly retryBudgets?: Map<string, ServiceRetryBudgets>;
  /** Told of an address to which nothing more is sent; `why` in words. */
  readonly stopped?: (address: string, why: string) => void;
}

/** The live answer of a step (unredacted), for the references of later steps. */
export interface Live {
  readonly answer: Json | undefined;
  readonly sent: Json | undefined;
  /** Cookies that it was given. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** The JWT that it sent. */
  readonly assertion?: string;
  /** What its path was filled with. */
  readonly path?: Readonly<Record<string, Json>>;
  /** What was planned of the head that it sent, by names in lower case. */
  readonly sentHead?: Readonly<Record<string, string>>;
  /** Its head, by names in lower case. */
  readonly head?: Readonly<Record<string, string>>;
  /** Where its Location leads, as an absolute address. */
  readonly location?: string;
  /** Where it was sent. */
  readonly url?: string;
  /** What it brought where the identifier is due, in words, where that is none that later steps could refer to. */
  readonly unfit?: string;
  /** The step that it is the answer to, once others may refer to it. */
  readonly by?: Step;
  /** Asks whether what it was answered with names a record that it did not make: nothing may be done to that. */
  readonly isForeign?: (slots: Slots) => Promise<boolean>;
  /** What became of it, for those who needed something of it: a status, or why there is none. */
  readonly outcome?: number | TransportFailure;
}

export interface SentExchange {
  readonly exchange: Exchange;
  readonly live: Live;
  readonly response: WireResponse | undefined;
}

/** What identifies an exchange in the record. */
export interface ExchangeName {
  readonly id: string;
  readonly group: string;
  readonly step: string;
}
