/** Marks what differs between two short texts, by words and signs. */

export interface Piece {
  readonly text: string;
  readonly same: boolean;
}

/** Longer texts are compared by their beginnings and ends alone. */
const MOST_TOKENS = 300;

export function diff(
  expected: string,
  actual: string,
): { readonly expected: readonly Piece[]; readonly actual: readonly Piece[] } {
  const a = tokens(expected);
  const b = tokens(actual);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [sameA, sameB] = common(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const flags = (length: number, same: ReadonlySet<number>): boolean[] =>
    Array.from({ length }, (_, index) => index < start || index >= length - end || same.has(index - start));
  return { expected: pieces(a, flags(a.length, sameA)), actual: pieces(b, flags(b.length, sameB)) };
}

function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** Longest common subsequence, by weight; positions that belong to it, in either text. */
function common(a: readonly string[], b: readonly string[]): [Set<number>, Set<number>] {
  const sameA = new Set<number>();
  const sameB = new Set<number>();
  if (a.length > MOST_TOKENS || b.length > MOST_TOKENS) return [sameA, sameB];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + weight(a[i]) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j] && at(i, j) === at(i + 1, j + 1) + weight(a[i])) {
      sameA.add(i++);
      sameB.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return [withoutStrays(a, sameA), withoutStrays(b, sameB)];
}

/** A space or a sign that both texts happen to have says nothing; beside a word that they share it is part of it. */
function withoutStrays(list: readonly string[], same: ReadonlySet<number>): Set<number> {
  const shared = (index: number): boolean => same.has(index) && isWord(list[index]);
  return new Set([...same].filter((index) => isWord(list[index]) || shared(index - 1) || shared(index + 1)));
}

function weight(token: string | undefined): number {
  return isWord(token) ? 10 : 1;
}

function isWord(token: string | undefined): boolean {
  return token !== undefined && /[\p{L}\p{N}]/u.test(token);
}

function pieces(list: readonly string[], same: readonly boolean[]): Piece[] {
  const result: { text: string; same: boolean }[] = [];
  list.forEach((text, index) => {
    const last = result[result.length - 1];
    if (last !== undefined && last.same === same[index]) last.text += text;
    else result.push({ text, same: same[index] ?? false });
  });
  return result;
}
