/** `changes:` from what is written to what is applied: members with their new values, and those that are gone. */
import type { JsonMap } from '../record/json.ts';
import { TYPED_MEMBERS } from './field.ts';
import type { FieldType, VersionBound, VersionChange } from './model.ts';

/** A change as written: `in`, `remove`, and the members that are different from then on. */
export interface WrittenChange {
  readonly in: VersionBound;
  readonly remove?: readonly string[];
}

export type ChangeParts = Omit<VersionChange, 'in'>;

export function partsOf({ in: _in, remove = [], ...set }: WrittenChange): ChangeParts {
  return { set: set as JsonMap, remove };
}

/** Of a field: a new type leaves nothing behind that it cannot have. */
export function fieldPartsOf(change: WrittenChange): ChangeParts {
  const { set, remove } = partsOf(change);
  const left = 'type' in set ? [...foreignMembers(set['type'] as FieldType), 'example'] : [];
  return { set, remove: [...new Set([...remove, ...left])].filter((member) => !(member in set)) };
}

const ALL_TYPED: readonly string[] = [...new Set(Object.values(TYPED_MEMBERS).flat())];

/** Those that a field of the type cannot have. */
export function foreignMembers(type: FieldType): readonly string[] {
  const own: readonly string[] = TYPED_MEMBERS[type];
  return ALL_TYPED.filter((member) => !own.includes(member));
}

export function buildChanges(
  changes: readonly WrittenChange[] | undefined,
  parts: (change: WrittenChange) => ChangeParts = partsOf,
): { readonly changes?: readonly VersionChange[] } {
  return changes === undefined ? {} : { changes: changes.map((change) => ({ in: change.in, ...parts(change) })) };
}
