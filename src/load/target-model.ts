/** A target as the rest of Plumbline sees it; see `model.ts` for specs and contracts. */
import type { Json } from '../record/json.ts';
import type { Symptom } from '../record/scope.ts';
import type { SecretRef } from '../schema/common.ts';
import type {
  ConnectionSettings,
  IdentityProviderSettings,
  KnownRecord,
  Maintenance,
  SpoiledTokens,
} from '../schema/target.ts';
import type { Position } from './position.ts';

export type {
  ConnectionSettings,
  IdentityProviderSettings,
  KnownRecord,
  Maintenance,
  SpoiledTokens,
} from '../schema/target.ts';

/** What somebody shows to be let in: a key, or a name with a password. */
export type Credential =
  | { readonly kind: 'key'; readonly key: SecretRef }
  | { readonly kind: 'user'; readonly user: string; readonly password: SecretRef };

/** A client of OAuth 2 that shows a secret. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: SecretRef;
  /** What it asks for, where that is not what security.yaml says. */
  readonly scopes?: readonly string[];
}

/** What one way in is given with: by the party that the run is, and by another one. */
export interface Parties<T> {
  readonly own: T;
  readonly other?: T;
}

/** What signs the assertions of a party. */
export type Signer = Pick<IdentityProviderSettings, 'issuer' | 'device' | 'kid' | 'key'>;

/** Somebody whom cases and records call by a name of the target's: what he shows in each way in, as far as he can. */
export interface NamedParty {
  readonly bearer?: SecretRef;
  readonly signer?: Signer;
  readonly client?: OAuthClient;
  readonly credential?: Credential;
  /** In the other ways of the service, by name. */
  readonly others?: Readonly<Record<string, Credential>>;
}

export interface TargetService {
  readonly service: string;
  /** Base address per spec version, without a trailing slash. */
  readonly addresses: readonly { readonly spec: string; readonly baseUrl: string }[];
  /** Its other addresses, by the names that the contract gives them. */
  readonly servers?: Readonly<Record<string, string>>;
  readonly identityProvider?: IdentityProviderSettings;
  /** An access token or key that needs no sign-in. */
  readonly bearer?: SecretRef;
  /** That of the second party. */
  readonly otherBearer?: SecretRef;
  /** What is shown in the way that the service has, where that is no token, and in its others by name. */
  readonly credentials?: Parties<Credential>;
  readonly others?: Readonly<Record<string, Parties<Credential>>>;
  /** A client that asks for access tokens. */
  readonly client?: Parties<OAuthClient> & { readonly tokenUrl: string };
  /** Other parties, for isolation and linking checks; checks that need an absent one are `inapplicable`. */
  readonly unlinked?: Signer;
  /** Linked to another service only. */
  readonly elsewhere?: Signer;
  readonly other?: Signer;
  /** Any more, by name. */
  readonly parties?: Readonly<Record<string, NamedParty>>;
  /** Access tokens that the owner of the identity provider made to be refused; checks that need an absent one are `inapplicable`. */
  readonly spoiled?: SpoiledTokens;
  /** Audience of another service, for tokens that are good but not for this one. */
  readonly otherAudience?: string;
  /** Records that are there already, by endpoint. */
  readonly records?: Readonly<Record<string, KnownRecord>>;
  readonly headers: Readonly<Record<string, string>>;
  /** What other parties send in place of these, or besides: by party. */
  readonly partyHeaders?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Names of those headers whose values came from the environment. */
  readonly secretHeaders?: readonly string[];
}

export interface Waiver {
  /** Glob over whole check ids: `*` stays within a segment, `**` crosses. */
  readonly checks: string;
  readonly service?: string;
  readonly spec?: readonly string[];
  /** What the findings must look like: every given text occurs in each finding. */
  readonly symptom: Symptom;
  readonly reason: string;
  readonly owner: string;
  readonly link?: string;
  /** Last day it holds, `YYYY-MM-DD`. */
  readonly expires: string;
  readonly at: Position;
}

/** Reference data that the service itself gives out: it answers an open point, and is read before a run is planned. */
export interface ServiceList {
  readonly point: string;
  /** Absent: of every version, each at its own address. */
  readonly version?: string;
  /** Below the base address, or a whole address. */
  readonly list: string;
  /** Where its codes stand in the answer; `*` is every entry of a list. */
  readonly codes: string;
}

export interface Target {
  readonly target: string;
  readonly environment: 'test' | 'production';
  /** Plumbline starts its own reference services and fills in the addresses. */
  readonly embedded: boolean;
  /** Everything stored there may be replaced or removed: nobody else keeps anything there. Embedded services always are. */
  readonly disposable: boolean;
  /** Seeded faults that the embedded services are started with; always empty for other targets. */
  readonly faults: readonly string[];
  readonly services: readonly TargetService[];
  /** Absent where they are reached directly. */
  readonly connection?: ConnectionSettings;
  /** What was taken from the environment, addresses apart: nothing that is written or printed may hold it. */
  readonly secrets?: readonly string[];
  /** Open point id to value. */
  readonly answers: Readonly<Record<string, Json>>;
  /** The same for single versions, by version: what is said there counts before what is said of all. */
  readonly answersIn?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** What is to be read of the service in place of an answer. */
  readonly lists?: readonly ServiceList[];
  /** Files beside the report; absent: the default ones. */
  readonly formats?: 'none' | readonly ('ctrf' | 'allure')[];
  readonly limits: {
    readonly concurrency: number;
    readonly requestsPerSecond?: number;
    readonly timeoutMs: number;
    readonly maxResponseBytes?: number;
    readonly maxRunBytes?: number;
    /** Pages that a walk over a list goes at most. */
    readonly pages?: number;
    readonly minutes?: number;
  };
  readonly maintenance: readonly Maintenance[];
  readonly waivers: readonly Waiver[];
  readonly file: string;
}
