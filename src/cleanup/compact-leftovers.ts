/**
 * What earlier runs left and nothing can remove, folded: of a service without DELETE there are more of them each night, and nobody looks for
 * each of ten thousand by hand. Of each kind the newest stay whole, by which they are found, and of the others how many, and since when. Pure.
 */
import { defined } from '../record/defined.ts';
import { recordOf } from './created-resources.ts';
import { groupBy } from '../record/group-by.ts';
import { countOf, isByHand, whyOf, type Leftover } from './leftovers.ts';

/** Of one kind, those that stay whole. */
const MOST_WHOLE = 500;

/** @param own the run of which nothing is folded: its report tells of each */
export function compactLeftovers(left: readonly Leftover[], own: string | undefined): readonly Leftover[] {
  const known = new Set(
    left.flatMap((one) => (isByHand(one) || one.id === undefined ? [] : [recordOf(one, one.endpoint, one.id)])),
  );
  // What hangs on a record that can be removed goes with it.
  const isFoldable = (one: Leftover): boolean =>
    !('restore' in one) && one.run !== own && isByHand(one) && !one.under.some((above) => known.has(above));
  const folds = [...groupBy(left.filter(isFoldable), kindOf).values()].flatMap((all) =>
    all.length <= MOST_WHOLE ? [] : [all.slice(0, all.length - MOST_WHOLE)],
  );
  if (folds.length === 0) return left;
  const gone = new Set(folds.flat());
  return [...folds.flatMap(oneOf), ...left.filter((one) => !gone.has(one))];
}

function kindOf(one: Leftover): string {
  const { service, spec, endpoint, address, target, through } = one;
  return JSON.stringify([service, spec, endpoint, address, target, through, whyOf(one)]);
}

/** One line for all of these, of one kind and oldest first. */
function oneOf(all: readonly Leftover[]): readonly Leftover[] {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { service, spec, endpoint, address, run, target, at, through } = last;
  const own = { service, spec, endpoint, address, run, target, at, under: [], ...defined({ through }) };
  const key = `${service}@${spec} ${endpoint} ${address} ${through ?? ''} ${whyOf(last)} until ${at}`;
  return [{ ...own, key, why: whyOf(last), many: countOf(all), since: first.since ?? first.at }];
}
