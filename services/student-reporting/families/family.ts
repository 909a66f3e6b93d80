import type { Field, Value, Values } from '../../model/field.ts';
import type { Lifetime } from '../../model/version.ts';

export type Action = 'create' | 'list' | 'read' | 'update' | 'delete';

/** Whether the body of a POST is one item or an array of items. */
export type Form = 'object' | 'array';

/** What rules look at: a record as it would be stored. */
export interface Draft {
  readonly purpose: 'create' | 'update';
  readonly values: Values;
  /** Whether the request gives the field, and gives it another value than it has. */
  readonly changes: (field: string) => boolean;
  /** Whether the request gives the field at all. */
  readonly gives: (field: string) => boolean;
  /** Values of the parent record; empty for a family without parent. */
  readonly parent: Values;
  /** The other records below the same parent. */
  readonly siblings: () => Iterable<Values>;
}

/** The circumstances of a judgement. */
export interface Scene {
  readonly version: string;
  /** The calendar date in the zone that the service reckons in. */
  readonly today: string;
}

/** A rule beyond the single value. A broken rule refuses the item. */
export interface Rule {
  readonly name: string;
  /** The field that the refusal names. */
  readonly field: string;
  /** The field that it may not come before, where that is the rule. */
  readonly start?: string;
  readonly digits: string;
  readonly text: string;
  readonly isBroken: (draft: Draft, scene: Scene) => boolean;
}

export interface Warning {
  readonly digits: string;
  /** The field, or group of fields, that the detail begins with and that the pointer names if it is a field. */
  readonly field: string;
  readonly text: string;
}

export type WarningRule = (draft: Draft, scene: Scene) => readonly Warning[];

/** No two records may agree in these fields; none named means that there is at most one record. */
export interface Uniqueness {
  readonly fields: readonly string[];
  readonly within: 'organisation' | 'parent';
  /** The field that the refusal names. */
  readonly names: string;
  readonly digits: string;
}

export interface Paging {
  readonly isEnforced: boolean;
  readonly maxSize: number;
}

/** A family of records, in the versions of its lifetime; in every one where none is said. */
export interface Family extends Lifetime {
  readonly name: string;
  /** Path of the collection, or of the single record. */
  readonly path: string;
  /** Path of the list where it is not that of the collection, and the field that ties its records to that path. */
  readonly listedBelow?: { readonly path: string; readonly field: string };
  /** Name of the family that it stands below. */
  readonly parent?: string;
  /** One record below its parent, without a uid in the path. */
  readonly isSingle?: boolean;
  readonly singular: string;
  readonly uid: string;
  /** The six letters of error identifiers. */
  readonly suffix: string;
  readonly actions: readonly Action[];
  readonly form: (version: string) => Form;
  readonly fields: readonly Field[];
  /** Lists of child items that a POST may carry: by member name, the name of their family. */
  readonly nested?: Readonly<Record<string, string>>;
  readonly unique?: readonly Uniqueness[];
  readonly rules?: readonly Rule[];
  readonly warnings?: WarningRule;
  readonly paging?: Paging;
  /** Values of the read-only fields of a new record. */
  readonly initial?: Readonly<Record<string, Value>>;
}

export const everyAction: readonly Action[] = ['create', 'list', 'read', 'update', 'delete'];

export const asArray = (): Form => 'array';
export const asObject = (): Form => 'object';
