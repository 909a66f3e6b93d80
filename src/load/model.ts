/**
 * The documents as the rest of Plumbline sees them: validated, versions resolved to a range, frozen.
 * The YAML forms are described by the JSON Schemas in `src/schema/`; this file is what they become.
 */

import type { ServiceAddresses } from './address-model.ts';
import type { DeclaredCase } from './case-model.ts';
import type { OwnCatalogue } from './catalogue-model.ts';
import type { Json } from '../record/json.ts';
import type { PageStyle } from '../record/paging/model.ts';
import type { Field } from './field.ts';
import type { Operation, Wrapping } from './operation-model.ts';
import type { SecurityBlock } from './security-model.ts';
import type { VersionRange, Versioned, Spec } from './spec-model.ts';
import type { Position } from './values.ts';

export type * from './address-model.ts';
export type * from './case-model.ts';
export type * from './catalogue-model.ts';
export type * from './field.ts';
export * from './operation-model.ts';
export * from './security-model.ts';
export type * from './spec-model.ts';
export type * from './target-model.ts';
export type * from './values.ts';

export const LEVELS = ['MUST', 'SHOULD', 'MAY'] as const;
export type Level = (typeof LEVELS)[number];

/** What a requirement's author may say of it; `confirmed` is only ever derived from a target's answers. */
export const DECLARED_BASES = ['documented', 'standard', 'practice', 'assumed'] as const;
export type DeclaredBasis = (typeof DECLARED_BASES)[number];
/** In the order of weight. `practice` is good practice that no standard demands: never a MUST, and it blocks nobody. */
export const BASES = ['documented', 'standard', 'confirmed', 'practice', 'assumed'] as const;
export type Basis = (typeof BASES)[number];

/** The one answer to an open point that is confirmed and not given: any other is written into the contract. */
export const CONFIRMED = 'confirmed';

// ---------------------------------------------------------------------------------------------- contracts

/**
 * A value of a contract that is an answer to an open point: `{ openPoint: id }` in YAML. In the model the default of the
 * point stands there; planning puts the answer of a target in its place.
 */
export interface OpenValue {
  /** JSON pointer into the `ServiceContracts` that it is part of. */
  readonly place: string;
  readonly point: string;
  /** JSON pointer to the part of the answer that counts here; absent: all of it. */
  readonly part?: string;
  /** The value is whether the answer, a list, has this. */
  readonly has?: Json;
  /** Place of the schema that the value has to fit. Absent: it may be anything. */
  readonly schema?: string;
  readonly at: Position;
}

/** Where an operation is reached. `elsewhere`: its path is an address of somebody else's, such as a portal for developers. */
export type Base = 'service' | 'identity-provider' | 'elsewhere';

/** `contracts/<service>/<endpoint>.yaml`. */
export interface EndpointContract extends VersionRange {
  readonly service: string;
  readonly endpoint: string;
  readonly title: string;
  /** Where the address of its operations comes from. */
  readonly base: Base;
  /** It describes the service itself: where the version stands, and in which form it publishes its definition, if it does. */
  readonly describes?: {
    readonly version: string;
    readonly definition?: 'openapi';
    /** Whether what it publishes is of the version that is tested; absent: it is. */
    readonly aligned?: boolean;
  };
  /** Envelope member of one record, for example `student`. */
  readonly singular?: string;
  /** Member that identifies a record, for example `students_uid`. */
  readonly uid?: string;
  /** Path parameters that are made by creating a record elsewhere: parameter name to endpoint. */
  readonly parents: Readonly<Record<string, string>>;
  /** Members of a create that hold envelopes of another endpoint's resource. */
  readonly nested: Readonly<Record<string, string>>;
  readonly fields: readonly Field[];
  /** The open point, one that is confirmed, on which all fields rest that the documents do not show. */
  readonly fieldsFrom?: string;
  readonly operations: readonly Operation[];
  /** Its operations once more, for each other way in. Planning adds them. */
  readonly alternatives?: readonly Operation[];
  readonly cases: readonly DeclaredCase[];
  readonly at: Position;
}

