/** Model of specifications and contracts: validated, frozen, with defaults. `src/schema/` has the types of the files. */
import type { Json } from '../model/json.ts';
import type { PageStyle } from '../model/paging/model.ts';
import type { CARRIED_IN, RawClaim, RawSecurity, RawToken } from '../schema/access.ts';
import type { Mutation, RawCase, RawCheck } from '../schema/cases.ts';
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { Form, OperationKind, RawOperation, RawParameter } from '../schema/operations.ts';
import type {
  RawBindings,
  RawEnvelope,
  RawErrors,
  RawRejection,
  RejectionKind,
  UnboundWeight,
} from '../schema/service.ts';
import type { Condition, RawOpenPoint, RawRequirement, RawVersions } from '../schema/specs.ts';
import type { OwnCatalogue } from './catalogue-model.ts';
import type { Field } from './field.ts';
import type { Positioned, Versioned } from './position.ts';

export { CARRIED_IN } from '../schema/access.ts';
export type { Mutation, ScenarioStep } from '../schema/cases.ts';
export type { OpenBound, SecretRef, VersionBound, VersionRange, RecordWrapping } from '../schema/common.ts';
export { FORMS, OPERATION_KINDS } from '../schema/operations.ts';
export type { Content, FilePart, Form, OperationKind } from '../schema/operations.ts';
export { REJECTION_KINDS, REJECTION_MEANINGS } from '../schema/service.ts';
export type { RejectionKind } from '../schema/service.ts';
export { BASES, LEVELS } from '../schema/specs.ts';
export type { Basis, Condition, Level } from '../schema/specs.ts';
export type * from './catalogue-model.ts';
export type * from './field.ts';
export type { Position, VersionChange, Versioned } from './position.ts';
export type * from './target-model.ts';

type Map<T> = Readonly<Record<string, T>>;

// ---------------------------------------------------------------------------------------------- specifications

/** One normative sentence. `specs/<service>/requirements/*.yaml` or `specs/http/requirements.yaml`. */
export interface Requirement extends Omit<RawRequirement, 'openPoints' | 'holds' | 'changes'>, Positioned {
  readonly id: string;
  /** A standard requires it of every service: it is in `specs/http/`, which is part of the program. */
  readonly shared?: true;
  /** Generated: the service conforms to the contract of this endpoint. It covers the checks without a binding. */
  readonly ofContract?: string;
  readonly openPoints: readonly string[];
  /** The requirement applies only if all of these open questions have these answers. */
  readonly holds: readonly Condition[];
  readonly changes: NonNullable<RawRequirement['changes']>;
}

/** The only answer to an open question of kind `confirm`; any other answer is an edit of the contract. */
export const CONFIRMED = 'confirmed';

/** A question that the documents leave open. */
export interface OpenPoint extends Omit<RawOpenPoint, 'kind' | 'default'>, Positioned {
  readonly id: string;
  /** `value`: the answer is a value of the contract. `confirm`: the contract as a whole is confirmed. */
  readonly kind: 'value' | 'confirm';
  /** Assumption until a target answers; `CONFIRMED` for kind `confirm`. */
  readonly default: Json;
}

export interface Spec extends RawVersions {
  /** The requirements of the service, then those of standards, then one for each endpoint contract. */
  readonly requirements: readonly Requirement[];
  readonly openPoints: readonly OpenPoint[];
}

// ---------------------------------------------------------------------------------------------- contracts

/**
 * A value of a contract that is the answer to an open question: `{ openPoint: id }` in YAML. The model has the default of the question
 * there; planning replaces it with the answer of a target.
 */
export interface OpenValue extends Positioned {
  /** JSON pointer into the `ServiceContracts`. */
  readonly place: string;
  readonly point: string;
  /** JSON pointer to the relevant part of the answer. Absent: all of it. */
  readonly part?: string;
  /** The value is whether the answer, a list, contains this. */
  readonly has?: Json;
  /** Place of the schema for the value. Absent: any value. */
  readonly schema?: string;
}

