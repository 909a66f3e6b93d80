/** Where the parts of a document were written, as offsets into its text. */

type Key = string | number;

/** Of one map or list: where it begins, and where each member's key and value stand. */
export interface YamlPlace {
  readonly start: number;
  /**
   * Three for each member, in the order in which they are written: start of its key, start and end of its value.
   * The two are equal for a value that is not written at all, and the key of a list entry is its value.
   */
  readonly offsets: readonly number[];
  /** Keys in the order of `offsets`; absent where that is the order of the object's own. */
  readonly names?: readonly string[];
}

export type Places = Map<object, YamlPlace>;

export interface MemberPlace {
  readonly key: number;
  readonly value: number;
  readonly end: number;
}

export function memberPlace(places: Places, parent: object, member: Key): MemberPlace | undefined {
  const place = places.get(parent);
  if (place === undefined) return undefined;
  // The last one wins where a key stands twice.
  const index = Array.isArray(parent) ? Number(member) : namesOf(place, parent).lastIndexOf(String(member));
  const [key, value, end] = place.offsets.slice(index * 3, index * 3 + 3);
  return index < 0 || key === undefined || value === undefined || end === undefined ? undefined : { key, value, end };
}

export function namesOf(place: YamlPlace, parent: object): readonly string[] {
  return place.names ?? Object.keys(parent);
}
