/** Lists that are answered without a body where there is nothing in them. */
import { besides, operationsOf } from '../exchanges/exchange-index.ts';
import { isServed } from '../exchanges/ends.ts';
import { recordsIn } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Answers a list that has no records with 204 instead of 200, on orders/list`. */
export const emptyLists: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  const was = distinct(own.map((one) => one.was)).join(' or ');
  const isBare = seen.every(({ request, response }) => request.method === 'GET' && response?.body === '');
  if (seen.length === 0 || !isBare || !own.every(({ did }) => did === 'form')) return undefined;
  const others = besides(seen, exchanges).filter(
    (one) => one.request.method === 'GET' && isServed(one) && String(one.response?.status) !== was,
  );
  // Where one is answered as it should be that has none, it is no matter of that.
  if (others.length === 0 || others.some((one) => recordsIn(one) === 0)) return undefined;
  const due = distinct(own.flatMap((one) => (one.due ?? []).map(String))).join(' or ');
  return `Answers a list that has no records with ${was} instead of ${due}, on ${listed(operationsOf(seen, exchanges))}`;
};
