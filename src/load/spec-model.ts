/** A spec as the rest of Plumbline sees it: versions in order, what changes with them, requirements, open points. */
import type { DeclaredBasis, Level } from './model.ts';
import type { Json } from '../record/json.ts';
import type { Position } from './values.ts';

/** `specs/<service>/versions.yaml`: the editions in order, oldest first. The order is the file's, never string order. */
export interface SpecVersion {
  readonly id: string;
  readonly note?: string;
}

/**
 * A bound of a version range: an id of the service's `versions.yaml`, or the answer to an open point
 * (whose value is such an id), where the documents do not say to which version a change belongs.
 */
export type VersionBound = string | OpenBound;

export interface OpenBound {
  readonly openPoint: string;
  /** The version, where the documents say which it is; the open point then asks what is different, and is confirmed. */
  readonly is?: string;
  /** Of an `until`: the version before the one that is the answer. */
  readonly before?: true;
}

/** `since` is the first version that has it, `until` the last one (both inclusive). */
export interface VersionRange {
  readonly since?: VersionBound;
  readonly until?: VersionBound;
}

/**
 * What is different from a version on: members that have another value then, and members that are gone. Changes are
 * applied in the order of the versions, so that each version has one contract.
 */
export interface VersionChange {
  readonly in: VersionBound;
  readonly set: Readonly<Record<string, Json>>;
  readonly remove: readonly string[];
}

/** What may differ between versions without being another thing. */
export interface Versioned extends VersionRange {
  readonly changes?: readonly VersionChange[];
}

/** One normative sentence, in our own words. `specs/<service>/requirements/*.yaml` or `specs/http/requirements.yaml`. */
export interface Requirement extends VersionRange {
  readonly id: string;
  /** A standard asks it of every service: it stands in `specs/http/`, which comes with the program. */
  readonly shared?: true;
  /** Nobody wrote it: that the service keeps the contract of this endpoint, for what no binding names. */
  readonly ofContract?: string;
  readonly text: string;
  readonly level: Level;
  readonly basis: DeclaredBasis;
  /** For example `student-reporting §4 rule 1` or `RFC 9110 §15.5.6`. */
  readonly section: string;
  /** Open points that no value shows, and whose default, if wrong, would make a verdict on this requirement wrong. */
  readonly openPoints: readonly string[];
  /** It is asked only where all of these open points are answered so. */
  readonly holds: readonly Condition[];
  /** What is asked in its place where it does not hold: its checks of refusals are of acceptance then, and of the others none is. */
  readonly otherwise?: string;
  readonly changes: readonly { readonly in: VersionBound; readonly text: string; readonly breaking?: boolean }[];
  /** Why no check can be made of it; then nothing may be bound to it. */
  readonly excluded?: string;
  readonly at: Position;
}

/** What holds where the answer to an open point, or a part of it, is one value, or a number above one: true, where nothing else is said. */
export interface Condition {
  readonly openPoint: string;
  readonly at?: string;
  readonly is?: Json;
  readonly above?: number;
}

/** Something the documents leave "not shown". */
export interface OpenPoint {
  readonly id: string;
  readonly question: string;
  /** `value`: its answer is a value of the contract. `confirm`: what it asks stands in the contract as a whole. */
  readonly kind: 'value' | 'confirm';
  /** What is taken until a target answers; `CONFIRMED` of those that are confirmed. */
  readonly default: Json;
  /** The default is an example: only an answer of its own confirms it, and no code of it is expected of a service before. */
  readonly sample?: true;
  /** The change of which it asks the version is documented as done: the newest version has it, only older ones are in doubt. */
  readonly newestIsCertain?: true;
  /** The only answers there are; absent: any that fit where it is used. */
  readonly choices?: readonly Json[];
  /** Why this default: the public fact or the convention it comes from. */
  readonly reason: string;
  readonly section: string;
  readonly at: Position;
}

export interface Spec {
  readonly service: string;
  readonly title: string;
  /** The document it comes from, as a reader would cite it. */
  readonly source: string;
  readonly versions: readonly SpecVersion[];
  /** The service's own requirements, then those of standards, then one of each contract for what no binding names. */
  readonly requirements: readonly Requirement[];
  readonly openPoints: readonly OpenPoint[];
}
