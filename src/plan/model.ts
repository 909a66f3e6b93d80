/**
 * The plan: every request and check, as data. It has no run id, time, address or secret: directives (`Value`) represent
 * these until `src/http` sends the request. Equal inputs give equal plans, byte for byte; `planHash` is the
 * fingerprint.
 */
import type { DigestName } from '../model/exchange.ts';
import type { Success } from '../model/success.ts';
import type { Json } from '../model/json.ts';
import type { PageStyle } from '../model/paging/model.ts';
import type {
  Base,
  Basis,
  EndpointContract,
  Field,
  FilePart,
  Form,
  Level,
  Operation,
  OperationKind,
  Position,
  Signature,
  MalformedJwtForm,
} from '../load/model.ts';

export type { Json, Position };

/**
 * A body or parameter. An object with exactly one property whose name starts with `$` is a directive.
 *
 * - `{$unique: n}`: n characters from [a-z0-9], unique in every run, case and place.
 * - `{$unique: 'a-***-##'}`: the text with such a character for each asterisk, and a digit for each number sign.
 * - `{$digits: n}`, `{$integer: {from, to}}`, `{$uuid: true}`: unique digits, number or UUID.
 * - `{$today: d}`: the target's calendar date, d days from today.
 * - `{$ref: 'step#/pointer'}`: a value from the response to an earlier step of the case or setup.
 * - `{$header: 'step#name'}`: a response header of an earlier step.
 * - `{$record: 'endpoint#/pointer'}`: a field of the existing record that the target names.
 * - `{$sent: 'step#/pointer'}`: a value from the JSON body of an earlier step; `{$sent: 'step#name'}`: a request header.
 * - `{$path: 'step#name'}`: a path value of an earlier step; `#name`: a path value of this request.
 * - `{$cookie: 'step#name'}`: a cookie from the response to an earlier step, as `name=value`.
 * - `{$kept: 'step#/pointer'}`: only when a resource is restored: its value before the run, or null.
 * - `{$each: 'step#/pointer'}`: only in cleanup: one request for every value at the pointer (with `*`).
 * - `{$repeat: {times, item}}`: an array of `times` copies, each with its own unique values.
 * - `{$dateUnique: 'YYYY-MM-DD'}`: a date on or after that one, unique in a run.
 * - `{$dateSeries: 'YYYY-MM-DD'}`: the date plus as many days as the copy's index in its `$repeat`.
 * - `{$now: s}`: seconds since the epoch, s seconds from now. `{$setting: name}`: a setting of the target's identity provider.
 * - `{$joined: [values]}`: their texts, concatenated. `{$sum: [values]}`: their sum.
 * - `{$letters: value}`: its text with swapped case. `{$slash: value}`: its text with a final slash added or removed.
 * - `{$assertion: true}`: the JWT of a token request (see `AssertionTemplate`).
 */
export type Value = Json;

/** Forged access tokens. */
export const FORGED_TOKENS = [
  'garbage',
  'other-key',
  'own-key',
  'alg-none',
  'alg-spelling',
  'hs256-public-key',
  'tampered',
  'signature-removed',
] as const;
export type ForgedToken = (typeof FORGED_TOKENS)[number];

/** Faults of the access token; scripts/docs/case-terms.ts describes each. */
export type TokenFault =
  | ForgedToken
  | 'other-audience'
  | 'assertion'
  | 'expired'
  | 'notYetValid'
  | 'otherIssuer'
  | 'wrong-header'
  | 'in-query'
  | 'doubled'
  | 'scheme-lower'
  | 'scheme-upper';

/** Faults of other credentials, and of their place in a request; see `src/http/auth-schemes.ts`. */
export const CREDENTIAL_FAULTS = [
  'in-header',
  'in-cookie',
  'other-scheme',
  'scheme-absent',
  'wrong-key',
  'shorter-key',
  'longer-key',
  'key-in-capitals',
  'unknown-user',
  'wrong-password',
  'no-password',
  'password-in-capitals',
  'no-colon',
  'not-base64',
  'unknown-client',
  'wrong-secret',
  'no-secret',
  'secret-in-query',
] as const;
export type CredentialFault = (typeof CREDENTIAL_FAULTS)[number];

