/** Objects and lists: members that are absent, copies with more members, groups. */

/** Members that have a value, of some of which that is not known: what is absent must not be there as undefined. */
type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};

/** `{ ...defined({ a, b }) }` has `a` only where `a` is not undefined. */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  // Called for nearly all that is made. Mostly either all of them are there or none is, and nothing has to be made anew.
  const given = members as Readonly<Record<string, unknown>>;
  let [isWhole, isEmpty] = [true, true];
  for (const name in given)
    if (given[name] === undefined) isWhole = false;
    else isEmpty = false;
  if (isWhole) return members as Defined<Members>;
  const kept: Record<string, unknown> = {};
  if (!isEmpty) for (const name in given) if (given[name] !== undefined) kept[name] = given[name];
  return kept as Defined<Members>;
}

/** What comes of a value; nothing where there is none. */
export function maybe<Value, const Result>(
  value: Value | undefined,
  make: (value: Value) => Result,
): Result | undefined {
  return value === undefined ? undefined : make(value);
}

/**
 * `{ ...whole, ...more }`, for what is made by the thousand. To a literal that begins with a spread and adds to it the engine gives a
 * new shape each time: that takes longer than all else about the object, and so does every look at it ever after.
 */
export function extended<Whole extends object, More extends object>(whole: Whole, more: More): Whole & More {
  return Object.assign({}, whole, more);
}

/** Items by key, both in the order in which they come. (`Map.groupBy` is younger than the oldest Node we run on.) */
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
