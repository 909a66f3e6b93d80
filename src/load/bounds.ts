/** Bounds of version ranges. */
import type { VersionBound } from './model.ts';

/** The version that a bound names itself; undefined where it is the answer to an open point. */
export function literalOf(bound: VersionBound | undefined): string | undefined {
  return typeof bound === 'object' ? bound.is : bound;
}
