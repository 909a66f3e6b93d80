/** Distinct values by key, the most frequent first. Ties keep their order. */
export function byFrequency<T>(values: readonly T[], keyOf: (value: T) => string = JSON.stringify): readonly T[] {
  const counts = new Map<string, { readonly value: T; count: number }>();
  for (const value of values) {
    const key = keyOf(value);
    const known = counts.get(key) ?? { value, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ value }) => value);
}