/** The caller of a request. `good` is the run's own client; `renewed` uses a newly requested token. */
export type Auth = (
  | { readonly kind: 'good'; readonly renewed?: true }
  | { readonly kind: 'none' }
  /** Another client of the target: by its name, otherwise the one named `other`. */
  | { readonly kind: 'other'; readonly party?: string }
  | { readonly kind: 'fault'; readonly fault: TokenFault | CredentialFault }
) & {
  /** Name of the auth scheme; absent: the default of the service. */
  readonly scheme?: string;
};

export type Body =
  | {
      readonly kind: 'json';
      readonly value: Value;
      readonly mutation?: TextMutation;
      readonly raw?: RawText;
      /** White space after the first bracket. */
      readonly fill?: { readonly text: string; readonly times: number };
      readonly type?: string;
    }
  /** Sent byte for byte as UTF-8: `text`, with `fill.text` repeated at its `…`. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly fill?: { readonly text: string; readonly times: number };
      readonly type?: string;
    }
  /** `multipart/form-data` with one part each. */
  | {
      readonly kind: 'multipart';
      readonly parts: readonly (readonly [string, Value])[];
      /** File parts, sent last. */
      readonly files?: readonly (readonly [string, FilePart])[];
    }
  | { readonly kind: 'bytes'; readonly base64: string; readonly type: string }
  /** `application/x-www-form-urlencoded`, in order. Names can repeat. */
  | {
      readonly kind: 'form';
      readonly parameters: readonly (readonly [string, Value])[];
      readonly assertion?: AssertionTemplate;
      /** Sent as a JSON object, with a JSON content type. */
      readonly written?: 'json';
      /** Authenticated as an OAuth 2 client with a secret. */
      readonly client?: true;
    };

/** JSON text that no serializer writes, such as `1e400`, in place of the value `marker`. */
export interface RawText {
  readonly marker: string;
  readonly text: string;
}

/** Change of the serialized JSON text. */
export type TextMutation = 'truncated' | 'trailing-comma' | 'duplicate-member' | 'byte-order-mark';

/** Parameters of a JOSE header by which a token can contain a key of its own (RFC 7515 §4.1). */
export type KeyParameter = 'jku' | 'x5u' | 'jwk';

/** The assertion JWT of a token request, with one fault at a time. */
export interface AssertionTemplate {
  readonly as?: string;
  /** The client whose key signs it and whose settings are in its header, if it is not the caller. */
  readonly signer?: string;
  /** The assertion that this earlier step sent. */
  readonly again?: string;
  readonly header?: Readonly<Record<string, Value>>;
  readonly claims?: Readonly<Record<string, Value>>;
  readonly removeHeader?: readonly string[];
  readonly removeClaims?: readonly string[];
  /** A claim that appears a second time, first with this value. */
  readonly twice?: Readonly<Record<string, Value>>;
  /** Uses the `alg` of the header if that is a signing algorithm. */
  readonly signature?: Signature;
  /** The header parameter that carries the signing key. */
  readonly keyInHeader?: KeyParameter;
  readonly written?: MalformedJwtForm;
}

export interface RequestTemplate {
  readonly base: Base;
  readonly method: string;
  /** Path below the base address; `{name}` is replaced from `parameters`. */
  readonly path: string;
  /** Name of the base address, if it is not the default one. */
  readonly server?: string;
  /** Sent to the Location of that earlier step; with `step#/pointer` to the URL in its response body. */
  readonly location?: string;
  /** Sent to this URL from an earlier page, resolved against the URL of that page. */
  readonly address?: { readonly target: string; readonly from: string };
  readonly parameters: Readonly<Record<string, Value>>;
  readonly query?: readonly (readonly [string, Value])[];
  /** Query parameters that are left out, even if the address of the record has them. */
  readonly omits?: readonly string[];
  /** Merged over the defaults; null removes a default header. */
  readonly headers: Readonly<Record<string, Value>>;
  readonly auth: Auth;
  readonly body?: Body;
  /** Content type of JSON, if it is not `application/json`. */
  readonly media?: string;
}