/** The kinds of refusal a contract knows. */
export const REFUSALS = [
  'unauthenticated',
  'not-found',
  'identifier',
  'method',
  'media-type',
  'not-acceptable',
  'malformed',
  'shape',
  'value',
  'page',
  'query',
  'precondition',
  'precondition-required',
  'taken',
  'duplicate',
  'reference',
  'foreign-reference',
  'in-use',
  'forbidden',
  'too-large',
  'unavailable',
  'assertion',
  'token-request',
  'grant-type',
  'unlinked',
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

export interface Refusal extends Versioned {
  readonly statuses: readonly number[];
  /** Name of the error family in `ErrorsBlock.families`. Absent: the body is not judged. */
  readonly family?: string;
  /** Allowed codes, where the contract knows them. */
  readonly codes?: readonly string[];
  /** Requirement that the form of such a refusal proves, whatever asks for the refusal itself. */
  readonly form?: string;
}

/** How one family of error bodies is built. Pointers are RFC 6901; for `items` answers they are below the item. */
export interface ErrorFamily {
  readonly name: string;
  readonly schema: Json;
  /** As it is declared: the body is an envelope, and `schema` and `entries` are of its result. Planning sees the whole body. */
  readonly enveloped?: boolean;
  /** Pointer to the array of entries; absent: the body is the one entry. */
  readonly entries?: string;
  /** Pointer to the one entry, where it is not the body itself. */
  readonly entry?: string;
  /** Member of an entry; absent: it has no code. */
  readonly code?: string;
  readonly codePattern?: string;
  readonly detail?: string;
  /** Pointer, below an entry, to the place that names the offending member. */
  readonly source?: string;
  /** What such an error is declared as, where that is not what answers are. */
  readonly media?: string;
  /** An entry need not say which member is wrong. */
  readonly unnamed?: boolean;
}

/** `contracts/<service>/errors.yaml`. */
export interface ErrorsBlock {
  readonly families: readonly ErrorFamily[];
  readonly refusals: Readonly<Partial<Record<RefusalKind, Refusal>>>;
  /** Texts that no answer may carry (the messages of known faults). */
  readonly never: readonly string[];
}

/** `contracts/<service>/pagination.yaml`: the style of the service, and those of single lists by name. */
export interface PaginationBlock extends PageStyle {
  readonly others?: Readonly<Record<string, PageStyle>>;
  readonly at: Position;
}

/** A JWT, or something that says nothing of itself. Of a JWT rules hold that say nothing of an opaque token. */
export type TokenKind = 'jwt' | 'opaque';

/** Whether the identity provider of the sign-in makes the access tokens, or somebody whom a run does not ask. */
export type TokenIssuer = 'identity-provider' | 'another';

/** `contracts/<service>/token.yaml`: how access is asked for and carried. */
export interface TokenBlock {
  /** Header that carries the access token on API calls, and the scheme before it (empty: the bare token). */
  readonly carrier: { readonly header: string; readonly scheme: string };
  /** What the access token is, where the contract says it; else it is looked at. */
  readonly accessToken?: { readonly kind: TokenKind; readonly issuer: TokenIssuer };
  readonly grantType: string;
  readonly algorithm: string;
  /** The assertion's header parameters and claims, in the order of the document. */
  readonly header: readonly ClaimRule[];
  readonly claims: readonly ClaimRule[];
  /** Seconds of clock difference a verifier may tolerate. */
  readonly skew: number;
  readonly maximumLifetime: number;
  readonly at: Position;
}

/** What of a target stands in its assertions. */
export const SETTINGS = ['algorithm', 'kid', 'issuer', 'device', 'audience', 'token-audience'] as const;
export type Setting = (typeof SETTINGS)[number];

export interface ClaimRule extends Versioned {
  readonly name: string;
  readonly type: 'string' | 'digits' | 'number' | 'uri';
  readonly required: boolean;
  /**
   * What the good assertion says: a literal value, `{ $setting: name }` for one of `SETTINGS`, `{ $now: seconds }`, or `{ $uuid: true }`,
   * which is new in each assertion.
   * Absent: it is not sent. What has to equal a setting can have a wrong value.
   */
  readonly value?: Json;
  /** A verifier takes each of its values once (RFC 7519 §4.1.7). */
  readonly once?: boolean;
}

/** `contracts/<service>/envelope.yaml`: names of the wrapping members; absent for services without one. */
export interface EnvelopeBlock {
  readonly correlation: { readonly member: string; readonly maxLength: number };
  readonly success: string;
  readonly result: string;
  readonly messages: string;
}

/** `contracts/<service>/bindings.yaml`: which requirement a generated check proves. The last match wins. */
export interface Binding {
  /** Glob over `<endpoint>/<operation>/<rule>[/<key>]`; `*` stays within a segment, `**` crosses. */
  readonly checks: string;
  /** What they prove. */
  readonly requirement?: string;
  /** What the form of what they judge proves: the status, code and body of a refusal, the status of a success. */
  readonly form?: string;
  readonly at: Position;
}

/** A line of `practices:` in `bindings.yaml`: conventions that the service declares it keeps. */
export interface Practice {
  /** Glob over rule ids. */
  readonly rules: string;
  readonly at: Position;
}

/**
 * What checks prove that no binding names: that the service keeps the contract of their endpoint, with this weight. `none`: each is to be
 * bound, and lint tells those that are not.
 */
export type Rest = { readonly level?: Level; readonly basis?: DeclaredBasis } | 'none';

/** All contracts of one service. */
export interface ServiceContracts extends ServiceAddresses {
  readonly service: string;
  readonly envelope?: EnvelopeBlock;
  readonly errors: ErrorsBlock;
  readonly pagination?: PaginationBlock;
  readonly token?: TokenBlock;
  readonly security?: SecurityBlock;
  /** Where things stand in answers, of a service without envelope. */
  readonly wrapping?: Wrapping;
  /** Headers sent on every call of the service. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the operations are the whole of the interface: only then is a method that is not among them one that is refused. */
  readonly methods: 'complete' | 'partial';
  /** Milliseconds within which an answer has to come. */
  readonly timeBudget?: number;
  /** The time zone (IANA) in which it reckons its days. */
  readonly zone?: string;
  /** The media type of its answers, where it is not `application/json`. */
  readonly mediaType?: string;
  /** Whether answers may have members that no contract names. */
  readonly openAnswers?: boolean;
  /** How many bytes the body of a request may have; `untried` where nothing longer is to be sent. */
  readonly bodyLimit?: number | 'untried';
  readonly bindings: readonly Binding[];
  readonly practices: readonly Practice[];
  /** Absent: as a document has it, and a MUST. */
  readonly rest?: Rest;
  /** What it is tried with beyond the common catalogues, and what of them it is not tried with. */
  readonly catalogue: OwnCatalogue;
  readonly endpoints: readonly EndpointContract[];
  /** What of all this is an answer to an open point. */
  readonly open: readonly OpenValue[];
}

/** Everything a run starts from. */
export interface Project {
  readonly specs: readonly Spec[];
  readonly contracts: readonly ServiceContracts[];
}