/**
 * Base address of an operation. `elsewhere`: its path is a URL outside of the service, such as a portal for developers.
 */
export type Base = 'service' | 'identity-provider' | 'elsewhere';

/** `contracts/<service>/<endpoint>.yaml`. */
export interface EndpointContract
  extends Omit<RawEndpoint, 'base' | 'parents' | 'nested' | 'fields' | 'operations' | 'cases'>, Positioned {
  readonly service: string;
  readonly base: Base;
  readonly parents: Map<string>;
  readonly nested: Map<string>;
  readonly fields: readonly Field[];
  readonly operations: readonly Operation[];
  /** Its operations again, for each further auth scheme. Planning adds them. */
  readonly alternatives?: readonly Operation[];
  readonly cases: readonly DeclaredCase[];
}

/** Forms whose bodies are JSON. */
export const JSON_FORMS: ReadonlySet<Form> = new Set(['plain', 'item', 'items', 'single', 'list']);

/** Name of the paging style that pagination.yaml describes itself. */
export const USUAL_STYLE = 'usual';

/** Value of `ids` for records that are created after the response. */
export const CREATED_LATER = 'later';

type FilledIn =
  | 'kind'
  | 'request'
  | 'response'
  | 'parameters'
  | 'query'
  | 'pagination'
  | 'access'
  | 'style'
  | 'security'
  | 'makes'
  | 'changes';

export interface Operation extends Omit<RawOperation, FilledIn>, Versioned, Positioned {
  readonly name: string;
  readonly kind: OperationKind;
  readonly request: Form;
  readonly response: Form;
  /** Path parameters that do not identify a record. */
  readonly parameters?: readonly QueryParameter[];
  readonly query?: readonly QueryParameter[];
  readonly pagination: NonNullable<RawOperation['pagination']>;
  readonly access: NonNullable<RawOperation['access']>;
  /** Name of its paging style, and of others that work as well. */
  readonly style?: string;
  readonly orStyles?: readonly string[];
  /** Name of its auth scheme, and of others that work as well. */
  readonly security?: string;
  readonly orBy?: readonly string[];
  /** The same operation with another auth scheme or paging style. Planning adds it. */
  readonly alternative?: 'way' | 'style';
  /** How a call carries credentials, if it needs any. Planning adds it. */
  readonly carrier?: Carrier;
  /** Headers of every call of the service. Planning adds them. */
  readonly everyHeader?: Map<string>;
  /** For an action: the records that it creates; a run deletes them like those of a create. */
  readonly makes?: CreatedRecords;
}

/** The records that an action creates. */
export type CreatedRecords = NonNullable<RawOperation['makes']> & Partial<Positioned>;

export interface QueryParameter extends RawParameter, Positioned {
  readonly name: string;
}

/** A case that a contract declares. */
export interface DeclaredCase extends Omit<RawCase, 'change' | 'then' | 'checks'>, Positioned {
  readonly name: string;
  readonly change: Mutation;
  readonly then: NonNullable<RawCase['then']>;
  readonly checks: readonly DeclaredCheck[];
}

export interface DeclaredCheck extends Omit<RawCheck, 'with' | 'rule'>, Positioned {
  readonly rule: string;
  readonly with: Map<Json>;
}

export type Rejection = Omit<RawRejection, 'changes'> & Versioned;

/** How one kind of error body is built. Pointers are RFC 6901; for `items` responses they are relative to the item. */
export interface ErrorFamily extends Omit<RawErrors['families'][string], 'unnamed'> {
  readonly name: string;
  readonly unnamed?: boolean;
}

/** `contracts/<service>/errors.yaml`. */
export interface ErrorsBlock {
  readonly families: readonly ErrorFamily[];
  readonly refusals: Readonly<Partial<Record<RejectionKind, Rejection>>>;
  readonly forbiddenTexts: readonly string[];
}

