/** Types of a draft that `init` builds from a document, before it is written as files. */
import type { Json, JsonMap } from '../model/json.ts';
import type { ServerTemplate } from './address.ts';
import type { DraftErrors } from './draft-errors.ts';
import type { DraftHeaders } from './headers.ts';
import type { SecurityDraft } from './security-schemes.ts';

export interface UncheckedStatement {
  readonly what: string;
  readonly where: string;
}

export interface DraftEndpoint {
  readonly name: string;
  readonly title: string;
  readonly base: 'service' | 'identity-provider';
  readonly uid?: string;
  /** Parent endpoint by path parameter. */
  readonly parents: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, JsonMap>>;
  readonly operations: Readonly<Record<string, JsonMap>>;
  /** Facts that are inferred from names, since the document does not state them. */
  readonly inferred: readonly string[];
  /** Statements of the document that no check verifies. */
  readonly unchecked: readonly UncheckedStatement[];
}

/** A value that a request needs and the document does not state: it becomes an open question. */
export interface DraftPoint {
  /** ID below the name of the service. */
  readonly id: string;
  readonly question: string;
  readonly default: Json;
  readonly reason: string;
}

export interface Draft extends DraftHeaders {
  readonly title: string;
  readonly version: string;
  readonly server: string | undefined;
  /** Server URL with variables, if the document has none without. */
  readonly template?: ServerTemplate;
  /** Path prefix of a document that names no host, or an empty string. */
  readonly below: string;
  readonly ways: Omit<SecurityDraft, 'wayOf' | 'leftOut'>;
  readonly endpoints: readonly DraftEndpoint[];
  /** Content of `pagination.yaml`; styles that only some lists use are under `others`. */
  readonly pagination?: JsonMap;
  /** Media type of most responses, if it is not `application/json`. */
  readonly mediaType?: string;
  /** Whether some response schema allows properties that it does not name. */
  readonly openAnswers: boolean;
  /** Whether no request schema allows properties that it does not name. */
  readonly closedBodies: boolean;
  readonly notTried: SwitchedOffRows;
  readonly points: readonly DraftPoint[];
  /** Records that the target must name because no operation creates them: by endpoint, the ID that the document shows. */
  readonly records: Readonly<Record<string, JsonMap>>;
  readonly errors: DraftErrors;
  /** Operations without a contract. */
  readonly leftOut: readonly Omission[];
  /** Facts that are missing in the contracts. */
  readonly unsaid: readonly Omission[];
}

/** One reason and the operations it applies to, as `METHOD path`. */
export interface Omission {
  readonly why: string;
  readonly operations: readonly string[];
}

/** Switched-off test cases with the reason, as under `off` of `catalogue.yaml`. */
export type SwitchedOffRows = Readonly<Record<string, string>>;
