/** Which open points say that something is there, or is different, in some versions alone. Pure. */
import type { VersionBound, VersionChange, VersionRange } from '../load/model.ts';

/** Those that say which version a bound is, or what is different in it. */
export function pointsOfBounds(bounds: readonly (VersionBound | undefined)[]): readonly string[] {
  return bounds.flatMap((bound) => (typeof bound === 'object' ? [bound.openPoint] : []));
}

export function pointsOfRange({ since, until }: VersionRange): readonly string[] {
  return pointsOfBounds([since, until]);
}

/** Those of changes that touch one of the members. */
export function pointsOfChanges(changes: readonly VersionChange[], members: readonly string[]): readonly string[] {
  const touching = changes.filter(({ set, remove }) =>
    members.some((m) => Object.hasOwn(set, m) || remove.includes(m)),
  );
  return pointsOfBounds(touching.map((change) => change.in));
}
