/** What the operations of a contract do to what is stored, and how that is read, deleted and restored. */
import type { Json } from '../model/json.ts';
import type { Success } from '../model/success.ts';
import type { Auth, RequestTemplate, Step, Undo, Value } from '../plan/model.ts';

export type Id = string | number;

/** How it is asked for. `headers`: the condition that it is not done without; `query`: what it has to have. */
interface Doing {
  readonly auth: Auth;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: NonNullable<RequestTemplate['query']>;
  readonly server?: string;
  readonly media?: string;
  /** Of what removes: what is done first where that is refused otherwise. */
  readonly first?: Undo['first'];
}

/** Traverses the list that shows records of an endpoint. */
export interface ListTraversal {
  readonly step: Step;
  /** Pointer to the IDs of all entries. */
  readonly ids: string;
}

/** How to read, after DELETE, whether a record still exists. */
export interface GoneCheck {
  readonly read?: RequestTemplate;
  readonly list?: ListTraversal;
  /** Statuses that say that the record does not exist. */
  readonly statuses: readonly number[];
  /** The record remains, with this mark. */
  readonly mark?: { readonly at: string; readonly is?: Json };
}

/** How a record is read, and by which of its members it is told from others. */
export interface ShownRecord extends Pick<Doing, 'auth' | 'headers' | 'query' | 'server'> {
  readonly method: string;
  readonly path: string;
  /** Where the answer shows members that can be written, by their names: pointers. */
  readonly members: Readonly<Record<string, string>>;
  /** Where the answer to its making shows them, if it does. */
  readonly answered?: Readonly<Record<string, string>>;
}

/** What an action makes: records of its own endpoint, or of another. What removes them stands in no plan. */
export interface CreatedByAction {
  /** The action, as `endpoint/operation`. */
  readonly through: string;
  /** Of the records, and what the path parameters of that name. */
  readonly endpoint: string;
  readonly parents: Readonly<Record<string, string>>;
  /** Parameters of the records' own paths that are in the path of the action, by what they are called there. */
  readonly above: Readonly<Record<string, string>>;
  /** Identifiers of records that the target names: they were there before. */
  readonly there: readonly Id[];
  /** It only begins: they are made after its answer, which names none of them. */
  readonly later?: true;
  /** The path of the list that the records then stand in, where there is one. */
  readonly listed?: string;
  /** Where what is made comes of a record of the same endpoint: the parameter that names that, and where a copy of it has what that has. */
  readonly source?: { readonly parameter: string; readonly alike: Readonly<Record<string, string>> };
}

/** What an operation of the contract does to what is stored. */
export interface DeclaredOperation {
  readonly endpoint: string;
  /** Path parameters that name records of other endpoints. */
  readonly parents: Readonly<Record<string, string>>;
  readonly makes?: Creation;
  readonly removes?: Doing & { readonly check?: GoneCheck };
  /** In place of what is there. */
  readonly changes?: Doing;
  /** Of what may change a resource that existed before the run. */
  readonly one?: WritesOne;
}

/** What an operation makes, and how that is known by its answer and removed. */
export interface Creation {
  /** Pointer to the identifiers in an answer; `*` stands for every item. */
  readonly ids: string;
  /** The parameter of its path that names the record, where whoever makes one chooses it. */
  readonly named?: string;
  readonly success: Success;
  /** The resource has no ID: its address is that of the create. */
  readonly isSingleton?: true;
  /** The operation that removes a record, where the service offers one. */
  readonly remove?: { readonly method: string; readonly path: string };
  /** The declared operation that reads a record by the identifier it was given, where there is one. */
  readonly shown?: ShownRecord;
  readonly list?: ListTraversal;
  /** Absent of a create, which makes a record of its own endpoint. */
  readonly by?: CreatedByAction;
}

/** A write that replaces the whole record: what the contract does not name would be lost. */
export interface Replaced {
  /** Where the read shows the record. */
  readonly record: string;
  /** Names of all fields of the record. */
  readonly fields: readonly string[];
}

/** How an operation changes a resource that may have existed before the run, and how its state is read and restored. */
export interface WritesOne {
  /** Address of the resource: that of the operation, or of the singleton above an action. */
  readonly path: string;
  /** Absent where the contract declares no read of this address. */
  readonly read?: RequestTemplate;
  /** The declared write that restores everything that the operation may change. */
  readonly restore?: Doing & { readonly method: string; readonly body: Value; readonly replaces?: Replaced };
  /** The contract declares a create at this address: where nothing exists, the run creates the resource and owns it. */
  readonly isCreated?: true;
  /** What the operation is sent, with `$kept` in the place of each member; absent where it removes. */
  readonly body?: Value;
  /** Where a success shows it. */
  readonly shown?: string;
  /** What is not sent is gone. */
  readonly isWhole?: true;
}

/** Every operation of one service and version, by its place. */
export type DeclaredOperations = ReadonlyMap<string, DeclaredOperation>;
