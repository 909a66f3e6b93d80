/** Open points that decide in which version something is, or is different. Pure. */
import type { VersionBound, VersionChange, Versioned, VersionRange } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';

/** Those that bound the versions of something. */
export function openPointsOf({ since, until }: VersionRange): readonly string[] {
  return pointsIn([since, until]);
}

/** Those of the changes between two versions, in either direction, that touch one of the members. */
export function openPointsBetween(
  before: Scope,
  after: Scope,
  { changes = [] }: Versioned,
  members: readonly string[],
): readonly string[] {
  const [was, now] = [before.changes(changes), after.changes(changes)];
  const between = [...was.filter((change) => !now.includes(change)), ...now.filter((change) => !was.includes(change))];
  return pointsIn(between.filter((change) => members.some((member) => touches(change, member))).map((c) => c.in));
}

function touches({ set, remove }: VersionChange, member: string): boolean {
  return Object.hasOwn(set, member) || remove.includes(member);
}

function pointsIn(bounds: readonly (VersionBound | undefined)[]): readonly string[] {
  return bounds.flatMap((bound) => (typeof bound === 'object' ? [bound.openPoint] : []));
}
