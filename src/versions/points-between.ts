/** Open points that decide between two versions. Pure. */
import type { Versioned } from '../load/model.ts';
import { pointsOfChanges, type Scope } from '../plan/scope.ts';

/** Those of the changes between two versions, in either direction, that touch one of the members. */
export function pointsBetween(
  before: Scope,
  after: Scope,
  { changes = [] }: Versioned,
  members: readonly string[],
): readonly string[] {
  const [was, now] = [before.changes(changes), after.changes(changes)];
  const between = [...was.filter((change) => !now.includes(change)), ...now.filter((change) => !was.includes(change))];
  return pointsOfChanges(between, members);
}
