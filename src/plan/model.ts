/**
 * The plan: everything that will be sent and judged, as data. It is pure, so it holds no run id, no clock reading, no
 * address and no secret; what depends on those is a directive (`Value`) that `src/exchange` resolves when it sends.
 * The same inputs give the same plan, byte for byte; `planHash` makes its fingerprint.
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
  RefusalKind,
  Signature,
  SpoiltForm,
} from '../load/model.ts';

export type { Json, Position, RefusalKind };

/**
 * A body or parameter with directives in it. An object with exactly one member whose name starts with `$` is a
 * directive; everything else is literal.
 *
 * - `{$unique: n}`: a text of n characters from [a-z0-9], different in every run, case and place.
 * - `{$unique: 'a-***-##'}`: that text, with such a character for each asterisk and such a digit for each number sign.
 * - `{$digits: n}`: likewise, of digits only. `{$integer: {from, to}}`: likewise, a number within these bounds.
 * - `{$today: d}`: the target's calendar date, d days from today.
 * - `{$ref: 'step#/pointer'}`: a value from the answer of an earlier step of the case or of the group's setup.
 * - `{$header: 'step#name'}`: a header of the answer of an earlier step.
 * - `{$record: 'endpoint#/pointer'}`: a member of the record that the target says is there already.
 * - `{$sent: 'step#/pointer'}`: a value from the JSON body that an earlier step sent; `{$sent: 'step#name'}`: a header that it sent.
 * - `{$path: 'step#name'}`: what the path of an earlier step was filled with there; `#name`, that of this very request.
 * - `{$cookie: 'step#name'}`: that cookie, as an earlier step's answer set it, with its name: `name=value`.
 * - `{$uuid: true}`: a UUID, different like `$unique`.
 * - `{$kept: 'step#/pointer'}`: in no plan: a value of the former state of a resource that is restored, null where it had none there.
 * - `{$each: 'step#/pointer'}`: in an undo only: once for every value that the pointer (with `*`) finds.
 * - `{$repeat: {times, item}}`: an array of `times` copies, each with its own unique values.
 * - `{$dateUnique: 'YYYY-MM-DD'}`: a date on or after that one, different at every use in a run.
 * - `{$dateSeries: 'YYYY-MM-DD'}`: that date plus as many days as the copy's index in its `$repeat`.
 * - `{$now: s}`: seconds since the epoch, s seconds from now. `{$setting: name}`: a setting of the target's identity provider.
 * - `{$joined: [values]}`: their texts, one after the other.
 * - `{$sum: [values]}`: the numbers that they are, added up.
 * - `{$letters: value}`: its text with small letters for capitals, and capitals for small letters. `{$slash: value}`: its text
 *   without the slash that it ends with, or with one.
 * - `{$assertion: true}`: the JWT of a token request (see `AssertionTemplate`).
 */
export type Value = Json;

/** Tokens that stand in the place of the good one. */
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

/** What is done to the good access token, or sent in place of it; `TOKENS` of the catalogue says each in words. */
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

/** What is done to another credential, or to how it is carried; see `src/http/auth-schemes.ts`. */
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

