import type { Field, Value, Values } from '../../model/field.ts';
import type { FaultId } from '../../faults/switches.ts';

export type FamilyName =
  | 'students'
  | 'student-citizenships'
  | 'student-disabilities'
  | 'student-first-reported-address'
  | 'student-commonwealth-scholarships'
  | 'courses'
  | 'courses-of-study'
  | 'campuses'
  | 'courses-on-campus'
  | 'courses-on-campus-tac-offers'
  | 'units-of-study'
  | 'unit-enrolments'
  | 'loans';

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
  /** The calendar date in Australia/Sydney. */
  readonly today: string;
  readonly on: (fault: FaultId) => boolean;
}

/** A rule beyond the single value. A broken rule refuses the item. */
export interface Rule {
  /** Last part but one of the fault id that switches the rule off. */
  readonly name: string;
  /** The field that the refusal names. */
  readonly field: string;
  readonly digits: string;
  readonly text: string;
  /** A known issue: the rule is in force only while this fault is on. */
  readonly underFault?: FaultId;
  readonly isBroken: (draft: Draft, scene: Scene) => boolean;
  /** The next stricter rule, in force only under its fault: what the boundary of this one still allows. */
  readonly strict?: {
    readonly name: string;
    readonly text: string;
    readonly isBroken: (draft: Draft, scene: Scene) => boolean;
  };
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

export interface Family {
  readonly name: FamilyName;
  /** Path of the collection, or of the single record. */
  readonly path: string;
  /** Path of the list where it is not that of the collection, and the field that ties its records to that path. */
  readonly listedBelow?: { readonly path: string; readonly field: string };
  readonly parent?: FamilyName;
  /** One record below its parent, without a uid in the path. */
  readonly isSingle?: boolean;
  readonly singular: string;
  readonly uid: string;
  /** The six letters of error identifiers. */
  readonly suffix: string;
  readonly actions: readonly Action[];
  readonly form: (version: string) => Form;
  readonly fields: readonly Field[];
  /** Lists of child items that a POST may carry, by member name. */
  readonly nested?: Readonly<Record<string, FamilyName>>;
  readonly unique?: readonly Uniqueness[];
  readonly rules?: readonly Rule[];
  readonly warnings?: WarningRule;
  readonly paging?: { readonly isEnforced: boolean; readonly maxSize: number };
  /** Values of the read-only fields of a new record. */
  readonly initial?: Readonly<Record<string, Value>>;
}

export const everyAction: readonly Action[] = ['create', 'list', 'read', 'update', 'delete'];

export const asArray = (): Form => 'array';
export const asObject = (): Form => 'object';
