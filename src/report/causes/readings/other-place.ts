/** Members that stand in another object than the contract says. */
import { isMap } from '../../../record/json.ts';
import { answeredJson } from '../exchanges/bodies.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { listed } from '../../phrase.ts';
import { groupBy } from '../../../record/group-by.ts';
import { displacedIn, goneBeside, isOfDisplaced, type Displaced } from './stands-elsewhere.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Shows price and tax within amounts instead of beside it on orders/read, and leaves out currency`. */
export const otherPlace: CauseReading = ({ own, exchanges }) => {
  const displacedOf = displacedIn(own, exchanges);
  const all = own.flatMap(displacedOf);
  const isWhole = isOfWrapped(all, exchanges);
  if (all.length === 0 || !own.every((one) => isOfDisplaced(one, displacedOf(one)) || isWhole(one))) return undefined;
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
  const isWhole = isOfWrapped(departures.flatMap(displacedOf), exchanges);
  return (one) => (isOfDisplaced(one, displacedOf(one)) || isWhole(one) ? 'stands elsewhere' : undefined);
}

/** Whether all that it found is that a whole answer stands in such a holder, as members of other answers do. */
function isOfWrapped(displaced: readonly Displaced[], exchanges: ExchangeIndex): (one: Departure) => boolean {
  const holders = new Set(displaced.map(({ holder }) => holder).filter((holder) => holder !== ''));
  const isIn = ({ finding, exchange }: Departure['sights'][number]): boolean => {
    const seen = exchanges.get(exchange);
    const body = seen === undefined || !ROOT.includes(finding.where) ? undefined : answeredJson(seen);
    const [name, ...others] = isMap(body) ? Object.keys(body) : [];
    return name !== undefined && others.length === 0 && holders.has(name);
  };
  return ({ sights, turns, kind, layer }) =>
    holders.size > 0 &&
    turns === undefined &&
    kind === 'finding' &&
    layer !== 'attendant' &&
    layer !== 'apart' &&
    sights.length > 0 &&
    sights.every(isIn);
}

const ROOT: readonly string[] = ['body', 'body#'];
