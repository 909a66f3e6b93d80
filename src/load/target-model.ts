/** A target as the rest of Plumbline sees it; see `model.ts` for specs and contracts. */
import type { Json } from '../model/json.ts';
import type { SecretRef } from '../schema/common.ts';
import type { IdentityProviderSettings, RawTarget, RawTargetService, RawWaivers } from '../schema/target.ts';
import type { Positioned } from './position.ts';

export type {
  ConnectionSettings,
  IdentityProviderSettings,
  KnownRecord,
  Maintenance,
  InvalidTokens,
} from '../schema/target.ts';

/** Credentials of a caller: a key, or a user with a password. */
export type Credential =
  | { readonly kind: 'key'; readonly key: SecretRef }
  | { readonly kind: 'user'; readonly user: string; readonly password: SecretRef };

/** An OAuth 2 client with a secret. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: SecretRef;
  /** Requested scopes, if they differ from security.yaml. */
  readonly scopes?: readonly string[];
}

/** Credentials of one auth scheme: for the caller of the run, and for another one. */
export interface Parties<T> {
  readonly own: T;
  readonly other?: T;
}

/** Signs the assertions of a party. */
export type Signer = Pick<IdentityProviderSettings, 'issuer' | 'device' | 'kid' | 'key'>;

/** A party that cases and records name, with its credentials for each auth scheme that it can use. */
export interface NamedParty {
  readonly bearer?: SecretRef;
  readonly signer?: Signer;
  readonly client?: OAuthClient;
  readonly credential?: Credential;
  /** For the other auth schemes of the service, by name. */
  readonly others?: Readonly<Record<string, Credential>>;
}

type Resolved =
  | 'identityProvider'
  | 'bearer'
  | 'otherBearer'
  | 'unlinked'
  | 'elsewhere'
  | 'other'
  | 'spoiled'
  | 'otherAudience'
  | 'records'
  | 'partyHeaders';

/** A service of a target, with variables and addresses resolved. Checks that need an absent party or token are `inapplicable`. */
export interface TargetService extends Pick<RawTargetService, Resolved> {
  readonly service: string;
  /** Base address per spec version, without a trailing slash. */
  readonly addresses: readonly { readonly spec: string; readonly baseUrl: string }[];
  /** Its other addresses, by their names in the contract. */
  readonly servers?: Readonly<Record<string, string>>;
  /** Credentials for the auth scheme of the service if it needs no token, and for its other schemes by name. */
  readonly credentials?: Parties<Credential>;
  readonly others?: Readonly<Record<string, Parties<Credential>>>;
  /** Client that requests access tokens. */
  readonly client?: Parties<OAuthClient> & { readonly tokenUrl: string };
  /** Further parties, by name. */
  readonly parties?: Readonly<Record<string, NamedParty>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers whose values came from the environment. */
  readonly secretHeaders?: readonly string[];
}

/** A waiver for the check ids that one pattern matches. */
export interface Waiver extends Omit<RawWaivers['waivers'][number], 'checks'>, Positioned {
  readonly checks: string;
}

/** Reference data that the service returns. It answers an open question, and is read before a run is planned. */
export interface ServiceList {
  readonly point: string;
  /** Absent: for every version, each at its own address. */
  readonly version?: string;
  /** Path below the base address, or an absolute address. */
  readonly list: string;
  /** Place of its codes in the response; `*` is every entry of a list. */
  readonly codes: string;
}

type FilledIn = 'embedded' | 'disposable' | 'faults' | 'services' | 'answers' | 'limits' | 'maintenance' | 'waivers';

export interface Target extends Omit<RawTarget, FilledIn>, Required<Pick<RawTarget, Exclude<FilledIn, Rebuilt>>> {
  readonly services: readonly TargetService[];
  /** Values of environment variables except addresses. They must not appear in files or output. */
  readonly secrets?: readonly string[];
  /** Open question id to value. */
  readonly answers: Readonly<Record<string, Json>>;
  /** Answers that are read from the service before the run is planned. */
  readonly lists?: readonly ServiceList[];
  readonly limits: RawLimits & Required<Pick<RawLimits, 'concurrency' | 'timeoutMs'>>;
  readonly waivers: readonly Waiver[];
  /** The target file, relative to the project root. */
  readonly file: string;
}
type Rebuilt = 'services' | 'answers' | 'limits' | 'waivers';
type RawLimits = NonNullable<RawTarget['limits']>;
