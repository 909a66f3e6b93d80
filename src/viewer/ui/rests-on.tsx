import type { JSX } from 'preact';
import { usePage } from '../lib/context.ts';
import { href } from '../lib/route.ts';
import { isAnswered } from '../../report/points-seen.ts';

/** Marks a line that rests on guesses, and names them; those that the owner has answered stand without a mark. */
export function RestsOn({ points }: { readonly points: readonly string[] }): JSX.Element | null {
  const { store } = usePage();
  if (points.length === 0) return null;
  const isGuess = points.some((id) => {
    const point = store.openPoints.get(id);
    return point !== undefined && !isAnswered(point);
  });
  return (
    <span class="row-sub rests-on dim">
      {isGuess ? 'a guess, rests on ' : 'rests on '}
      {points.map((id, index) => (
        <>
          {index > 0 && ', '}
          <a href={href('open-points', { q: id })}>{id}</a>
        </>
      ))}
    </span>
  );
}
