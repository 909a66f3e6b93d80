/** A list that is sent, and answered with one object: whatever is looked for in the answers to its items is not where it is due. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { isMap } from '../../../record/json.ts';
import type { Departure } from '../departures/departure.ts';
import { operationAt, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Statuses from there on are of no success. */
const MOST = 300;

const KEY = 'one for a list';

/** `Answers a list of items with one object instead of a list, on orders/create: 1 for 3`. */
export const oneForList: CauseReading = ({ own, exchanges }) => {
  if (own[0]?.key !== KEY) return undefined;
  const seen = seenBy(own, exchanges);
  const most = Math.max(...seen.map(itemsIn));
  const tail = most > 1 ? `: 1 for ${most}` : '';
  return `Answers a list of items with one object instead of a list, on ${listed(operationsOf(seen, exchanges))}${tail}`;
};

/** The key of those that rest on such answers alone, where the contract wants a list. */
export function keysOfOneForLists(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const known = new Set(
    departures
      .filter(({ layer, sights }) => layer === 'shape' && sights.some(({ finding }) => isOfList(finding)))
      .flatMap((one) =>
        seenBy([one], exchanges)
          .filter(isSuch)
          .map((seen) => operationAt(seen, exchanges)),
      ),
  );
  if (known.size === 0) return () => undefined;
  return (one) => {
    const seen = one.kind === 'finding' && one.turns === undefined ? seenBy([one], exchanges) : [];
    const isOf = (each: Exchange): boolean => isSuch(each) && known.has(operationAt(each, exchanges));
    return seen.length > 0 && seen.every(isOf) ? KEY : undefined;
  };
}

/** Whether a schema asks for a list where the whole answer is something else. */
function isOfList({ where, keyword, asked }: Departure['sights'][number]['finding']): boolean {
  return ['body', 'body#'].includes(where) && keyword === 'type' && asked === 'array';
}

/** What refuses the whole of a list by its status may well be one object. */
function isSuch(exchange: Exchange): boolean {
  return (exchange.response?.status ?? MOST) < MOST && itemsIn(exchange) > 0 && isMap(answeredJson(exchange));
}

function itemsIn(exchange: Exchange): number {
  const sent = sentJson(exchange);
  return Array.isArray(sent) ? sent.length : 0;
}
