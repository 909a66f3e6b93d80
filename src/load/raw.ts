/** The files as they are written, once their schema has accepted them; `model.ts` is what they become. */
import type { Json } from '../record/json.ts';
import type {
  ClaimRule,
  Condition,
  ConnectionSettings,
  Content,
  DeclaredBasis,
  DeclaredHeader,
  EndpointContract,
  ErrorFamily,
  FilePart,
  LeftMark,
  MadeRecords,
  Form,
  KnownRecord,
  Level,
  Maintenance,
  Mutation,
  OperationKind,
  PaginationBlock,
  QueryParameter,
  Refusal,
  RefusalKind,
  Rest,
  ScenarioStep,
  SecretRef,
  SecurityBlock,
  ServerVariable,
  SpecVersion,
  TokenBlock,
  VersionBound,
  VersionRange,
  Waiver,
  Wrapping,
  WrittenField,
} from './model.ts';

type Map<T> = Readonly<Record<string, T>>;

export interface RawVersions {
  readonly service: string;
  readonly title: string;
  readonly source: string;
  readonly versions: readonly SpecVersion[];
}

export interface RawRequirement extends VersionRange {
  readonly text: string;
  readonly level: Level;
  readonly basis: DeclaredBasis;
  readonly section: string;
  readonly openPoints?: readonly string[];
  readonly holds?: Condition | readonly Condition[];
  readonly otherwise?: string;
  readonly changes?: readonly { readonly in: VersionBound; readonly text: string; readonly breaking?: boolean }[];
  readonly excluded?: string;
}

export interface RawRequirements {
  readonly requirements: Map<RawRequirement>;
}

export interface RawOpenPoint {
  readonly question: string;
  readonly kind?: 'confirm';
  readonly default?: Json;
  readonly sample?: true;
  readonly newestIsCertain?: true;
  readonly choices?: readonly Json[];
  readonly reason: string;
  readonly section: string;
}

export interface RawOpenPoints {
  readonly openPoints: Map<RawOpenPoint>;
}

/** `in`, `remove`, and the members that are different from then on. */
export type RawChange<T> = Partial<T> & { readonly in: VersionBound; readonly remove?: readonly string[] };

export type RawField = WrittenField & {
  readonly fields?: Map<RawField>;
  readonly of?: WrittenField;
  readonly changes?: readonly RawChange<WrittenField>[];
};

export interface RawOperationMembers {
  readonly method: string;
  readonly path: string;
  readonly request?: Form;
  readonly response?: Form;
  readonly success: readonly number[];
  readonly parameters?: Map<Omit<QueryParameter, 'name' | 'at'>>;
  readonly query?: Map<Omit<QueryParameter, 'name' | 'at'>>;
  readonly unknownParameters?: 'refuse' | 'ignore';
  readonly content?: Content;
  readonly files?: Map<FilePart>;
  readonly bodyOptional?: true;
  readonly requestMedia?: string;
  readonly media?: string;
  readonly schema?: Json;
  readonly wrapping?: Wrapping;
  readonly pagination?: 'enforced' | 'optional' | 'none';
  readonly style?: string | readonly string[];
  readonly server?: string;
  readonly access?: 'token' | 'public';
  readonly security?: string | readonly string[];
  readonly headers?: Map<DeclaredHeader>;
  readonly upsert?: 'make' | 'refuse';
  readonly taken?: 'refuse' | 'replace';
  readonly conditional?: boolean | 'required';
  readonly ranges?: boolean;
  readonly leaves?: LeftMark;
  readonly empties?: readonly string[];
  readonly after?: string;
  readonly makes?: MadeRecords;
}

export interface RawOperation extends VersionRange, RawOperationMembers {
  readonly kind?: OperationKind;
  readonly changes?: readonly RawChange<RawOperationMembers>[];
}

export interface RawCheck {
  readonly rule: string;
  readonly requirement: string;
  readonly with?: Map<Json>;
  readonly key?: string;
}

export interface RawCase extends VersionRange {
  readonly title: string;
  readonly on: string;
  readonly aspect: string;
  readonly change?: Mutation;
  readonly steps?: Map<ScenarioStep>;
  readonly then?: readonly ('read' | 'list')[];
  readonly checks: readonly RawCheck[];
}

export interface RawEndpoint extends VersionRange {
  readonly endpoint: string;
  readonly title: string;
  readonly base?: 'service' | 'identity-provider';
  readonly describes?: NonNullable<EndpointContract['describes']>;
  readonly singular?: string;
  readonly uid?: string;
  readonly parents?: Map<string>;
  readonly nested?: Map<string>;
  readonly fields?: Map<RawField>;
  readonly fieldsFrom?: string;
  readonly operations: Map<RawOperation>;
  readonly cases?: Map<RawCase>;
}

type RefusalMembers = Omit<Refusal, 'since' | 'until' | 'changes'>;

