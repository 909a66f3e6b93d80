/** Rows of a catalogue: what is tried, as data. `docs/catalogue.md` has the words. */
import type { Json } from '../model/json.ts';
import type { Field, FieldType } from './field.ts';
import type { Position } from './position.ts';

type Map<T> = Readonly<Record<string, T>>;

/** A value as it is written in a row: with `{names}` of `each`, `{ $make: name }`, and the directives of the plan. */
export type RowValue = Json;

/** Fields with their values. A scenario may compute all of them at once. */
type ValueMap<V> = Map<V> | Extract<V, { readonly make: unknown }>;

/** What a capability has to be: one of the words. */
export type Applies = Map<Json>;

/** The change to the good request. */
export interface RowChange<V = RowValue> {
  /** Without the body of the good request: who wants one with it says so. */
  readonly method?: string;
  readonly path?: string;
  readonly identifier?: string;
  /** What is written behind the record’s own. */
  readonly identifierEnd?: string;
  readonly headers?: Map<V>;
  readonly query?: Map<V>;
  /** Of a list: which page is asked for, and of how many records. */
  readonly page?: string | number;
  readonly size?: string | number;
  readonly token?: string;
  readonly body?: {
    readonly json?: V;
    readonly text?: string;
    /** What stands in place of the one `…` of the text, that many times; without a text, after the first bracket of the valid JSON body. */
    readonly fill?: { readonly text: string; readonly times: number | 'past-the-limit' };
    /** Arrays inside arrays, that deep. */
    readonly nested?: number;
    readonly spoilt?: 'truncated' | 'trailing-comma' | 'duplicate-member' | 'byte-order-mark';
  };
  /** Null leaves it out. */
  readonly correlation?: V;
  /** Sent that many times at once. */
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
  /** Statuses of its success, where they are not those of the operation. */
  readonly success?: readonly number[];
  /** What is wrong with the text that goes to the socket. */
  readonly raw?: string;
}

