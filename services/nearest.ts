/** The candidate that takes the fewest changes of one character to reach, if that is not most of the text. */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.ceil(text.length / 2);
  for (const candidate of candidates) {
    const changes = distance(text, candidate, least);
    if (changes >= least) continue;
    least = changes;
    best = candidate;
  }
  return best;
}

/** Levenshtein distance; `limit` or more is not told apart. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return row[to.length] ?? limit;
}
