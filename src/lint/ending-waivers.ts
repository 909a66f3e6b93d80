/** Waivers that excuse nothing any more, or soon will not: whoever reads of that in a red night reads of it too late. Pure. */
import { counted } from '../record/counted.ts';
import { daysBetween } from '../record/days.ts';
import type { Target } from '../load/model.ts';

/** A nightly run says no earlier that a waiver ends. */
const SOON_DAYS = 14;

/** In words, each with its place, those that have ended first. @param today YYYY-MM-DD */
export function endingWaivers(targets: readonly Pick<Target, 'waivers'>[], today: string): readonly string[] {
  return targets
    .flatMap(({ waivers }) => waivers)
    .map(({ at, checks, expires }) => ({ at, checks, expires, left: daysBetween(today, expires) }))
    .filter(({ left }) => left <= SOON_DAYS)
    .sort((one, other) => one.left - other.left)
    .map(({ at: { file, line, column }, checks, expires, left }) => {
      const when = left < 0 ? `expired ${counted(-left, 'day')} ago` : `ends in ${counted(left, 'day')}`;
      return `${file}:${line}:${column} ${checks} ${left === 0 ? 'ends today' : `${when}, on ${expires}`}`;
    });
}
