/** Cases that a contract declares itself; see `model.ts` for the rest of it. */
import type { Json } from '../record/json.ts';
import type { FilePart, Form } from './model.ts';
import type { VersionRange } from './spec-model.ts';
import type { Position } from './values.ts';

/** A case that no row makes: one change from the positive control, and the checks on what follows. */
export interface DeclaredCase extends VersionRange {
  readonly name: string;
  readonly title: string;
  readonly on: string;
  readonly aspect: string;
  readonly change: Mutation;
  /** Several steps in place of one change, by name: each is sent once, and nothing before them. */
  readonly steps?: Readonly<Record<string, ScenarioStep>>;
  /** What is asked after it; `read` reads the record back, `list` lists. */
  readonly then: readonly ('read' | 'list')[];
  readonly checks: readonly DeclaredCheck[];
  readonly at: Position;
}

/** A step of a case of several: an operation of the contract, or a request of its own. */
export interface ScenarioStep {
  /** An operation of the endpoint, or `endpoint/operation`. */
  readonly on?: string;
  readonly method?: string;
  readonly path?: string;
  readonly parameters?: Readonly<Record<string, Json>>;
  readonly query?: Readonly<Record<string, Json>>;
  readonly headers?: Readonly<Record<string, Json>>;
  readonly set?: Readonly<Record<string, Json>>;
  readonly remove?: readonly string[];
  /** The name of the address that its path is below. */
  readonly server?: string;
  /** The step in whose Location its address stands; `step#/pointer` where it stands in the content of its answer. */
  readonly location?: string;
  /** Who asks: `other`, `nobody`, or a party that the target names. */
  readonly as?: string;
  readonly body?: {
    readonly json?: Json;
    readonly form?: Readonly<Record<string, string>>;
    /** A part each: texts, and files. */
    readonly multipart?: Readonly<Record<string, string | FilePart>>;
    readonly text?: string;
    readonly base64?: string;
    readonly type?: string;
  };
  /** It is sent again until it is answered so, every so many seconds. */
  readonly until?: {
    readonly status?: number;
    readonly at?: string;
    readonly is?: Json;
    readonly every?: number;
    readonly atMost?: number;
  };
}

/** The one difference from the positive control. Members of `set` replace or add fields of the resource. */
export interface Mutation {
  readonly set?: Readonly<Record<string, Json>>;
  readonly remove?: readonly string[];
  /** Replaces the correlation id of the first item. */
  readonly correlation?: Json;
  /** Sends the body in another form. */
  readonly form?: Form;
  /** Nested items of a create, by member: field sets, each wrapped in an envelope of its own. */
  readonly nested?: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;
  readonly more?: readonly Readonly<Record<string, Json>>[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters of the path. */
  readonly parameters?: Readonly<Record<string, Json>>;
  /** Parameters of the query set, or left out with null. */
  readonly query?: Readonly<Record<string, Json>>;
  /** A member of the token assertion's `claims` or `header` set or removed (operation kind `token`). */
  readonly assertion?: {
    readonly claims?: Readonly<Record<string, Json>>;
    readonly header?: Readonly<Record<string, Json>>;
    readonly remove?: readonly string[];
  };
  /** Form parameters of a token request set, or removed with null. */
  readonly form_parameters?: Readonly<Record<string, string | null>>;
  /** Acts as another party of the target: `unlinked`, `elsewhere`, `other`, `nobody`, or by its name. */
  readonly as?: string;
  /** Sends the positive control's own body a second time. */
  readonly again?: true;
  /** How many times, at once. */
  readonly times?: number;
}

export interface DeclaredCheck {
  readonly rule: string;
  readonly requirement: string;
  readonly with: Readonly<Record<string, Json>>;
  /** Needed where one case binds the same rule twice. */
  readonly key?: string;
  readonly at: Position;
}