/** `contracts/<service>/pagination.yaml`: the style of the service, and others by name. */
export interface PaginationBlock extends PageStyle, Positioned {
  readonly others?: Map<PageStyle>;
}

/** Place of the credentials in a call, and the scheme before them (empty: none). */
export interface Carrier {
  readonly in: (typeof CARRIED_IN)[number];
  readonly name: string;
  readonly scheme: string;
}

/** An auth scheme in the terms of OpenAPI. A type has only the properties that it can have. */
export type SecurityScheme = Omit<RawSecurity, 'others'>;

/** `contracts/<service>/security.yaml`: the auth scheme of the service, and others by name. */
export interface SecurityBlock extends SecurityScheme, Positioned {
  readonly others?: Map<SecurityScheme>;
}

/** Rules for JWTs do not apply to opaque tokens. */
export type TokenKind = NonNullable<RawToken['accessToken']>['kind'];
/** Whether the identity provider of the sign-in issues the access tokens. */
export type TokenIssuer = NonNullable<RawToken['accessToken']>['issuer'];

/** `contracts/<service>/token.yaml`: how access tokens are requested and sent. */
export interface TokenBlock extends Omit<RawToken, 'header' | 'claims' | 'cases'>, Positioned {
  readonly header: readonly ClaimRule[];
  readonly claims: readonly ClaimRule[];
}

/** Settings of a target that claims can refer to with `{ $setting: name }`. */
export const SETTINGS = ['algorithm', 'kid', 'issuer', 'device', 'audience', 'token-audience'] as const;
export type Setting = (typeof SETTINGS)[number];

export interface ClaimRule extends Omit<RawClaim, 'required' | 'changes'>, Versioned {
  readonly name: string;
  readonly required: boolean;
}

/** The fields that wrap every body; absent for services without an envelope. */
export type EnvelopeBlock = Required<Pick<RawEnvelope, 'correlation' | 'success' | 'result' | 'messages'>>;

/** `contracts/<service>/bindings.yaml`: the requirement that a generated check proves. The last match wins. */
export type Binding = NonNullable<RawBindings['bindings']>[number] & Positioned;

/** An entry of `practices` in `bindings.yaml`: conventions that the service keeps. */
export interface Practice extends Positioned {
  /** Glob over rule ids. */
  readonly rules: string;
}

/** Settings of envelope.yaml that apply to every call. */
export const CALL_SETTINGS = [
  'server',
  'servers',
  'variables',
  'timeBudget',
  'zone',
  'mediaType',
  'openAnswers',
  'bodyLimit',
] as const;
type CallSettings = Pick<RawEnvelope, (typeof CALL_SETTINGS)[number]>;

/** A variable of an address, as in OpenAPI. */
export type ServerVariable = NonNullable<RawEnvelope['variables']>[string];

/** All contracts of one service. */
export interface ServiceContracts extends CallSettings, Pick<RawEnvelope, 'wrapping'> {
  readonly service: string;
  readonly envelope?: EnvelopeBlock;
  readonly errors: ErrorsBlock;
  readonly pagination?: PaginationBlock;
  readonly token?: TokenBlock;
  readonly security?: SecurityBlock;
  /** Headers of every call of the service. */
  readonly headers: Map<string>;
  /** True if the operations are the whole interface. Only then must an undeclared method be rejected. */
  readonly methods: NonNullable<RawEnvelope['methods']>;
  readonly bindings: readonly Binding[];
  readonly practices: readonly Practice[];
  readonly rest?: UnboundWeight;
  /** Rows of the service, and common rows that are switched off. */
  readonly catalogue: OwnCatalogue;
  readonly endpoints: readonly EndpointContract[];
  /** The values that are answers to open questions. */
  readonly open: readonly OpenValue[];
}

/** Everything a run starts from. */
export interface Project {
  readonly specs: readonly Spec[];
  readonly contracts: readonly ServiceContracts[];
}
