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

/** Target data for building requests. */
export interface Destination extends AuthSchemes {
  readonly spec: string;
  readonly baseUrl: string;
  readonly zone: string;
  readonly assertion: AssertionContract;
  readonly headers: Readonly<Record<string, string>>;
  readonly permission: Permission;
  /** Effects of the operations of the service. */
  readonly operations: DeclaredOperations;
  /** Harmless declared reads for health checks, the cheapest first. */
  readonly heartbeats: readonly {
    readonly path: string;
    readonly access: 'token' | 'public';
    readonly scheme?: string;
  }[];
}

/** Finished exchange: the request as it was sent, and its response or the failure. */
export interface FinishedExchange {
  readonly request: RequestTemplate;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly service: string;
  readonly spec: string;
  readonly address: string;
  readonly outcome: { readonly status: number; readonly answer: Json | undefined } | TransportFailure;
}

export type PendingExchange = Omit<FinishedExchange, 'outcome'>;

/** Records on disk what requests create and change. Implemented by `cleanup`. */
export interface WriteTracker {
  /** Called before a request is sent. Rejects with `not-sent` for a change of an existing resource that could not be restored. */
  readonly prepare: (exchange: PendingExchange, to: Destination) => Promise<void>;
  /** Wraps a request: a line on disk names the record that it may create until its response is read. */
  readonly around: <T>(exchange: PendingExchange, to: Destination, send: () => Promise<T>) => Promise<T>;
  /**
   * Called right before a planned request is sent: notes the fields that it writes to a singleton. The returned function notes those in the
   * response.
   */
  readonly noteWrite: (
    request: RequestTemplate,
    body: Buffer | undefined,
    to: Destination,
  ) => (status: number, answer: Buffer) => void;
  /** Called after the exchange: notes the created and deleted records. */
  readonly finish: (exchange: FinishedExchange, to: Destination) => void;
}

export interface SendOptions {
  /** Sends requests; `plain` sends those that Playwright would change. */
  readonly transport: Transport;
  readonly plain: Transport;
  readonly clock: () => number;
  readonly timeoutMs: number;
  /** Default: timers of the process. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Resolves when the rate limit of the target allows a request. Only needed for repeated requests: callers wait before the first one. */
  readonly pace?: () => Promise<void>;
  /** Notes what requests create and change; absent if the target is embedded. */
  readonly tracker?: WriteTracker;
  /** By address, filled on use; without it no request is held back. */
  readonly circuitBreakers?: Map<string, CircuitBreaker>;
  /** By service and version, filled on use; without it every gateway error counts as rare. */
  readonly retryBudgets?: Map<string, ServiceRetryBudgets>;
  /** Called when the circuit breaker of an address stops sending; `why` in words. */
  readonly stopped?: (address: string, why: string) => void;
}

/** Result of a step (unredacted), for the references of later steps. */
export interface StepResult {
  readonly answer: Json | undefined;
  readonly sent: Json | undefined;
  /** Cookies that the response set. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** The JWT that the step sent. */
  readonly assertion?: string;
  /** Path parameters as they were sent. */
  readonly path?: Readonly<Record<string, Json>>;
  /** Planned headers of the request, by name in lower case. */
  readonly sentHead?: Readonly<Record<string, string>>;
  /** Headers of the response, by name in lower case. */
  readonly head?: Readonly<Record<string, string>>;
  /** Absolute address in the Location header. */
  readonly location?: string;
  /** Address of the request. */
  readonly url?: string;
  /** Why the response has no usable ID, in words. */
  readonly unfit?: string;
  /** The step, once later steps may refer to it. */
  readonly by?: Step;
  /** Verifies whether the response names a record that the step did not create. Such a record must not be changed. */
  readonly isForeign?: (slots: Slots) => Promise<boolean>;
  /** Status of the response, or the failure. */
  readonly outcome?: number | TransportFailure;
}

export interface SentExchange {
  readonly exchange: Exchange;
  readonly result: StepResult;
  readonly response: WireResponse | undefined;
}

/** IDs of an exchange in the record. */
export interface ExchangeIds {
  readonly id: string;
  readonly group: string;
  readonly step: string;
}
