/** The types that sending, retry, pagination and cleanup share. */
import type { RequestTemplate, Step } from '../plan/model.ts';
import type { Exchange, RecordedResponse } from '../record/exchange.ts';
import type { Json } from '../record/json.ts';
import type { AuthSchemes } from './credentials.ts';
import type { DeclaredOperations, Id } from './declared-operations.ts';
import type { Permission } from './guard.ts';
import type { DoneExchange, KindOfRecord, Ledger } from './ledger.ts';
import type { Pulse } from './pulse.ts';
import type { Slots } from './semaphore.ts';
import type { StraysOfService } from './strays.ts';
import type { AssertionContract } from './tokens.ts';
import type { Transport, TransportFailure, WireResponse } from './transport.ts';

/** The IDs of records that existed before the run. */
export interface ExistingIds {
  /** Before a request that may create records: reads the list that shows such records, once for each endpoint. */
  readonly readBefore: (request: RequestTemplate, to: Destination) => Promise<void>;
  readonly has: (kind: KindOfRecord, id: Id) => boolean;
  /** Whether the list of an endpoint shows one of the records that the run just created. */
  readonly showsNew: (
    request: RequestTemplate,
    to: Destination,
    of: KindOfRecord,
    ids: readonly Id[],
  ) => Promise<boolean>;
  /** IDs that a list shows now, did not show before, and that no create of the run returned. */
  readonly unaccounted: () => Promise<readonly (KindOfRecord & { readonly id: string })[]>;
  /** The test data of a service was cleared: IDs may be given out again. */
  readonly forget: () => void;
}

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
  /** Where it is written down what is made; absent where that does not outlive the run. */
  readonly ledger?: Ledger;
  /** What existed before the run; absent where nothing outlives it. */
  readonly existing?: ExistingIds;
  /** Rejects with `not-sent` for a request that would change what existed before the run and could not be restored. */
  readonly protect?: (request: RequestTemplate, parameters: DoneExchange['parameters']) => Promise<void>;
  /** By address, filled as addresses are used; without it every request is sent, however many of them hang. */
  readonly pulses?: Map<string, Pulse>;
  /** By service and version, filled as they are asked; without it every answer that says that a service is away is one of few. */
  readonly strays?: Map<string, StraysOfService>;
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
  readonly isAnothers?: (slots: Slots) => Promise<boolean>;
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

/** Finds what was kept of an answer that came before, byte by byte, and need not be read again. */
export type Recall = (response: WireResponse) => Pick<RecordedResponse, 'body' | 'reduced'> | undefined;
