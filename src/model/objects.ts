/** Helpers for objects and lists: absent properties, merged copies, groups. */

/** The properties that are not undefined. */
type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};

/** `{ ...omitUndefined({ a, b }) }` has `a` only if `a` is not undefined. */
export function omitUndefined<const Members extends object>(members: Members): Defined<Members> {
  // Fast path for the usual cases: all properties are present, or none.
  const given = members as Readonly<Record<string, unknown>>;
  let [isWhole, isEmpty] = [true, true];
  for (const name in given)
    if (given[name] === undefined) isWhole = false;
    else isEmpty = false;
  if (isWhole) return members as Defined<Members>;
  const copy: Record<string, unknown> = {};
  if (!isEmpty) for (const name in given) if (given[name] !== undefined) copy[name] = given[name];
  return copy as Defined<Members>;
}

/** Maps a value; undefined stays undefined. */
export function mapOptional<Value, const Result>(
  value: Value | undefined,
  make: (value: Value) => Result,
): Result | undefined {
  return value === undefined ? undefined : make(value);
}

/**
 * Merges two objects like `{ ...whole, ...more }`, for hot code. V8 creates a new hidden class for each literal that
 * begins with a spread and adds properties, which makes creation and every access slow.
 */
export function mergeObjects<Whole extends object, More extends object>(whole: Whole, more: More): Whole & More {
  return Object.assign({}, whole, more);
}

/** Items by key, in order. (`Map.groupBy` is newer than the oldest supported Node.) */
export function groupBy<T, K = string>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
