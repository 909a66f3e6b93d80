/** Reasons for a missing response, as closed lists, so that code does not parse messages. */

/**
 * The first group is about reaching the target, or limits of this client (never a fault of the target). The second is a
 * fault of the target on an open connection.
 */
export const FAILURE_KINDS = [
  'refused',
  'unresolved',
  'timeout',
  'tls',
  'proxy',
  'not-sent',
  'unread',
  'reset',
  'truncated',
  'protocol',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Faults of the target on an open connection, which have their own rule. */
const OF_TARGET: ReadonlySet<string> = new Set<FailureKind>(['reset', 'truncated', 'protocol']);

export function isTargetFault(kind: string | undefined): boolean {
  return kind !== undefined && OF_TARGET.has(kind);
}

/**
 * Reasons why a request was not sent, with the text if it is fixed. Some depend on the target and its tokens, some on
 * the limits of this run, and some on an earlier failure of the service.
 */
export const NOT_SENT_REASONS = {
  /** The step uses a caller or token that the target does not define. */
  'no-party': 'the target has no credentials for this party',
  /** The target defines no caller at all. */
  'no-sign-in':
    'the target does not define how to sign in: it has no identityProvider, client, bearer or credentials for this service',
  /** It needs a record that no operation creates and the target does not name. */
  'no-record': undefined,
  /** The transport cannot send the request. */
  'not-carried': 'the transport of this run cannot send such a request',
  /** It would replace or delete a record that neither the contract nor this run created. */
  'not-ours': 'the request could replace or delete data of other clients: it is sent only to disposable targets',
  /** It changes the scheme of a token that has no scheme. */
  'no-scheme': 'the token of this service has no scheme',
  /** It would send a part of a key that is too short to be masked. */
  'short-key': 'the key is too short: a part of it could not be masked in the report',
  /** It would change the case of a text without letters. */
  'no-letters': 'the value has no letters whose case could be changed',
  /** It needs a kind of access token that this service does not have. */
  'no-jwt': 'the access tokens of this service are not JWTs',
  'no-audience': 'the access tokens of this service do not have their own audience',
  'no-issuer': 'the access tokens of this service are not issued by the identity provider of the sign-in',
  'no-profile':
    'the access tokens of this service do not follow the JWT profile (RFC 9068), and only that profile requires a fixed issuer',
  /** It needs a second token. */
  'one-token': 'only one token is available, or a second request returns the same token',
  /** The circuit breaker of the service is open. */
  'stopped-answering': 'the service stopped responding',
  /** The circuit breaker of the identity provider is open, or it issues no token. */
  'no-token': undefined,
  /** The target has no address for it, or a response links to another host. */
  'no-address': undefined,
  /** The request policy of the run forbids it. */
  'not-allowed': undefined,
  /** An earlier response lacked a required value. */
  lacking: undefined,
  /** An earlier accepted request may have changed the record under test. */
  spoiled: undefined,
  /** A header value is invalid, or another limit of this client. */
  unsendable: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type NotSentReason = keyof typeof NOT_SENT_REASONS;

export interface ExchangeFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Reason for a request that was not sent. */
  readonly why?: NotSentReason;
  /** For a step that was not sent: the step whose response lacked a required value. */
  readonly lacks?: string;
}
