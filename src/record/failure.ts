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
