/** Why there is no answer: closed lists, so that nobody has to read a message to know. */

/**
 * The first group is about reaching the target, or about what this client does not read or send (never the target's
 * fault); the second is what a target did on a connection that stood.
 */
export const FAILURES = [
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
export type FailureKind = (typeof FAILURES)[number];

/** What a target did on a connection that stood: that it did is judged by itself. */
const OF_TARGET: ReadonlySet<string> = new Set<FailureKind>(['reset', 'truncated', 'protocol']);

export function isOfTarget(kind: string | undefined): boolean {
  return kind !== undefined && OF_TARGET.has(kind);
}

/**
 * Why a request was not sent, with the words for it where they are always the same.
 *
 * Of the target and of the kind of its tokens: nothing is asked of a service that has no such thing. Of this run: what it
 * may not or cannot send. Of the service: what went wrong before.
 */
export const NOT_SENT = {
  /** The step acts for a party, or carries a token, that the target does not name. */
  'no-party': 'the target names no such party',
  /** Likewise, and it names nobody at all. */
  'no-sign-in':
    'the target does not say how to sign in: it has no identityProvider, client, bearer or credentials for this service',
  /** It is about a record that no operation makes, and the target names none. */
  'no-record': undefined,
  /** The transport cannot put it on the wire. */
  'not-carried': 'the transport of this run cannot carry such a request',
  /** Neither the contract nor this run made what it would replace or remove. */
  'not-ours':
    'it would replace or remove what others may have stored: only a target that is disposable gets such a request',
  /** It is about the scheme of a token that stands in its header without one. */
  'no-scheme': 'the token of this service has no scheme',
  /** It would send a part of a key that would be too short to be found again, and masked. */
  'short-key': 'it is so short that a part of it could not be kept from the report',
  /** It would write what has no letters in other capitals. */
  'no-letters': 'it has no letters that could be written in other capitals',
  /** It would spoil an access token in a way in which this service's tokens cannot be spoilt. */
  'no-jwt': 'the access tokens of this service are no JWTs',
  'no-audience': 'the access tokens of this service do not name an audience of their own',
  'no-issuer': 'the access tokens of this service are not made by the identity provider of the sign-in',
  'no-profile':
    'the access tokens of this service are not of the JWT profile, which alone demands one issuer (RFC 9068)',
  /** It would show another token than the usual one. */
  'one-token': 'there is one token alone, or the same is given to whoever asks again',
  /** The address let too many requests wait in vain. */
  'stopped-answering': 'the service stopped answering',
  /** The identity provider let too many requests wait in vain, or gives no token. */
  'no-token': undefined,
  /** The target gives no address for it, or an answer leads to somebody else's. */
  'no-address': undefined,
  /** The guard of what may be sent stands against it. */
  'not-allowed': undefined,
  /** An answer before it lacked what it needs. */
  lacking: undefined,
  /** What was accepted before may have changed what it would be tried on. */
  spoiled: undefined,
  /** A value that no header can carry, or another reason of this client. */
  unsendable: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type NotSent = keyof typeof NOT_SENT;

export interface ExchangeFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Of a request that was not sent. */
  readonly why?: NotSent;
  /** Of a step that was not sent: the step whose answer lacked what it needs. */
  readonly lacks?: string;
}
