/** Lists that are refused where there is nothing to list, and served where there is something. */
import { AWAY } from '../../../record/away.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { isOdd } from '../departures/departure.ts';
import { besides, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isServedEnd } from '../exchanges/ends.ts';
import { pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { answeredJson } from '../exchanges/bodies.ts';
import type { Json } from '../../../record/json.ts';
import { listIn, recordsIn } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer that are served may be of another kind. */
const FEWEST_SERVED = 2;

/** `Answers 404 instead of an empty list on orders/list`. */
export const refusedEmpty: CauseReading = ({ own, report, exchanges }) => {
  const was = own[0]?.was ?? '';
  // Whoever is away says nothing of what there is.
  if (AWAY.includes(Number(was))) return undefined;
  // What is odd about a request is why it is refused.
  if (own.some(({ base }) => !fits(['http.*'], base) && isOdd(base, report))) return undefined;
  const isOne = own.every((one) => one.was === was && (one.did === 'refused-good' || one.kind === 'breakdown'));
  const seen = seenBy(own, exchanges);
  if (!isOne || seen.length === 0 || !seen.every((one) => endOf(one) === was && isOfList(one))) return undefined;
  const operations = operationsOf(seen, exchanges);
  const served = besides(seen, exchanges).filter((one) => one.request.method === 'GET' && endOf(one) === '200');
  const areLists = operations.every(
    (operation) =>
      served.filter((one) => exchanges.operationOf(one) === operation && isListing(one)).length >= FEWEST_SERVED,
  );
  if (operations.length === 0 || !areLists || seen.some((one) => isFilled(one, exchanges))) return undefined;
  // A page past the end has nothing either, and there is something.
  if (served.some((one) => recordsIn(one) === 0 && !isFilled(one, exchanges))) return undefined;
  return `Answers ${was} instead of an empty list on ${listed(operations)}`;
};

function isOfList(one: Exchange): boolean {
  return one.request.method === 'GET' && !isIdentifier(pathOf(one).split('/').at(-1) ?? '');
}

/** Records stand in the answer itself, or in what wraps them; what a document has further in makes no list of it. */
const DEEPEST = 2;

function isListing(one: Exchange): boolean {
  const whole = answeredJson(one) ?? null;
  const records = listIn(whole);
  const isRecord = (entry: Json): boolean => typeof entry === 'object' && entry !== null;
  return records.length > 0 && records.every(isRecord) && stands(records, whole, DEEPEST);
}

function stands(list: Json, value: Json, deepest: number): boolean {
  if (value === list) return true;
  if (deepest === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => stands(list, inner as Json, deepest - 1));
}

function isIdentifier(segment: string): boolean {
  return /\d/.test(segment);
}

/** Whether something was made before that belongs there: with what the path names, or where it names nothing, in the same group. */
function isFilled(read: Exchange, exchanges: ExchangeIndex): boolean {
  const id = pathOf(read).split('/').findLast(isIdentifier);
  const endpoint = endpointOf(read, exchanges);
  return exchanges.all
    .slice(0, exchanges.all.indexOf(read))
    .some(
      (one) =>
        ['POST', 'PUT'].includes(one.request.method) &&
        isServedEnd(endOf(one)) &&
        versionOf(one) === versionOf(read) &&
        endpointOf(one, exchanges) === endpoint &&
        (id === undefined
          ? one.group === read.group
          : pathOf(one) === pathOf(read) || one.request.body?.match(/[\w-]+/g)?.includes(id) === true),
    );
}

function endpointOf(one: Exchange, { operationOf }: ExchangeIndex): string {
  return operationOf(one)?.split('/')[0] ?? '';
}
