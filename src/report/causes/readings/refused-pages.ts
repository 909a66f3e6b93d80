/** Pages that have records and are refused, because so many came before them. */
import type { Exchange } from '../../../record/exchange.ts';
import { number } from '../../../record/counted.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { endOf, endWords, isBadEnd, isServed } from '../exchanges/ends.ts';
import { caseOf, versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { recordsIn } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Refuses pages of orders/list behind its first 200 records, though there are more, with 400`. */
export const refusedPages: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  const end = endOf(seen[0]) ?? '';
  if (!own.every(({ check }) => fits(['page.past-the-end'], check.rule)) || !isBadEnd(end)) return undefined;
  if (!seen.every((one) => endOf(one) === end)) return undefined;
  const versions = new Set(seen.map(versionOf));
  const pages = exchanges.all.filter((one) => isOfWalk(one) && versions.has(versionOf(one)));
  const refused = [...groupBy(pages, (one) => `${caseOf(one)} ${one.step}`).values()].flatMap((walk) => {
    // Whoever walks on has been told that there is more.
    const page = walk.find((one) => endOf(one) === end);
    const before = walk.filter((one) => isServed(one)).map(recordsIn);
    return page === undefined || before.length === 0
      ? []
      : [{ page, behind: before.reduce((sum, count) => sum + count) }];
  });
  if (refused.length === 0) return undefined;
  const on = listed(
    operationsOf(
      refused.map(({ page }) => page),
      exchanges,
    ),
  );
  const first = number(Math.min(...refused.map(({ behind }) => behind)));
  return `Refuses pages of ${on} behind the first ${first} records, though there are more, with ${endWords(end)}`;
};

function isOfWalk({ request, id }: Exchange): boolean {
  return request.method === 'GET' && /\.\d+$/.test(id);
}
