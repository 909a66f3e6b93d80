/** Rows of a catalogue, as data. `docs/own-test-cases.md` describes them. */
import type { Json } from '../model/json.ts';
import type { Field, FieldType } from './field.ts';
import type { Position } from './position.ts';

type Map<T> = Readonly<Record<string, T>>;

/** A value as written in a row: with `{names}` of `each`, `{ $make: name }`, and the directives of the plan. */
export type RowValue = Json;

/** Fields with their values. A scenario may compute all of them at once. */
type ValueMap<V> = Map<V> | Extract<V, { readonly make: unknown }>;

/** The values that each capability of an operation must have. */
export type OperationCondition = Map<Json>;

/** The change to the baseline request. */
export interface RowChange<V = RowValue> {
  /** Removes the body of the baseline request, unless the row sets one. */
  readonly method?: string;
  readonly path?: string;
  readonly identifier?: string;
  /** Text after the id of the record. */
  readonly identifierEnd?: string;
  readonly headers?: Map<V>;
  readonly query?: Map<V>;
  /** For a list: the requested page and its size. */
  readonly page?: string | number;
  readonly size?: string | number;
  readonly token?: string;
  readonly body?: {
    readonly json?: V;
    readonly text?: string;
    /** Replaces the `…` of the text, that many times; without a text, inserted after the first bracket of the JSON body. */
    readonly fill?: { readonly text: string; readonly times: number | 'past-the-limit' };
    /** Nested arrays of that depth. */
    readonly nested?: number;
    readonly spoilt?: 'truncated' | 'trailing-comma' | 'duplicate-member' | 'byte-order-mark';
  };
  /** Null omits it. */
  readonly correlation?: V;
  /** Number of concurrent copies of the request. */
  readonly times?: number;
  readonly set?: ValueMap<V>;
  readonly remove?: readonly string[];
  readonly form?: {
    readonly set?: Map<V>;
    readonly remove?: readonly string[];
    readonly repeat?: readonly string[];
    readonly written?: 'json';
  };
  readonly assertion?: RowAssertion<V>;
}

/** A change, and how it is sent. */
export interface RowStep<V = RowValue> extends RowChange<V> {
  readonly via?: 'undici' | 'socket';
  readonly passive?: boolean;
  /** Statuses of its success, if they differ from those of the operation. */
  readonly success?: readonly number[];
  /** The defect of the text that is written to the socket. */
  readonly raw?: string;
}

/** One of the steps of a row: a change of the valid request, or an operation on a record before or after it. */
export interface RowOperation<V = RowValue> extends RowStep<V> {
  /** Creates a record with its required fields, or with every field. */
  readonly make?: 'least' | 'full';
  /** Endpoint of the record, if it is another one. */
  readonly of?: string;
  /** Creates several records in one request: the fields that are set in each. */
  readonly items?: readonly ValueMap<V>[];
  /** Sends the operation itself to the record of that step; an update has the fields of `set` and no others. */
  readonly on?: string;
  /** Reads, lists or deletes the record of that step. */
  readonly read?: string;
  readonly list?: string;
  readonly delete?: string;
  /** Sent at the same time as that step, which is the one before it. */
  readonly together?: string;
}

/** One step on the pages of a list: it creates or deletes records, or fetches pages. */
export interface PageStep<V = RowValue> {
  /** Number of records that are created. */
  readonly add?: V;
  readonly remove?: 'first' | 'last';
  /** A position from 1, a text that is sent unchanged, `every` page, or the first `few`. */
  readonly page?: V;
  readonly size?: V;
  /** Sends the page or the size without the other one. */
  readonly alone?: boolean;
  readonly token?: string;
  /** `links`: follows the links of the last page too. */
  readonly onward?: 'links';
}

/** How an assertion is signed, if not by the right key with the algorithm of `token.yaml`. */
export type Signature = 'absent' | 'right-key' | 'other-key' | 'public-key-as-secret' | 'of-other-claims';

/** Defects of the compact form of a JWT. */
export type MalformedJwtForm =
  | 'padding'
  | 'space'
  | 'two-parts'
  | 'four-parts'
  | 'json'
  | 'claims-list'
  | 'claims-text';

export interface RowAssertion<V = RowValue> {
  readonly as?: 'other' | 'unlinked' | 'elsewhere';
  /** The party whose key and `kid` sign the assertion; the claims are those of the caller. */
  readonly signer?: 'other' | 'unlinked' | 'elsewhere';
  readonly header?: Map<V>;
  readonly claims?: Map<V>;
  readonly remove?: { readonly header?: readonly string[]; readonly claims?: readonly string[] };
  readonly twice?: Map<V>;
  readonly signature?: Signature;
  readonly 'key-in-header'?: string;
  readonly written?: MalformedJwtForm;
  /** Repeats the assertion of this earlier step. */
  readonly again?: string;
}

