import type { ExchangeFailure, FailureKind } from './failure.ts';
import type { HeaderList } from './headers.ts';
import type { Json } from './json.ts';
import type { Onward } from './paging/model.ts';

/** Digests by which an answer says what its bytes are (RFC 9530), by the names of its registry that services use. */
export const DIGEST_NAMES = ['sha-256', 'sha-512', 'md5'] as const;
export type DigestName = (typeof DIGEST_NAMES)[number];

/** Names of algorithms in Node's crypto. */
export const ALGORITHM_OF: Readonly<Record<DigestName, string>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  md5: 'md5',
};

/**
 * One request and what came back, as recorded: already redacted, plain JSON, and all that a rule ever sees.
 */

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** What the assertion in it says, where tokens are held against what was asked for: `{ header, claims }`. */
  readonly decoded?: Json;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** Decoded as UTF-8; empty text where there was no content. */
  readonly body: string;
  /** Bytes of content as received (before redaction). */
  readonly bytes: number;
  /** The content is not UTF-8: `body` holds U+FFFD in place of what could not be read. */
  readonly utf8?: false;
  /** Where a secret that the run itself uses came back, before it was masked: `body`, `header x-debug`. */
  readonly secrets?: readonly string[];
  /** What a JWT in it says, where claims of one are judged: `{ header, claims }`. */
  readonly decoded?: Json;
  /**
   * What it would say if it left nothing out that its contract lets it leave out: of a create that shows nothing, what its Location names;
   * of a list of nothing, that list.
   */
  readonly meant?: Json;
  /** Digests of the bytes as they came, in base64, where they are compared. */
  readonly digests?: Readonly<Partial<Record<DigestName, string>>>;
  /** The body is a page of a long walk, of which only the uids of its records were kept: `judged` where all of it was looked at before. */
  readonly reduced?: 'judged' | 'unseen';
}

/** A token that was taken before, and is refused now. */
export interface RefusedToken {
  /** Seconds since it was granted. */
  readonly age: number;
  /** Seconds that it was said to live, where that was said. */
  readonly life?: number;
  /** Which of the calls with it this was. */
  readonly call: number;
}

/** An answer after which the request was sent again. */
export interface EarlierAnswer {
  readonly response: RecordedResponse;
  /** It refused the token. */
  readonly token?: RefusedToken;
}

export interface Exchange {
  /** `<case id>#<step>[.<n>]`, with the group's id in place of a case id for its setup, and `~2` behind it for a second trial; unique within a spec version. */
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  /** Group it was sent for. */
  readonly group: string;
  /** `<endpoint>/<operation>`; absent where no operation's rules apply. */
  readonly operation?: string;
  readonly step: string;
  /** After a walk: which page the last one calls this. */
  readonly onward?: Onward;
  /** The walk ends here because it goes no further, and not because the list does. */
  readonly cut?: true;
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse;
  readonly failure?: ExchangeFailure;
  /** Of a read after which the service was found stopped: the request that was sent last before. `twice`: again when nothing else was sent. */
  readonly after?: { readonly exchange: string; readonly request: string; readonly twice?: true };
  /** It was under way together with others that were sent at the same moment. */
  readonly together?: true;
  /** The run itself wrote to the list that is read here, or to what is in it, while its case was under way. */
  readonly crossed?: true;
  /** How many times it was sent, where more than once; the answer is the last one's. */
  readonly attempts?: number;
  /** The answers before the last one. */
  readonly earlier?: readonly EarlierAnswer[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
}

/** The exchanges of one case by step name (more than one for a burst or a walk), with the setup's under `setup.<name>`. */
export type CaseEvidence = Readonly<Record<string, readonly Exchange[]>>;

/**
 * Statuses by which an intermediary answers in place of a service, or a service while it is away: none of them says anything of the
 * request (RFC 9110 §15.6.3 to §15.6.5).
 */
export const AWAY: readonly number[] = [502, 503, 504];

export function isAway(response: { readonly status: number } | undefined): boolean {
  return response !== undefined && AWAY.includes(response.status);
}

const UNANSWERED: readonly (FailureKind | undefined)[] = ['refused', 'reset', 'timeout', 'unresolved', 'tls', 'proxy'];

/** Whether the service gave no response: nothing arrived, nothing was sent because it stopped, or an intermediary responded for it. */
export function isUnanswered({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isAway(response) || UNANSWERED.includes(failure?.kind) || failure?.why === 'stopped-answering';
}

/** Whether nobody of the service is seen to have answered: somebody did in its place, or the connection was lost, as an intermediary or a restart may lose it. */
export function isUnheard({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return isAway(response) || failure?.kind === 'reset';
}

/** How the steps of a group's setup are named beside those of a case: `setup.<name>`. */

const SETUP = 'setup.';

/** The positive control: the good request, which a case changes in one thing. */
export const CONTROL = 'control';
/** The same, as cases refer to it. */
export const CONTROL_STEP = ofSetup(CONTROL);

/** A step of the setup as cases refer to it. */
export function ofSetup(name: string): string {
  return `${SETUP}${name}`;
}

export function isOfSetup(step: string): boolean {
  return step.startsWith(SETUP);
}

/** The name that a step has where it stands. */
export function ownName(step: string): string {
  return isOfSetup(step) ? step.slice(SETUP.length) : step;
}

/** What the exchanges of a case are named by that was tried once more, because others may have written to the list that it reads, or the service was away; those of a setup that was made anew likewise. */

/** The case itself is the first, of a setup the group. */
export const FIRST_TRIAL = 1;

export function trialOf(first: string, trial: number): string {
  return trial === FIRST_TRIAL ? first : `${first}~${trial}`;
}

/** Of a trial, its reads once more: each of them was sent again right after it was answered. */
export function echoOf(trial: string): string {
  return `${trial}=`;
}

/** Methods that ask for nothing to be changed (RFC 9110 §9.2.1). */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafe(method: string): boolean {
  return SAFE.includes(method);
}

/** TRACE is safe too; but no contract declares it, and it is tried only where a service is asked for methods that it does not have. */
export function isRead(method: string): boolean {
  return method !== 'TRACE' && isSafe(method);
}
