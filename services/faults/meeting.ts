/** Updates of one record that meet. */
const together = 1000;

/** What a record was before the update that another one of it meets: one that comes within a second. */
export function meeting<Home extends object, State>(
  clock: () => Date,
): (home: Home, id: number | string, state: State) => State | undefined {
  const latest = new WeakMap<Home, { readonly id: number | string; readonly at: number; readonly before: State }>();
  return (home, id, state) => {
    const at = clock().getTime();
    const last = latest.get(home);
    if (last?.id === id && at - last.at < together) return last.before;
    latest.set(home, { id, at, before: state });
    return undefined;
  };
}
