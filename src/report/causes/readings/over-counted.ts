/** Walks whose pages are as full as was asked for, and that go on behind their last record: the pages were counted from something else. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { counted } from '../../../record/counted.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { recordsIn } from '../exchanges/parts-of-json.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Counts more pages of orders/list than its records fill: more are said to follow behind the last record, and come empty (10 pages of one walk)`. */
export const overCounted: CauseReading = ({ own, exchanges }) => {
  if (own.length === 0 || !own.every(({ check }) => fits(['page.size'], check.rule))) return undefined;
  const seen = seenBy(own, exchanges);
  const places = new Set(seen.map(walkOf));
  const walks = [
    ...groupBy(
      exchanges.all.filter((one) => places.has(walkOf(one))),
      walkOf,
    ).values(),
  ].map((walk) => walk.map(recordsIn));
  if (walks.length === 0 || !walks.every(isFull)) return undefined;
  const empty = Math.max(...walks.map((sizes) => sizes.filter((size) => size === 0).length));
  if (empty === 0) return undefined;
  const on = listed(operationsOf(seen, exchanges));
  return `Counts more pages of ${on} than there are: more are said to follow behind the last record, and come empty (${counted(empty, 'page')} of one walk)`;
};

/** Whether all pages have one size but the last with records, behind which all are empty. */
function isFull(sizes: readonly number[]): boolean {
  const end = sizes.findLastIndex((size) => size > 0);
  const [first = 0] = sizes;
  return sizes.slice(0, end).every((size) => size === first) && (sizes[end] ?? 0) <= first;
}

/** The steps of one walk have one name. */
function walkOf(one: Exchange): string {
  return `${caseOf(one)} ${one.step}`;
}
