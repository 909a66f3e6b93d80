/** What `init` drafts from a document, before it is written as files. */
import type { Json, JsonMap } from '../model/json.ts';
import type { AddressTemplate } from './address.ts';
import type { DraftErrors } from './draft-errors.ts';
import type { DraftHeaders } from './headers.ts';
import type { Unchecked } from './unchecked.ts';
import type { WaysIn } from './ways-in.ts';

export interface DraftEndpoint {
  /** Kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly base: 'service' | 'identity-provider';
  readonly uid?: string;
  /** Path parameter to endpoint. */
  readonly parents: Readonly<Record<string, string>>;
  /** As in `contracts/<service>/<endpoint>.yaml`. */
  readonly fields: Readonly<Record<string, JsonMap>>;
  readonly operations: Readonly<Record<string, JsonMap>>;
  /** What of it the document does not say, and names do. */
  readonly inferred: readonly string[];
  /** What of it the document says, and nothing checks. */
  readonly unchecked: readonly Unchecked[];
}

/** What the document does not say and a call needs: it becomes an open point. */
export interface DraftPoint {
  /** Below the name of the service. */
  readonly id: string;
  readonly question: string;
  readonly default: Json;
  readonly reason: string;
}

export interface Draft extends DraftHeaders {
  readonly title: string;
  readonly version: string;
  readonly server: string | undefined;
  /** An address with variables, where the document has none without. */
  readonly template?: AddressTemplate;
  /** Below which the service answers, where the document names no host: empty, or a path. */
  readonly below: string;
  readonly ways: Omit<WaysIn, 'wayOf' | 'leftOut'>;
  readonly endpoints: readonly DraftEndpoint[];
  /** As in `pagination.yaml`, with the styles of single lists under `others`. */
  readonly pagination?: JsonMap;
  /** What answers are declared as, where that is not `application/json`. */
  readonly mediaType?: string;
  /** Whether answers may have members that the document does not name: wherever a schema of one does not forbid it. */
  readonly openAnswers: boolean;
  /** Whether bodies of requests may have no members that it does not name. */
  readonly closedBodies: boolean;
  readonly notTried: NotTried;
  readonly points: readonly DraftPoint[];
  /** Records that the target has to name, since no operation makes them: endpoint to what the document shows of one. */
  readonly records: Readonly<Record<string, JsonMap>>;
  readonly errors: DraftErrors;
  /** Operations that no contract was made of. */
  readonly leftOut: readonly Omission[];
  /** What is not said of those that are drafted. */
  readonly unsaid: readonly Omission[];
}

/** The same of one or more operations, as `METHOD path`. */
export interface Omission {
  readonly why: string;
  readonly operations: readonly string[];
}

/** Rows of the common catalogues, each with the reason, as under `off` of `catalogue.yaml`. */
export type NotTried = Readonly<Record<string, string>>;
