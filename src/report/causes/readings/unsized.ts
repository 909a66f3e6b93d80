/** Walks that lack records, where all of them ask for no size of pages and those that ask for one lack none. */
import type { Exchange } from '../../../record/exchange.ts';
import { number } from '../../../record/counted.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { besides, operationsOf } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { recordsIn } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer pages that have as many records as some parameter says may do so by chance. */
const FEWEST = 2;
/** What numbers pages may be 1 where there is one record. */
const SMALLEST = 2;

/** `Loses records of orders/list where no page_size is sent: pages of 50 records come`. */
export const unsized: CauseReading = ({ own, exchanges }) => {
  if (own.length === 0 || !own.every(({ check }) => fits(['page.walk-complete'], check.rule))) return undefined;
  const seen = seenBy(own, exchanges);
  const operations = operationsOf(seen, exchanges);
  const cases = new Set(seen.map((one) => `${caseOf(one)} ${one.step}`));
  const pages = besides(seen, exchanges).filter(({ response }) => response?.status === 200);
  const lacking = pages.filter((one) => cases.has(`${caseOf(one)} ${one.step}`));
  const names = new Set(pages.flatMap((one) => [...parametersOf(one).keys()]));
  const name = [...names].find(
    (each) =>
      !lacking.some((one) => parametersOf(one).has(each)) &&
      pages.filter((one) => recordsIn(one) >= SMALLEST && parametersOf(one).get(each) === String(recordsIn(one)))
        .length >= FEWEST,
  );
  const sizes = [...new Set(lacking.map(recordsIn))];
  if (name === undefined || sizes.length === 0) return undefined;
  const came =
    sizes.length === 1 ? `pages of ${number(sizes[0] ?? 0)} records come` : 'the pages that come are too few';
  return `Loses records of ${listed(operations)} where no ${name} is sent, and not where one is: ${came}`;
};

/** Of the address and of the header, by name. */
function parametersOf({ request }: Exchange): ReadonlyMap<string, string> {
  return new Map([...(URL.parse(request.url)?.searchParams ?? []), ...request.headers]);
}