/** Who asks. `good` is what lets the run's own party in; `renewed`, by the token that it is given when it asks again. */
export type Auth = (
  | { readonly kind: 'good'; readonly renewed?: true }
  | { readonly kind: 'none' }
  /** Another party of the target: by its name, or else the one that it calls `other`. */
  | { readonly kind: 'other'; readonly party?: string }
  | { readonly kind: 'fault'; readonly fault: TokenFault | CredentialFault }
) & {
  /** Name of the way in among the others of the service; absent: its own. */
  readonly way?: string;
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
  /** Sent byte for byte as UTF-8: `text`, with `fill.text` repeated in place of its one `…`. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly fill?: { readonly text: string; readonly times: number };
      readonly type?: string;
    }
  /** `multipart/form-data`, a part each. */
  | {
      readonly kind: 'multipart';
      readonly parts: readonly (readonly [string, Value])[];
      /** Parts that are files, after the others. */
      readonly files?: readonly (readonly [string, FilePart])[];
    }
  | { readonly kind: 'bytes'; readonly base64: string; readonly type: string }
  /** `application/x-www-form-urlencoded`, in order; a name may stand twice. */
  | {
      readonly kind: 'form';
      readonly parameters: readonly (readonly [string, Value])[];
      readonly assertion?: AssertionTemplate;
      /** As members of an object instead, and declared so. */
      readonly written?: 'json';
      /** Who asks is a client of OAuth 2, by its secret. */
      readonly client?: true;
    };

/** Replaces the member that holds the text `marker` by JSON text that a serialiser would never write, such as `1e400`. */
export interface RawText {
  readonly marker: string;
  readonly text: string;
}

/** Done to the JSON text after it was written, for what a serialiser would never send. */
export type TextMutation = 'truncated' | 'trailing-comma' | 'duplicate-member' | 'byte-order-mark';

/** Parameters of a JOSE header by which a token can bring a key of its own (RFC 7515 §4.1). */
export type KeyParameter = 'jku' | 'x5u' | 'jwk';

/** The JWT of a token request: what is set, removed or done to it, one fault at a time. */
export interface AssertionTemplate {
  readonly as?: string;
  /** The party whose key signs it, and whose settings its header has, where that is not who asks. */
  readonly signer?: string;
  /** It is the very one that this earlier step sent. */
  readonly again?: string;
  readonly header?: Readonly<Record<string, Value>>;
  readonly claims?: Readonly<Record<string, Value>>;
  readonly removeHeader?: readonly string[];
  readonly removeClaims?: readonly string[];
  /** A claim that stands before itself with another value. */
  readonly twice?: Readonly<Record<string, Value>>;
  /** By what `alg` of the header says, where it says what can be signed with. */
  readonly signature?: Signature;
  /** The header parameter that brings the key which it is signed with. */
  readonly keyInHeader?: KeyParameter;
  readonly written?: SpoiltForm;
}

export interface RequestTemplate {
  readonly base: Base;
  readonly method: string;
  /** Path below the base address; `{name}` is replaced from `parameters`. */
  readonly path: string;
  /** Name of the address that the path is below, where that is not the base address. */
  readonly server?: string;
  /** Sent to the address in the Location of that earlier step in place of the path; `step#/pointer`: to the one that stands there in its answer. */
  readonly location?: string;
  /** Sent to this address in place of path and query, as the page before it says; relative to the one that it was found at. */
  readonly address?: { readonly target: string; readonly from: string };
  readonly parameters: Readonly<Record<string, Value>>;
  readonly query?: readonly (readonly [string, Value])[];
  /** Parameters of the query that are left out on purpose, whatever the address of a record has. */
  readonly omits?: readonly string[];
  /** Merged over the defaults; null removes a default header. */
  readonly headers: Readonly<Record<string, Value>>;
  readonly auth: Auth;
  readonly body?: Body;
  /** What JSON is declared as, where that is not `application/json`. */
  readonly media?: string;
}

/** Step name of the exchange that shows, at the end of a group, that test data made before it is gone. */
export const SENTINEL = 'sentinel';

/** Removes what a step made: sent at the end of its group, newest first, and not judged. */
export interface Undo {
  readonly method: string;
  readonly server?: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, Value>>;
  /** Default: a good token. */
  readonly auth?: Auth;
  /** The condition that it is not done without. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What its query has to have. */
  readonly query?: NonNullable<RequestTemplate['query']>;
  /** Of a removal: what is done first where it is refused otherwise (409), to what the same parameters name. */
  readonly first?: Pick<Undo, 'method' | 'path' | 'server' | 'query' | 'auth' | 'headers'>;
}

export interface Step {
  /** Unique in its case (or in the group's setup). */
  readonly name: string;
  /** The operation of its group, `<endpoint>/<operation>`, whose passive rules judge every exchange of this step; absent where it is none of it. */
  readonly operation?: string;
  readonly request: RequestTemplate;
  /** `once` (default), `burst`: `times` at once, `walk`: go from page to page to the end. */
  readonly send?:
    | { readonly kind: 'burst'; readonly times: number }
    /** Again and again, until it is answered so; the last answer counts. */
    | {
        readonly kind: 'poll';
        readonly status?: number;
        /** A value of its answer that is waited for. */
        readonly shows?: { readonly at: string; readonly is: Json };
        readonly everyMs: number;
        readonly times: number;
      }
    /** The cheap read at the end of a group: sent after all other cases. */
    | { readonly kind: 'liveness' }
    /** `onward`: and from the last page to each that it has a link to; `limit`: no more than so many pages. */
    | { readonly kind: 'walk'; readonly pages: WalkedPages; readonly onward?: true; readonly limit?: number };
  /** Which transport must carry it; absent: the run's own choice. `socket` sends the request text as it is. */
  readonly via?: 'undici' | 'socket';
  /** For `socket`: what is wrong with the text; see `src/http/socket-transport.ts`. */
  readonly raw?: string;
  /** Not sent unless that earlier step was answered with a success. */
  readonly onlyIf?: string;
  /** Sent at the same time as the step before it. */
  readonly together?: true;
  readonly undo?: Undo;
  /** Where its answer holds a JWT of which claims are judged: what it says is recorded, itself it is not. */
  readonly decodes?: string;
  /** Likewise what the assertion says that its request brings. */
  readonly decodesAssertion?: true;
  /** Digests of the bytes of its answer that are compared: they are recorded, since text cannot say what the bytes were. */
  readonly digests?: readonly DigestName[];
  /** Statuses and body form that count as a success of this step. */
  readonly success: Success;
}

/** How a walk finds its way. Of the records of a long one the identifiers are kept, and no more. */
export interface WalkedPages {
  readonly style: PageStyle;
  /** Records of a full page. */
  readonly size: number;
  /** Pointer to the array of records in an answer, and to the identifier below a record. */
  readonly records: string;
  readonly uid: string;
}

/** What the checks of a case rest on: if it does not hold, they are `inconclusive`, with this as the cause. */
export interface Given {
  /** `setup.<name>` or a step of the case. */
  readonly step: string;
  readonly is: 'success' | 'answered';
}

export type UseKind = 'auth' | 'fields' | 'paging' | 'page-header' | 'page-ends';

/** How a check uses the default of an open question. */
export interface VerifiableUse {
  readonly point: string;
  readonly kind: UseKind;
  /** `<endpoint>/<operation>` that it is used on. */
  readonly at: string;
}

/** The basis that a check has if the run verifies all these uses. */
export interface OnceVerified {
  readonly basis: Basis;
  readonly uses: readonly VerifiableUse[];
}

export interface Check {
  /** `<service>/<endpoint>/<operation>/<rule>[/<key>]`, stable for ever; unique within a spec version. */
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly operation: string;
  readonly aspect: string;
  readonly rule: string;
  /** What its id has behind the rule. Nothing reads it in parts: what it is about stands in `member` and `way`. */
  readonly key?: string;
  /** The field, claim or parameter that its request is faulty at, by the names on the way to it: `[channels, endpoint]`. */
  readonly member?: readonly string[];
  /** In which of several ways it is tried: `two-parts`, `LINK`, a code of a list. */
  readonly way?: string;
  /** Of a check on the form of an answer: the rule that judges the answer itself. */
  readonly formOf?: string;
  /** A case of a contract is its own: its title is a sentence, and its rule only says how it is judged. */
  readonly declared?: true;
  readonly requirement: string;
  readonly level: Level;
  readonly basis: Basis;
  /** The open points that its requirement names and that it was made with. */
  readonly restsOn: readonly string[];
  /** Absent if no open question weakens it, and if one does that no run can verify. */
  readonly onceVerified?: OnceVerified;
  readonly title: string;
  /** Parameters of the rule, valid by its schema. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly given: readonly Given[];
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
  /** `<service>@<spec>/<endpoint>/<operation>/<aspect>`. */
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly operation: string;
  readonly aspect: string;
  readonly setup: readonly Step[];
  readonly cases: readonly Case[];
  /** Judged over every exchange of this group that belongs to their operation, and what others of its endpoint send to it in passing. Shared by id with other groups. */
  readonly passive: readonly Check[];
  /** Runs when nothing else of its service and version does: its cases judge a collection that others write to. */
  readonly exclusive?: true;
  /** Address of a singleton that it reads or changes: all such groups belong to the same shard. */
  readonly singleton?: string;
  /** Runs when all others of its address have ended: what it hopes to see refused would stand in a list that they read. */
  readonly last?: true;
  /** Its cases try what nobody declared: one after the other, and one that changed something by being accepted is the last. */
  readonly inTurn?: true;
  readonly at: Position;
}

export interface Plan {
  readonly groups: readonly Group[];
  /** Every operation that passive rules need to know, by `<service>@<spec>/<endpoint>/<operation>`. */
  readonly operations: Readonly<Record<string, ResolvedOperation>>;
}

/** An operation with the endpoint that has it. */
export interface OwnedOperation {
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
}

/** An operation in one version, with everything open resolved. */
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
  /** The scheme before it, in lower case, where it stands in Authorization. */
  readonly scheme?: string;
  /** Milliseconds within which an answer has to come, where the contract says so. */
  readonly budgetMs?: number;
  /** What its successes declare themselves as, where it is not `application/json`. */
  readonly mediaType?: string;
  /** Parameters of its query by which answers show fewer members. */
  readonly selects?: readonly string[];
  /** What its refusals may be declared as. */
  readonly refusalMedia: readonly string[];
  /** Statuses by which the service says that it is away, where the contract says so. */
  readonly away?: readonly number[];
  readonly request: Form;
  readonly response: Form;
  readonly success: readonly number[];
  /** Names, in the envelope around what is sent and answered, of the id that ties an answer to its item, and of its success. */
  readonly correlation?: { readonly member: string; readonly success: string };
  /** What every success says in its head, where the contract says so. */
  readonly headers?: Operation['headers'];
  readonly pagination: Operation['pagination'];
  /** Fields that this version has. */
  readonly fields: readonly Field[];
  /** JSON Schema (2020-12) of a success body; null where there is no content. */
  readonly responseSchema: Json;
  /** Every status that the contract knows for it, with the schema of its body (null: not judged). */
  readonly documented: Readonly<Record<string, Json>>;
}

/** Those of its setup first. */
export function stepsOf(group: Group): readonly Step[] {
  return [...group.setup, ...group.cases.flatMap((one) => one.steps)];
}

/** Those of its cases first; each as often as a case has it. */
export function checksIn({ cases, passive }: Pick<Group, 'cases' | 'passive'>): readonly Check[] {
  return [...cases.flatMap(({ checks }) => checks), ...passive];
}

/** What a step sends at least once it is reached. A step that waits for the success of a refused one is not. */
export function exchangesOf(step: Step): number {
  return step.send?.kind === 'burst' ? step.send.times : 1;
}
