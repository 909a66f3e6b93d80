import type { Versioned } from '../load/model.ts';
import { pointsOfChanges } from '../plan/bounds.ts';
import type { Scope } from '../plan/scope.ts';

/** Open questions in the changes between two versions, in either direction, that affect one of the contract properties. */
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
