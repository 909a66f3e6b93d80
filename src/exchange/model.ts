/**
 * One request and what came back, as recorded: already redacted, plain JSON, and all that a rule ever sees.
 */

/** Header names in lower case, in the order received; a name that came twice stands twice. */
export type HeaderList = readonly (readonly [string, string])[];

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
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
  /** The body is a page of a long walk, of which only the uids of its records were kept. */
  readonly reduced?: true;
}

/**
 * Why there is no response. The first group is about reaching the target, or about what this client does not read (never
 * the target's fault); the second is what a target did on a connection that stood.
 */
export const FAILURES = [
  'refused',
  'unresolved',
  'timeout',
  'tls',
  'not-sent',
  'unread',
  'reset',
  'truncated',
  'protocol',
] as const;
export type FailureKind = (typeof FAILURES)[number];

export interface ExchangeFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Of a step that was not sent: the step whose answer lacked what it needs. */
  readonly lacks?: string;
}

export interface Exchange {
  /** `<case id>#<step>[.<n>]`, with `setup` in place of a case id for a group's setup; unique within a spec version. */
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  /** Group it was sent for. */
  readonly group: string;
  /** `<endpoint>/<operation>`; absent where no operation's rules apply. */
  readonly operation?: string;
  readonly step: string;
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse;
  readonly failure?: ExchangeFailure;
  /** How many times it was sent, where more than once; the answer is the last one's. */
  readonly attempts?: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
}

/** The exchanges of one case by step name (more than one for a burst or a walk), with the setup's under `setup.<name>`. */
export type CaseEvidence = Readonly<Record<string, readonly Exchange[]>>;

/** Message of the `not-sent` failure of a step that acts for a party which the target does not name. */
export const NO_SUCH_PARTY = 'the target names no such party';

/** Message of the `not-sent` failure of a step that the transport of this run cannot put on the wire. */
export const NOT_CARRIED = 'the transport of this run cannot carry such a request';

/** Messages of the `not-sent` failures of steps that spoil an access token in a way that this service's tokens cannot be spoilt in. */
export const NO_JWT = 'the access tokens of this service are no JWTs';
export const NO_AUDIENCE = 'the access tokens of this service do not name an audience of their own';
export const NO_PROFILE =
  'the access tokens of this service are not of the JWT profile, which alone demands one issuer (RFC 9068)';

/** Message of the `not-sent` failure of what was left to send when the service no longer answered anything in time. */
export const STOPPED_ANSWERING = 'the service stopped answering';

/** Message of the `not-sent` failure of a step that would replace or remove what this run did not make. */
export const NOT_OURS =
  'it would replace or remove what others may have stored: only a target that is disposable gets such a request';

/** Message of the `not-sent` failure of a step about the scheme of a token that stands in its header without one. */
export const NO_SCHEME = 'the token of this service has no scheme';