/** One of the steps of a row: a change of the valid request, or an operation on a record before or after it. */
export interface RowAct<V = RowValue> extends RowStep<V> {
  /** Creates a record with its required fields, or with every field. */
  readonly make?: 'least' | 'full';
  /** Endpoint of the record, where it is another one. */
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
export interface PageWords<V = RowValue> {
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

/** How an assertion is signed, where not by the right key with the algorithm of `token.yaml`. */
export type Signature = 'absent' | 'right-key' | 'other-key' | 'public-key-as-secret' | 'of-other-claims';

/** Ways in which the compact form of a JWT is spoilt. */
export type SpoiltForm = 'padding' | 'space' | 'two-parts' | 'four-parts' | 'json' | 'claims-list' | 'claims-text';

export interface RowAssertion<V = RowValue> {
  readonly as?: 'other' | 'unlinked' | 'elsewhere';
  /** Whose key signs it, and whose `kid` its header has; the claims are those of who asks. */
  readonly signer?: 'other' | 'unlinked' | 'elsewhere';
  readonly header?: Map<V>;
  readonly claims?: Map<V>;
  readonly remove?: { readonly header?: readonly string[]; readonly claims?: readonly string[] };
  readonly twice?: Map<V>;
  readonly signature?: Signature;
  readonly 'key-in-header'?: string;
  readonly written?: SpoiltForm;
  /** It is the very one that this earlier step sent. */
  readonly again?: string;
}

/** What has to follow, of one check. */
export interface RowCheck<V = RowValue> {
  readonly refused?: string;
  readonly field?: string;
  readonly fault?: string;
  readonly or?: readonly number[];
  readonly accepted?: true;
  /** Whose answer is judged: default `probe`. */
  readonly step?: string;
  readonly rule?: string;
  /** The rule that judges under the name and with the words of the row, or of the id beside it. */
  readonly as?: string;
  readonly with?: Map<V>;
  readonly given?: Map<'success' | 'answered'>;
  readonly asks?: string;
  /** Besides those of the row. */
  readonly applies?: Applies;
  /** End of the id, where it is not that of the row. */
  readonly key?: string;
  /** Of a check beside that of the row, which has an id and words of its own. */
  readonly id?: string;
  readonly title?: string;
  readonly fails?: string;
  readonly why?: string;
  readonly source?: string;
  readonly requirement?: string;
  readonly convention?: true;
}

export type RowExpect<V = RowValue> = 'accepted' | RowCheck<V> | readonly RowCheck<V>[];

/** As it is written: entries of a list may name `laws` of the file. */
export type RawExpect = 'accepted' | RowCheck | readonly (RowCheck | string)[];

/** A selector by name, fields that it gives narrowed by what the contract says of them, or literal values. */
export type RowEach<S = string> = Map<S | RowFields<S> | readonly (string | number | boolean)[]>;

export interface RowFields<S = string> {
  readonly from: S;
  readonly type?: FieldType | readonly FieldType[];
  /** Properties of a field in a contract that it has to have, or must not have; false is not having it. */
  readonly has?: readonly FieldProperty[];
  readonly lacks?: readonly FieldProperty[];
  readonly 'at-least'?: Partial<Readonly<Record<FieldProperty, number>>>;
  /** The first of them alone. */
  readonly first?: true;
}

type FieldProperty = keyof Field;

/** What a row says, and what each of its tries may say in its place. */
export interface RowTry<V = RowValue, S = string> extends RowStep<V> {
  readonly when?: string;
  readonly asks?: string;
  readonly requirement?: string;
  readonly applies?: Applies;
  readonly each?: RowEach<S>;
  readonly key?: string;
  readonly apart?: boolean;
  readonly undo?: boolean;
  readonly steps?: Map<RowAct<V>>;
  /** Steps on the pages of a list, by name; those of a try replace those of the row that have the same name. */
  readonly collection?: Map<PageWords<V>>;
  readonly expect?: RowExpect<V>;
}

export interface RawTry extends Omit<RowTry, 'expect'> {
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

export interface RawRow extends RawTry, RowWords {
  readonly tries?: Map<RawTry>;
}

/** A row with what its file says for all of them. */
export interface Row<V = RowValue, S = string> extends RowTry<V, S>, RowWords {
  readonly tries?: Map<RowTry<V, S>>;
  readonly id: string;
  /** Name of its file: that of the service for its own. */
  readonly catalogue: string;
  readonly aspect: string;
  /** Name of its group, where that is not its aspect. */
  readonly group: string;
  readonly turns: RowTurns;
  /** All have to hold: of the file, then of the row. */
  readonly needs: readonly Applies[];
  /** None may hold: operations whose own file names all that is tried on them, and not this row. */
  readonly barred?: readonly Applies[];
  readonly expect: RowExpect<V>;
  /** The rules by whose judgement the checks are judged that have the row's own name. */
  readonly judges: readonly string[];
  /** Position of every part of it, by RFC 6901 pointer; `''` is the row itself. */
  readonly places: Map<Position>;
}

/** How a group runs beside others: alone where the operation has these capabilities, or its cases one after the other. */
export interface RowTurns {
  readonly alone?: Applies;
  readonly 'in-turn'?: true;
}

/** What is judged of every answer, in words. */
export interface RawAnswerRow {
  readonly title: string;
  readonly fails: string;
  readonly why: string;
  readonly source?: string;
  readonly convention?: true;
  /** Operations whose answers it speaks of; absent: all. */
  readonly applies?: Applies;
}

export interface AnswerRow extends RawAnswerRow {
  readonly id: string;
  readonly places: Map<Position>;
}

export interface Catalogue {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly answers: readonly AnswerRow[];
  /** Its operations are tested with its own rows, with these rows of other files, and with no others. */
  readonly closed?: { readonly applies: Applies; readonly also: readonly string[] };
}

/** `contracts/<service>/catalogue.yaml`. */
export interface OwnCatalogue {
  readonly add: readonly Row[];
  readonly off: readonly { readonly row: string; readonly reason: string; readonly at: Position }[];
}

export interface RawCatalogue {
  readonly catalogue: string;
  readonly aspect?: string;
  readonly groups?: Map<RowTurns>;
  readonly applies?: Applies;
  /** Rows of other files that are tried on its operations too, by id, with what is done; and no others. */
  readonly also?: Map<string>;
  readonly laws?: Map<RowCheck>;
  readonly expect?: RawExpect;
  readonly cases: Map<RawRow>;
  readonly answers?: Map<RawAnswerRow>;
}

export interface RawOwnCatalogue {
  readonly off?: Map<string>;
  readonly add?: Map<RawRow>;
}