/** Step of the canary record, read at the end of a group: shows whether test data was cleared. */
export const CANARY_STEP = 'sentinel';

/** Cleanup of a step: sent at the end of its group, newest first, and not judged. */
export interface CleanupRequest {
  readonly method: string;
  readonly server?: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, Value>>;
  /** Default: the run's own client. */
  readonly auth?: Auth;
  /** Required condition. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: NonNullable<RequestTemplate['query']>;
  /** Sent before a delete that is rejected otherwise (409), with the same path parameters. */
  readonly first?: Pick<CleanupRequest, 'method' | 'path' | 'server' | 'query' | 'auth' | 'headers'>;
}

export interface Step {
  /** Unique in its case or setup. */
  readonly name: string;
  /**
   * `<endpoint>/<operation>` of the group, if the step calls that operation. Passive rules of the operation judge its
   * exchanges.
   */
  readonly operation?: string;
  readonly request: RequestTemplate;
  /** `once` (default), `burst`: `times` in parallel, `walk`: from page to page to the last one. */
  readonly send?:
    | { readonly kind: 'burst'; readonly times: number }
    /** Repeated until the response matches; the last response counts. */
    | {
        readonly kind: 'poll';
        readonly status?: number;
        /** The expected value in the response. */
        readonly shows?: { readonly at: string; readonly is: Json };
        readonly everyMs: number;
        readonly times: number;
      }
    /** The health check at the end of a group. */
    | { readonly kind: 'liveness' }
    /** `onward`: also follows the links of the last page; `limit`: maximum number of pages. */
    | { readonly kind: 'walk'; readonly pages: WalkedPages; readonly onward?: true; readonly limit?: number };
  /** Required transport; absent: the default. `socket` sends the request text unchanged. */
  readonly via?: 'undici' | 'socket';
  /** For `socket`: the fault in the request text; see `src/http/socket-transport.ts`. */
  readonly raw?: string;
  /** Sent only if that earlier step succeeded. */
  readonly onlyIf?: string;
  /** Sent in parallel with the step before it. */
  readonly together?: true;
  readonly undo?: CleanupRequest;
  /** Pointer to a JWT in the response. Its claims are recorded; the token is not. */
  readonly decodes?: string;
  /** Records the claims of the assertion in its request. */
  readonly decodesAssertion?: true;
  /** Digests of the response bytes to record: the recorded text does not preserve the bytes. */
  readonly digests?: readonly DigestName[];
  readonly success: Success;
}

/** Traversal of pages. A long list keeps only the IDs. */
export interface WalkedPages {
  readonly style: PageStyle;
  readonly size: number;
  /** Pointers to the records of a response, and to the ID in a record. */
  readonly records: string;
  readonly uid: string;
}

/** A precondition of checks: if it is not met, they are `inconclusive`, and it is the cause. */
export interface Precondition {
  /** `setup.<name>` or a step of the case. */
  readonly step: string;
  readonly is: 'success' | 'answered';
}

export type UseKind = 'auth' | 'fields' | 'paging' | 'page-header' | 'page-ends';

/** A use of the default of an open question by a check. */
export interface VerifiableUse {
  readonly point: string;
  readonly kind: UseKind;
  /** `<endpoint>/<operation>` of the use. */
  readonly at: string;
}

/** The basis that a check has if the run verifies all these uses. */
export interface BasisOnceVerified {
  readonly basis: Basis;
  readonly uses: readonly VerifiableUse[];
}

export interface Check {
  /** `<service>/<endpoint>/<operation>/<rule>[/<key>]`, which never changes; unique within a spec version. */
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly operation: string;
  readonly aspect: string;
  readonly rule: string;
  /** End of the id after the rule. Opaque: the subject is in `member` and `way`. */
  readonly key?: string;
  /** The faulty field, claim or parameter, as a path of names: `[channels, endpoint]`. */
  readonly member?: readonly string[];
  /** The kind of fault: `two-parts`, `LINK`, a code of a list. */
  readonly way?: string;
  /** For a check on the form of a response: the rule that judges the response itself. */
  readonly formOf?: string;
  /** A custom case of a contract: its title is a sentence, and its rule is only the way it is judged. */
  readonly declared?: true;
  readonly requirement: string;
  readonly level: Level;
  readonly basis: Basis;
  /** Open questions of its requirement, and those whose answers it uses. */
  readonly restsOn: readonly string[];
  /** Absent if no open question weakens the check, or one does that no run can verify. */
  readonly onceVerified?: BasisOnceVerified;
  readonly title: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly given: readonly Precondition[];
  readonly at: Position;
}