/** One check on the responses. */
export interface RowCheck<V = RowValue> {
  readonly refused?: string;
  readonly field?: string;
  readonly fault?: string;
  readonly or?: readonly number[];
  readonly accepted?: true;
  /** The step whose response is judged; default `probe`. */
  readonly step?: string;
  readonly rule?: string;
  /** The rule that judges, under the name and with the texts of the row, or under `id`. */
  readonly as?: string;
  readonly with?: Map<V>;
  readonly given?: Map<'success' | 'answered'>;
  readonly asks?: string;
  /** In addition to those of the row. */
  readonly applies?: OperationCondition;
  /** End of the check id, if it is not that of the row. */
  readonly key?: string;
  /** For an additional check with an id and texts of its own. */
  readonly id?: string;
  readonly title?: string;
  readonly fails?: string;
  readonly why?: string;
  readonly source?: string;
  readonly requirement?: string;
  readonly convention?: true;
}

export type RowExpect<V = RowValue> = 'accepted' | RowCheck<V> | readonly RowCheck<V>[];

/** As written: entries of a list may name `laws` of the file. */
export type RawExpect = 'accepted' | RowCheck | readonly (RowCheck | string)[];

/** A selector by name, its fields filtered by properties of the contract, or literal values. */
export type RowEach<S = string> = Map<S | RowFields<S> | readonly (string | number | boolean)[]>;

export interface RowFields<S = string> {
  readonly from: S;
  readonly type?: FieldType | readonly FieldType[];
  /** Properties that a field of the contract must have, or must not have; false counts as absent. */
  readonly has?: readonly FieldProperty[];
  readonly lacks?: readonly FieldProperty[];
  readonly 'at-least'?: Partial<Readonly<Record<FieldProperty, number>>>;
  /** Only the first field. */
  readonly first?: true;
}

type FieldProperty = keyof Field;

/** Properties of a row, and those that each of its variants may replace. */
export interface RowVariantDefinition<V = RowValue, S = string> extends RowStep<V> {
  readonly when?: string;
  readonly asks?: string;
  readonly requirement?: string;
  readonly applies?: OperationCondition;
  readonly each?: RowEach<S>;
  readonly key?: string;
  readonly apart?: boolean;
  readonly undo?: boolean;
  readonly steps?: Map<RowOperation<V>>;
  /** Steps on the pages of a list, by name. Steps of a variant replace those of the row with the same name. */
  readonly collection?: Map<PageStep<V>>;
  readonly expect?: RowExpect<V>;
}

export interface RawRowVariant extends Omit<RowVariantDefinition, 'expect'> {
  readonly expect?: RawExpect;
}

interface RowWords {
  readonly title?: string;
  readonly fails?: string;
  readonly why?: string;
  readonly source?: string;
  readonly convention?: true;
  readonly aspect?: string;
  readonly group?: string;
}

export interface RawRow extends RawRowVariant, RowWords {
  readonly tries?: Map<RawRowVariant>;
}

/** A row, merged with the defaults of its file. */
export interface Row<V = RowValue, S = string> extends RowVariantDefinition<V, S>, RowWords {
  readonly tries?: Map<RowVariantDefinition<V, S>>;
  readonly id: string;
  /** Name of its file; for rows of a service the name of the service. */
  readonly catalogue: string;
  readonly aspect: string;
  /** Name of its group, if it is not the aspect. */
  readonly group: string;
  readonly turns: RowOrdering;
  /** Conditions of the file, then of the row; all must match. */
  readonly needs: readonly OperationCondition[];
  /** Operations whose own catalogue lists all their rows, without this one; none may match. */
  readonly barred?: readonly OperationCondition[];
  readonly expect: RowExpect<V>;
  /** Ids of the rules that judge the checks with the row's own name. */
  readonly judges: readonly string[];
  /** Position of every part of it, by RFC 6901 pointer; `''` is the row itself. */
  readonly places: Map<Position>;
}

/** Ordering of a group: alone if the operation has these capabilities, or its cases in sequence. */
export interface RowOrdering {
  readonly alone?: OperationCondition;
  readonly 'in-turn'?: true;
}

/** Texts of a passive check. */
export interface RawResponseRow {
  readonly title: string;
  readonly fails: string;
  readonly why: string;
  readonly source?: string;
  readonly convention?: true;
  /** Operations that the check applies to; absent: all. */
  readonly applies?: OperationCondition;
}

export interface ResponseRow extends RawResponseRow {
  readonly id: string;
  readonly places: Map<Position>;
}

export interface Catalogue {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly answers: readonly ResponseRow[];
  /** Its operations are tested with its own rows and with these rows of other files only. */
  readonly closed?: { readonly applies: OperationCondition; readonly also: readonly string[] };
}

/** `contracts/<service>/catalogue.yaml`. */
export interface OwnCatalogue {
  readonly add: readonly Row[];
  readonly off: readonly { readonly row: string; readonly reason: string; readonly at: Position }[];
}

export interface RawCatalogue {
  readonly catalogue: string;
  readonly aspect?: string;
  readonly groups?: Map<RowOrdering>;
  readonly applies?: OperationCondition;
  /** Rows of other files that also apply to its operations, by id, with a description. All others do not apply. */
  readonly also?: Map<string>;
  readonly laws?: Map<RowCheck>;
  readonly expect?: RawExpect;
  readonly cases: Map<RawRow>;
  readonly answers?: Map<RawResponseRow>;
}

export interface RawOwnCatalogue {
  readonly off?: Map<string>;
  readonly add?: Map<RawRow>;
}