export interface RawRefusal extends VersionRange, RefusalMembers {
  readonly changes?: readonly RawChange<RefusalMembers>[];
}

export interface RawErrors {
  readonly families: Map<Omit<ErrorFamily, 'name'>>;
  readonly refusals: Readonly<Partial<Record<RefusalKind, RawRefusal>>>;
  readonly never?: readonly string[];
}

export type RawPagination = Omit<PaginationBlock, 'at'>;

export type RawSecurity = Omit<SecurityBlock, 'at'>;

type ClaimMembers = Pick<ClaimRule, 'type' | 'value' | 'once'> & { readonly required?: boolean };

export interface RawClaim extends VersionRange, ClaimMembers {
  readonly changes?: readonly RawChange<ClaimMembers>[];
}

export type RawToken = Omit<TokenBlock, 'at' | 'header' | 'claims'> & {
  readonly header: Map<RawClaim>;
  readonly claims: Map<RawClaim>;
  /** Of the operation that gives the token. */
  readonly cases?: Map<RawCase>;
};

export interface RawEnvelope {
  readonly correlation?: { readonly member: string; readonly maxLength: number };
  readonly success?: string;
  readonly result?: string;
  readonly messages?: string;
  readonly wrapping?: Wrapping;
  readonly headers?: Map<string>;
  readonly methods?: 'complete' | 'partial';
  readonly server?: string;
  readonly servers?: Map<string>;
  readonly variables?: Map<ServerVariable>;
  readonly timeBudget?: number;
  readonly zone?: string;
  readonly mediaType?: string;
  readonly openAnswers?: boolean;
  readonly bodyLimit?: number | 'untried';
}

export interface RawBindings {
  readonly bindings?: readonly { readonly checks: string; readonly requirement?: string; readonly form?: string }[];
  readonly practices?: readonly string[];
  readonly rest?: Rest;
}

export interface RawParty {
  readonly issuer: string;
  readonly device: string;
  readonly kid: string;
  readonly key: SecretRef;
}

export interface RawCredential {
  readonly key?: SecretRef;
  readonly user?: string;
  readonly password?: SecretRef;
  readonly id?: string;
  readonly secret?: SecretRef;
  readonly scopes?: readonly string[];
}

export interface RawCredentials extends RawCredential {
  readonly tokenUrl?: string;
  readonly privateKey?: SecretRef;
  readonly kid?: string;
  readonly audience?: string;
  readonly other?: RawCredential;
  readonly others?: Map<RawCredential & { readonly other?: RawCredential }>;
}

/** Whichever of these the service asks for, and the same for its other ways in. */
export interface RawNamedParty extends RawCredential, Partial<RawParty> {
  readonly bearer?: SecretRef;
  readonly privateKey?: SecretRef;
  readonly others?: Map<RawCredential>;
}

export interface RawTargetService {
  readonly baseUrl?: string | Map<string>;
  readonly servers?: Map<string>;
  readonly variables?: Map<string>;
  readonly spec?: readonly string[];
  readonly identityProvider?: RawParty & {
    readonly tokenUrl: string;
    readonly audience: string;
    readonly tokenAudience: string;
    readonly clientId?: string;
  };
  readonly credentials?: RawCredentials;
  readonly bearer?: SecretRef;
  readonly otherBearer?: SecretRef;
  readonly unlinked?: RawParty;
  readonly elsewhere?: RawParty;
  readonly other?: RawParty;
  readonly parties?: Map<RawNamedParty>;
  readonly spoiled?: {
    readonly expired?: SecretRef;
    readonly notYetValid?: SecretRef;
    readonly otherIssuer?: SecretRef;
    readonly otherAudience?: SecretRef;
  };
  readonly otherAudience?: string;
  readonly records?: Map<KnownRecord>;
  readonly headers?: Map<string>;
  readonly partyHeaders?: Map<Map<string>>;
}

export interface RawTarget {
  readonly target: string;
  readonly environment: 'test' | 'production';
  readonly embedded?: boolean;
  readonly disposable?: boolean;
  readonly faults?: readonly string[];
  readonly services: Map<RawTargetService>;
  readonly connection?: ConnectionSettings;
  /** In a map, `defaults: true` stands for all defaults, beside the answers of single open points. */
  readonly answers?: Map<Json> | 'defaults';
  readonly answersIn?: Map<Map<Json>>;
  readonly formats?: 'none' | readonly ('ctrf' | 'allure')[];
  readonly limits?: {
    readonly concurrency?: number;
    readonly requestsPerSecond?: number;
    readonly timeoutMs?: number;
    readonly maxResponseBytes?: number;
    readonly maxRunBytes?: number;
    readonly pages?: number;
    readonly minutes?: number;
  };
  readonly maintenance?: readonly Maintenance[];
  readonly waivers?: string;
}

export interface RawWaivers {
  readonly waivers: readonly (Omit<Waiver, 'at' | 'checks'> & { readonly checks: string | readonly string[] })[];
}