export interface Case {
  /** `<service>/<endpoint>/<operation>/<aspect>/<name>`; unique within a spec version. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly checks: readonly Check[];
}

/** The cases of one operation and one aspect: the unit that is scheduled, sharded, and shown as one Playwright test. */
export interface Group {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly operation: string;
  readonly aspect: string;
  readonly setup: readonly Step[];
  readonly cases: readonly Case[];
  /**
   * Checks over every exchange of their operation in this group, and over requests of other groups of the endpoint to
   * that operation. Groups share them by id.
   */
  readonly passive: readonly Check[];
  /** Runs alone in its service and version: its cases judge a collection that other groups write to. */
  readonly exclusive?: true;
  /** Address of the singleton that it reads or changes. All such groups are in one shard. */
  readonly singleton?: string;
  /** Runs after all other groups of its address: an accepted faulty request would appear in lists that they read. */
  readonly last?: true;
  /** Its cases send undeclared requests one after the other. The first one that changes something ends the group. */
  readonly inTurn?: true;
  readonly at: Position;
}

export interface Plan {
  readonly groups: readonly Group[];
  /** Operations for passive rules, by `<service>@<spec>/<endpoint>/<operation>`. */
  readonly operations: Readonly<Record<string, ResolvedOperation>>;
  /** The plan of all endpoints, if only some were planned. */
  readonly whole?: WholePlan;
}

export interface WholePlan {
  /** `planHash` of the whole plan. */
  readonly hash: string;
  /** IDs of its groups, in their order. */
  readonly groups: readonly string[];
}

export interface OwnedOperation {
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
}

/** An operation in one version, with open questions resolved. */
export interface ResolvedOperation {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly name: string;
  readonly kind: OperationKind;
  readonly method: string;
  readonly path: string;
  readonly access: Operation['access'];
  /** Name, in lower case, of the header that carries the access token. */
  readonly carrier?: string;
  /** Authentication scheme, in lower case, if the token is in Authorization. */
  readonly scheme?: string;
  /** Maximum response time of the contract, in milliseconds. */
  readonly budgetMs?: number;
  /** Content type of successes, if it is not `application/json`. */
  readonly mediaType?: string;
  /** Query parameters that reduce the fields in responses. */
  readonly selects?: readonly string[];
  /** Content types of rejections. */
  readonly refusalMedia: readonly string[];
  /** Statuses that mean "unavailable" according to the contract. */
  readonly unavailableStatuses?: readonly number[];
  readonly request: Form;
  readonly response: Form;
  readonly success: readonly number[];
  /** Names, in the envelope, of the correlation id and of the success flag. */
  readonly correlation?: { readonly member: string; readonly success: string };
  /** Response headers of every success. */
  readonly headers?: Operation['headers'];
  readonly pagination: Operation['pagination'];
  /** Fields of this version. */
  readonly fields: readonly Field[];
  /** JSON Schema (2020-12) of a success body; null without content. */
  readonly responseSchema: Json;
  /** Every documented status with the schema of its body (null: not validated). */
  readonly documented: Readonly<Record<string, Json>>;
}

export function stepsOf(group: Group): readonly Step[] {
  return [...group.setup, ...group.cases.flatMap((one) => one.steps)];
}

export function checksOfGroup({ cases, passive }: Pick<Group, 'cases' | 'passive'>): readonly Check[] {
  return [...cases.flatMap(({ checks }) => checks), ...passive];
}

/** The least number of requests of a step. Steps with `onlyIf` may send none. */
export function leastRequestsOf(step: Step): number {
  return step.send?.kind === 'burst' ? step.send.times : 1;
}
