/** Members that stand in another object than the contract says. */
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { listed } from '../../phrase.ts';
import { groupBy } from '../../group-by.ts';
import { displacedIn, goneBeside, isOfDisplaced } from './stands-elsewhere.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Shows price and tax within amounts instead of beside it on orders/read, and leaves out currency`. */
export const otherPlace: CauseReading = ({ own, exchanges }) => {
  const displacedOf = displacedIn(own, exchanges);
  if (own.length === 0 || !own.every((one) => isOfDisplaced(one, displacedOf(one)))) return undefined;
  const all = own.flatMap(displacedOf);
  const moves = [...groupBy(all, ({ where }) => where)].map(
    ([where, some]) => `${listed(some.map(({ name }) => name).toSorted())} ${where}`,
  );
  const shown = new Set(all.map(({ exchange }) => exchange));
  const on = listed(
    operationsOf(
      seenBy(own, exchanges).filter((one) => shown.has(exchangeKey(one))),
      exchanges,
    ),
  );
  const gone = goneBeside(own, all);
  return `Shows ${listed(moves)} on ${on}${gone.length === 0 ? '' : `, and leaves out ${listed(gone)}`}`;
};

/** The key of those that are about such members alone. */
export function keysOfOtherPlaces(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const displacedOf = displacedIn(departures, exchanges);
  return (one) => (isOfDisplaced(one, displacedOf(one)) ? 'stands elsewhere' : undefined);
}
