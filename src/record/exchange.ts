/**
 * One request and what came back, as recorded: already redacted, plain JSON, and all that a rule ever sees.
 */
import type { DigestName } from './digests.ts';
import type { ExchangeFailure } from './failure.ts';
import type { HeaderList } from './headers.ts';
import type { Json } from './json.ts';
import type { Onward } from './paging/model.ts';

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
