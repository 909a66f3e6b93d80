/** The operations of a contract: what is asked, how, and what comes back. */
import type { Json } from '../record/json.ts';
import type { Carrier } from './security-model.ts';
import type { Versioned } from './spec-model.ts';
import type { Position } from './values.ts';

/**
 * How a body is wrapped.
 * `plain`: the resource itself. `item`: one envelope. `items`: an array of envelopes.
 * `single`: `{success, result: {<singular>: …}}`. `list`: `{success, result: [{<singular>: …}]}`, or an array of resources where the
 * service has no envelope. `form` and `multipart`: the fields as HTML sends them. `content`: bytes that are no JSON. `none`: no content.
 */
export const FORMS = ['plain', 'item', 'items', 'single', 'list', 'form', 'multipart', 'content', 'none'] as const;
export type Form = (typeof FORMS)[number];

/** Forms whose bodies are JSON. */
export const JSON_FORMS: ReadonlySet<Form> = new Set(['plain', 'item', 'items', 'single', 'list']);

export const OPERATION_KINDS = ['create', 'read', 'list', 'update', 'replace', 'delete', 'action', 'token'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** How the style of paging is called that pagination.yaml has of itself. */
export const USUAL_STYLE = 'usual';

export interface Operation extends Versioned {
  /** How a call carries who asks, where that is needed. Planning adds it: who looks at it sends it. */
  readonly carrier?: Carrier;
  /** What every call of the service has in its head. Planning adds it, as the carrier. */
  readonly everyHeader?: Readonly<Record<string, string>>;
  readonly name: string;
  readonly kind: OperationKind;
  readonly method: string;
  /** Path below the base address, `{name}` for parameters. */
  readonly path: string;
  readonly request: Form;
  readonly response: Form;
  /** HTTP statuses of a success. */
  readonly success: readonly number[];
  /** Parameters of its path that name no record, with values that they may have. */
  readonly parameters?: readonly QueryParameter[];
  /** Parameters of its query, in the order of the contract. */
  readonly query?: readonly QueryParameter[];
  /** What a parameter gets that is none of them; absent: not known. */
  readonly unknownParameters?: 'refuse' | 'ignore';
  /** Parts of a multipart body that are files, by the names of the parts. */
  readonly files?: Readonly<Record<string, FilePart>>;
  /** What is sent where `request` is content. */
  readonly content?: Content;
  /** A request may be without a body. */
  readonly bodyOptional?: true;
  /** Media type of the JSON that is sent, where that is not `application/json`. */
  readonly requestMedia?: string;
  /** Media type of a success body, where that is not the one of the service. */
  readonly media?: string;
  /** JSON Schema of a success body, where `fields` do not say what is in it. */
  readonly schema?: Json;
  /** Where things stand in its answers, where that is not as the service says. */
  readonly wrapping?: Wrapping;
  /** `enforced`: capped whether asked or not. `optional`: can be enabled. `none`: paging headers are ignored. */
  readonly pagination: 'enforced' | 'optional' | 'none';
  /** Name of its style of paging among the others of the service. */
  readonly style?: string;
  /** Names of other styles by which it can be walked as well: `usual` is the one of the service. */
  readonly orStyles?: readonly string[];
  /** Name of the address that it is at among the others of the service. */
  readonly server?: string;
  /** `token`: every call carries an access token. `public`: none is needed. */
  readonly access: 'token' | 'public';
  /** Name of its way in among the others of the service. */
  readonly security?: string;
  /** Names of other ways by which it lets in as well. */
  readonly orBy?: readonly string[];
  /** It is this very operation, entered by another of its ways, or walked in another of its styles. Planning adds it. */
  readonly alternative?: 'way' | 'style';
  /** What every success of it says in its head. */
  readonly headers?: Readonly<Record<string, DeclaredHeader>>;
  /** Of a replace: what becomes of an identifier that there is no record of. */
  readonly upsert?: 'make' | 'refuse';
  /** Of a create whose client chooses the identifier: what becomes of one that is taken. */
  readonly taken?: 'refuse' | 'replace';
  /** It keeps to If-Match and If-None-Match, by the ETag that its read gives; `required`: it is not done without one. */
  readonly conditional?: boolean | 'required';
  /** Of a GET: parts of its content can be asked for (RFC 9110 §14). */
  readonly ranges?: boolean;
  /** Of a delete that leaves the record, and marks it: what a read of it shows afterwards. */
  readonly leaves?: LeftMark;
  /** Of a delete: the operation that is done to a record first where it is refused otherwise, `endpoint/operation` or of its own endpoint. */
  readonly after?: string;
  /** What is left afterwards, for kinds that remove only a part: members that become empty. */
  readonly empties?: readonly string[];
  /** Of an action: the records that it makes, which a run removes as it removes what a create makes. */
  readonly makes?: MadeRecords;
  readonly at: Position;
}

/** What says that no answer names them: a job makes them. */
export const LATER = 'later';

/** Records that something else than a create makes: a copy, an import. */
export interface MadeRecords {
  /** Of which endpoint they are. */
  readonly endpoint: string;
  /**
   * Pointer to their identifiers in a success, `*` for each item of a list; `later` where they are made after that; absent where its
   * Location names the one that it makes.
   */
  readonly ids?: string;
  readonly at?: Position;
}

/** What says of a record that it was deleted. */
export interface LeftMark {
  /** Pointer from the record. */
  readonly at: string;
  /** Absent: whatever is not null. */
  readonly is?: Json;
}

/** Bytes, or text, with their media type. */
export interface Content {
  readonly text?: string;
  readonly base64?: string;
  readonly type: string;
}

/** A file among the parts of a body. */
export interface FilePart extends Content {
  readonly filename: string;
}

/** A header of every success: of a value, of a form, or there at all. */
export interface DeclaredHeader {
  readonly value?: string;
  readonly pattern?: string;
  /** It may be absent; where it is not, it is as it says. */
  readonly optional?: boolean;
}

export type QueryType = 'string' | 'integer' | 'decimal' | 'boolean' | 'date' | 'code';

/** A parameter of a query. */
export interface QueryParameter {
  readonly name: string;
  readonly type: QueryType;
  /** It may have several values. */
  readonly list?: boolean;
  /** Of a list: `false` where its values stand in one, with commas between them; else it stands once for each. */
  readonly explode?: boolean;
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  readonly example?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly values?: readonly string[];
  /** It says which members are shown. */
  readonly selects?: true;
  /** Place, below a record, that equals the value in every record that comes. */
  readonly filters?: string;
  /** Places, below a record, one of which holds the text. */
  readonly searches?: readonly string[];
  /** What the records are ordered by, for each of its values. */
  readonly sorts?: Readonly<Record<string, { readonly by: string; readonly descending?: boolean }>>;
  readonly at: Position;
}

/** Where things stand in answers and requests, as pointers. */
export interface Wrapping {
  /** Of the record in a request; absent: the request is the record. */
  readonly sent?: string;
  /** What else stands in a request, around the record. */
  readonly around?: Json;
  /** Of a create, read or update; absent: the answer is the record. */
  readonly record?: string;
  /** Of a list; absent: the answer is the array. */
  readonly records?: string;
  /** The list is left out where it is empty. */
  readonly empty?: 'absent';
  /** Below an entry of the list; absent: the entry is the record. */
  readonly entry?: string;
  /** Below a record; absent: the field that `uid` names. */
  readonly identifier?: string;
  readonly flag?: string;
  readonly messages?: string;
}
