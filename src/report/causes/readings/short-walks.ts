/** Walks that bring no record behind some page: fewer pages are told of than there are, or those behind the first are empty. */
import { counted } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { recordsIn } from '../exchanges/parts-of-json.ts';
import { seenBy, type CauseReading } from './model.ts';

export const shortWalks: CauseReading = ({ own, all, exchanges }) => {
  const sights = own.flatMap((one) => one.sights);
  const isOfEnd = sights.length > 0 && sights.every(({ finding }) => finding.place === 'newest');
  if (!isOfEnd || !own.every(({ check }) => fits(['page.walk-complete'], check.rule))) return undefined;
  const seen = seenBy(own, exchanges);
  const on = listed(operationsOf(seen, exchanges));
  const places = new Set(seen.map(walkOf));
  const walks = [...groupBy(exchanges.all, walkOf)].flatMap(([place, walk]) =>
    places.has(place) ? [walk.map(recordsIn)] : [],
  );
  const [first] = walks;
  if (first === undefined) return undefined;
  if (walks.every(endsWithFirst))
    return `Brings no records on the pages behind the first one on ${on}, though more pages are told of: ${counted(first[0] ?? 0, 'record')} on the first, none on ${first.length === 2 ? 'the second' : 'those behind it'}`;
  // Where a walk ends with a full page, who counts too few pages says of none that it follows.
  const few = all
    .filter(({ check }) => check.rule === 'page.total')
    .flatMap((one) => one.sights.map(({ finding: { asked, came } }) => [Number(came), Number(asked)] as const));
  const [total] = few;
  return total !== undefined && few.every(([told, due]) => told < due)
    ? `Counts fewer pages than there are on ${on}: ${total[0]} instead of ${total[1]}, so that a walk ends before the last records`
    : undefined;
};

function endsWithFirst([first = 0, ...others]: readonly number[]): boolean {
  return first > 0 && others.length > 0 && others.every((size) => size === 0);
}

/** The steps of one walk have one name. */
function walkOf(one: Exchange): string {
  return `${caseOf(one)} ${one.step}`;
}
