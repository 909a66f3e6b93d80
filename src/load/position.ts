/** Positions and version ranges, shared by all parts of the model. */
import type { Json } from '../model/json.ts';
import type { VersionBound, VersionRange } from '../schema/common.ts';

/** `file` is relative to the project root; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Positioned {
  readonly at: Position;
}

/**
 * A change from a version on: properties with another value, and properties that are removed. Changes are applied in the order of the
 * versions, so that each version has one contract.
 */
export interface VersionChange {
  readonly in: VersionBound;
  readonly set: Readonly<Record<string, Json>>;
  readonly remove: readonly string[];
}

/** Something that may differ between versions. */
export interface Versioned extends VersionRange {
  readonly changes?: readonly VersionChange[];
}
