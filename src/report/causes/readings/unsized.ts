/** Walks that lack records, where all of them ask for no size of pages and those that ask for one lack none, or for a greater one than comes. */
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
  const name = sizeNamesIn(pages).find((each) => !lacking.some((one) => parametersOf(one).has(each)));
  const sizes = [...new Set(lacking.map(recordsIn))];
  if (name === undefined || sizes.length === 0) return undefined;
  const came =
    sizes.length === 1 ? `pages of ${number(sizes[0] ?? 0)} records come` : 'the pages that come are too few';
  return `Loses records of ${listed(operations)} where no ${name} is sent, and not where one is: ${came}`;
};

/** `Sends pages of 200 records where 1,000 are asked for on orders/list, though there are more`. */
export const smallPages: CauseReading = ({ own, exchanges }) => {
  if (own.length === 0 || !own.every(({ check }) => fits(['page.walk-complete'], check.rule))) return undefined;
  const seen = seenBy(own, exchanges);
  const names = sizeNamesIn(besides(seen, exchanges).filter(({ response }) => response?.status === 200));
  const askedOf = (one: Exchange): number =>
    Math.max(0, ...names.map((name) => Number(parametersOf(one).get(name) ?? 0)));
  const [first] = seen;
  const came = new Set(seen.map(recordsIn));
  const isAlone = (one: Exchange): boolean =>
    exchanges.ofCase(caseOf(one)).filter(({ step }) => step === one.step).length === 1;
  const isShort = (one: Exchange): boolean => isAlone(one) && askedOf(one) > recordsIn(one);
  if (first === undefined || came.size !== 1 || !seen.every(isShort)) return undefined;
  const [size = 0] = came;
  return `Sends pages of ${number(size)} records where ${number(askedOf(first))} are asked for on ${listed(operationsOf(seen, exchanges))}, though there are more`;
};

/** Names of the parameters that say how many records a page has. */
function sizeNamesIn(pages: readonly Exchange[]): readonly string[] {
  const names = new Set(pages.flatMap((one) => [...parametersOf(one).keys()]));
  const isSize = (one: Exchange, name: string): boolean =>
    recordsIn(one) >= SMALLEST && parametersOf(one).get(name) === String(recordsIn(one));
  return [...names].filter((name) => pages.filter((one) => isSize(one, name)).length >= FEWEST);
}

/** Of the address and of the header, by name. */
function parametersOf({ request }: Exchange): ReadonlyMap<string, string> {
  return new Map([...(URL.parse(request.url)?.searchParams ?? []), ...request.headers]);
}
