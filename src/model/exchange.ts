import type { ExchangeFailure, FailureKind } from './failure.ts';
import type { HeaderList } from './headers.ts';
import type { Json } from './json.ts';
import type { OtherPageLink } from './paging/model.ts';

/** Digest algorithms (RFC 9530) by their registered names, as far as services use them. */
export const DIGEST_NAMES = ['sha-256', 'sha-512', 'md5'] as const;
export type DigestName = (typeof DIGEST_NAMES)[number];

/** Names of algorithms in Node's crypto. */
export const DIGEST_ALGORITHMS: Readonly<Record<DigestName, string>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  md5: 'md5',
};

/** One request and its response as recorded: masked, plain JSON, and the only input of rules. */

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** Decoded client assertion, for rules that compare tokens with requests: `{ header, claims }`. */
  readonly decoded?: Json;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** Decoded as UTF-8; empty without content. */
  readonly body: string;
  /** Bytes of content as received (before redaction). */
  readonly bytes: number;
  /** The content is not UTF-8: `body` contains U+FFFD in place of invalid bytes. */
  readonly utf8?: false;
  /** Places of a secret of this run in the response, found before masking: `body`, `header x-debug`. */
  readonly secrets?: readonly string[];
  /** Decoded JWT, for rules that judge its claims: `{ header, claims }`. */
  readonly decoded?: Json;
  /** The equivalent body if the response omits it: the record that Location names (create) or an empty list (list). */
  readonly meant?: Json;
  /** Digests of the bytes as received, in base64, if a rule compares them. */
  readonly digests?: Readonly<Partial<Record<DigestName, string>>>;
  /** The body is a page that was reduced to the ids of its records. `judged`: passive rules saw the whole body. */
  readonly reduced?: 'judged' | 'unseen';
}

/** A token that was accepted before and is rejected now. */
export interface RejectedToken {
  /** Seconds since it was issued. */
  readonly age: number;
  /** Declared lifetime in seconds, if any. */
  readonly life?: number;
  /** Number of the call with this token. */
  readonly call: number;
}

/** A response before a retry. */
export interface EarlierResponse {
  readonly response: RecordedResponse;
  /** Set if the response rejected the token. */
  readonly token?: RejectedToken;
}

export interface Exchange {
  /**
   * `<case id>#<step>[.<n>]`; for a setup with the group id in place of the case id; with `~2` for a second attempt.
   * Unique within a spec version.
   */
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  /** The group that the request belongs to. */
  readonly group: string;
  /** `<endpoint>/<operation>`; absent if the rules of no operation apply. */
  readonly operation?: string;
  readonly step: string;
  /** The page that the last page of the traversal links to by this relation. */
  readonly onward?: OtherPageLink;
  /** The traversal stops here before the end of the list. */
  readonly cut?: true;
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse;
  readonly failure?: ExchangeFailure;
  /** The last request before a read that found the service stopped. `twice`: it stopped again without other requests. */
  readonly after?: { readonly exchange: string; readonly request: string; readonly twice?: true };
  /** The request overlapped with others that were sent at the same moment. */
  readonly together?: true;
  /** This run changed the list or its records while the case was running. */
  readonly crossed?: true;
  /** Number of attempts if more than one; the response is the last one. */
  readonly attempts?: number;
  /** The responses before the last one. */
  readonly earlier?: readonly EarlierResponse[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
}

/**
 * The exchanges of one case by step name (several for a burst or a traversal); setup steps are under `setup.<name>`.
 */
export type CaseEvidence = Readonly<Record<string, readonly Exchange[]>>;

/** Statuses of a gateway or an unavailable service, for any request (RFC 9110 §15.6.3 to §15.6.5). */
export const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504];

export function isUnavailable(response: { readonly status: number } | undefined): boolean {
  return response !== undefined && UNAVAILABLE_STATUSES.includes(response.status);
}

const UNANSWERED: readonly (FailureKind | undefined)[] = ['refused', 'reset', 'timeout', 'unresolved', 'tls', 'proxy'];

/** True if the service gave no response: a failed connection, an unsent request after a stop, or an intermediary. */
export function isUnanswered({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isUnavailable(response) || UNANSWERED.includes(failure?.kind) || failure?.why === 'stopped-answering';
}

/**
 * True if the service itself gave no response: an intermediary responded, or the connection was lost, as in a restart.
 */
export function isUnansweredByService({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isUnavailable(response) || failure?.kind === 'reset';
}

/** Prefix of setup steps in the evidence of a case. */

const SETUP = 'setup.';

/** The baseline request, which is valid; a case changes one thing in it. */
export const BASELINE = 'control';
export const BASELINE_STEP = setupStep(BASELINE);

export function setupStep(name: string): string {
  return `${SETUP}${name}`;
}

export function isSetupStep(step: string): boolean {
  return step.startsWith(SETUP);
}

/** The step name without the prefix of its setup. */
export function stepName(step: string): string {
  return isSetupStep(step) ? step.slice(SETUP.length) : step;
}

/**
 * Ids of retried cases and setups, because other clients may have written to the list or the service was unavailable.
 */

/** Number of the first attempt of a case or setup. */
export const FIRST_ATTEMPT = 1;

export function attemptId(first: string, trial: number): string {
  return trial === FIRST_ATTEMPT ? first : `${first}~${trial}`;
}

/** Id of the case, setup or attempt of an exchange: the part before the step, whose name contains no `#`. */
export function caseIdOf(exchange: string): string {
  const end = exchange.lastIndexOf('#');
  return end === -1 ? exchange : exchange.slice(0, end);
}

/** Id of the repeated reads of an attempt: each was sent again right after its response. */
export function repeatedReadsId(trial: string): string {
  return `${trial}=`;
}

/** Methods that ask for nothing to be changed (RFC 9110 §9.2.1). */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafeMethod(method: string): boolean {
  return SAFE.includes(method);
}

/** TRACE is safe too, but contracts cannot declare it; it is only sent as an unsupported method. */
export function isReadMethod(method: string): boolean {
  return method !== 'TRACE' && isSafeMethod(method);
}
