/** Effects of the operations of a contract: created, changed and deleted records, and how to read and restore them. */
import type { Json } from '../model/json.ts';
import type { Success } from '../model/success.ts';
import type { Auth, RequestTemplate, Step, CleanupRequest, Value } from '../plan/model.ts';

export type RecordId = string | number;

/** Request settings of an operation. `headers`: a required condition; `query`: required parameters. */
interface RequestSettings {
  readonly auth: Auth;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: NonNullable<RequestTemplate['query']>;
  readonly server?: string;
  readonly media?: string;
  /** For a delete: the request to send first if it is rejected otherwise. */
  readonly first?: CleanupRequest['first'];
}

/** Traverses the list that shows records of an endpoint. */
export interface ListTraversal {
  readonly step: Step;
  /** Pointer to the IDs of all entries. */
  readonly ids: string;
}

/** How to read, after DELETE, whether a record still exists. */
export interface DeletionCheck {
  readonly read?: RequestTemplate;
  readonly list?: ListTraversal;
  /** Statuses of a record that does not exist. */
  readonly statuses: readonly number[];
  /** Mark of a soft-deleted record. */
  readonly mark?: { readonly at: string; readonly is?: Json };
}

/** The read of a record, and the fields that identify it. */
export interface RecordRead extends Pick<RequestSettings, 'auth' | 'headers' | 'query' | 'server'> {
  readonly method: string;
  readonly path: string;
  /** JSON pointers to the writable fields in the response, by field. */
  readonly members: Readonly<Record<string, string>>;
  /** The same pointers in the response to the create, if it shows the record. */
  readonly answered?: Readonly<Record<string, string>>;
}

/** Records that an action creates, of its own or of another endpoint. The plan has no undo for them. */
export interface CreatedByAction {
  /** The action, as `endpoint/operation`. */
  readonly through: string;
  /** Endpoint of the created records. */
  readonly endpoint: string;
  readonly parents: Readonly<Record<string, string>>;
  /** Parameters of the action that name parents of the created records, by their names in the paths of the records. */
  readonly above: Readonly<Record<string, string>>;
  /** IDs of existing records that the target names. */
  readonly there: readonly RecordId[];
  /** Asynchronous action: the records are created after its response, which names none of them. */
  readonly later?: true;
  /** Path of the list that shows the created records. */
  readonly listed?: string;
  /** For a copy: the parameter that names the source, and pointers to the fields that the copy shares with it. */
  readonly source?: { readonly parameter: string; readonly alike: Readonly<Record<string, string>> };
}

/** Effect of one operation. */
export interface DeclaredOperation {
  readonly endpoint: string;
  /** Path parameters that name records of other endpoints. */
  readonly parents: Readonly<Record<string, string>>;
  readonly makes?: DeclaredCreation;
  readonly removes?: RequestSettings & { readonly check?: DeletionCheck };
  /** For an update or replace. */
  readonly changes?: RequestSettings;
  /** For an operation that may change a resource that existed before the run. */
  readonly writesExisting?: ExistingResourceWrite;
}

/** Records that an operation creates: how to find their IDs and delete them. */
export interface DeclaredCreation {
  /** Pointer to the IDs in a response; `*` matches every item. */
  readonly ids: string;
  /** Path parameter with the ID, if the client chooses it. */
  readonly named?: string;
  readonly success: Success;
  /** The resource has no ID: its address is that of the create. */
  readonly isSingleton?: true;
  /** The operation that deletes a record. */
  readonly remove?: { readonly method: string; readonly path: string };
  /** The declared read of a record. */
  readonly shown?: RecordRead;
  readonly list?: ListTraversal;
  /** Absent for a create, which creates a record of its own endpoint. */
  readonly by?: CreatedByAction;
}

/** A write that replaces the whole record. Fields that the contract does not name would be lost. */
export interface ReplacingWrite {
  /** Pointer to the record in the response to the read. */
  readonly record: string;
  readonly fields: readonly string[];
}

/** Write to a resource that may have existed before the run, with the requests that read and restore it. */
export interface ExistingResourceWrite {
  /** Address of the resource: the path of the operation, or the path of the singleton above an action. */
  readonly path: string;
  /** Absent if the contract declares no read of this address. */
  readonly read?: RequestTemplate;
  /** The declared write that restores everything that the operation may change. */
  readonly restore?: RequestSettings & {
    readonly method: string;
    readonly body: Value;
    readonly replaces?: ReplacingWrite;
  };
  /** The contract declares a create at this address: if nothing exists there, the run creates the resource and owns it. */
  readonly isCreated?: true;
  /** Body of the operation with `$kept` in place of each field; absent for a delete. */
  readonly body?: Value;
  /** Pointer to the record in a successful response. */
  readonly shown?: string;
  /** Fields that are not sent are deleted. */
  readonly isWhole?: true;
}

/** All operations of one service and version, by `operationKey`. */
export type DeclaredOperations = ReadonlyMap<string, DeclaredOperation>;
