/** Check ids like one that does not exist: what was perhaps meant. */
import { nearest } from '../load/suggest.ts';

const MOST = 3;

/** A sentence with up to three ids; undefined where nothing is near. */
export function nearIds(asked: string, ids: readonly string[]): string | undefined {
  const known = [...new Set(ids)];
  const found = asked.includes('/') ? nearPaths(asked, known) : nearWords(asked, known);
  return found.length === 0 ? undefined : `Did you mean ${found.map((id) => `"${id}"`).join(', or ')}?`;
}

/** One word of an id is mistyped: the word, and an id that has it. */
function nearWords(asked: string, ids: readonly string[]): readonly string[] {
  const words = new Set(ids.flatMap((id) => id.split('/').flatMap((segment) => [segment, ...segment.split('.')])));
  const word = nearest(asked, words);
  if (word === undefined) return [];
  const example = ids.find((id) =>
    id.split('/').some((segment) => segment === word || segment.split('.').includes(word)),
  );
  return [word, ...(example === undefined || example === word ? [] : [example])];
}

/** Segment by segment, from the first: each is taken as it is, or as the nearest that there is in its place. A service may be left out. */
function nearPaths(asked: string, ids: readonly string[]): readonly string[] {
  const parts = asked.split('/').filter((part) => part !== '' && !/[*?[{]/.test(part));
  const best = (known: readonly string[], from: number): readonly string[] => {
    let left = known;
    for (const [index, part] of parts.entries()) {
      const place = from + index;
      const here = new Set(left.flatMap((id) => id.split('/')[place] ?? []));
      const segment = here.has(part) ? part : nearest(part, here);
      if (segment === undefined) return index === 0 ? [] : left;
      left = left.filter((id) => id.split('/')[place] === segment);
    }
    return left;
  };
  const whole = best(ids, 0);
  return (whole.length > 0 ? whole : best(ids, 1)).slice(0, MOST);
}
