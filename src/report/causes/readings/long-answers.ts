/** Calls that break down where there is much to answer: what is in front of the service lets no long answer through. */
import { sentJson } from '../exchanges/bodies.ts';
import { number } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isServedEnd } from '../exchanges/ends.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { recordsIn } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer that would be long may break down for another reason. */
const FEWEST = 2;
const FEWEST_SERVED = 3;
/** Where nothing longer than this is known to come, nothing is known of long answers. */
const SHORT = 4096;

/** `Answers 502 where the answer would be long, on orders/list: what comes has 30 KiB at most`. */
export const longAnswers: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  const [seen] = seenBy(own, exchanges);
  const end = first?.was ?? '';
  if (first?.kind !== 'breakdown' || seen === undefined || !end.startsWith('5')) return undefined;
  const ofVersion = exchanges.all.filter((one) => versionOf(one) === versionOf(seen));
  const failed = ofVersion.filter((one) => endOf(one) === end);
  const served = ofVersion.filter((one) => isServedEnd(endOf(one)));
  const most = Math.max(0, ...served.map(sizeOf));
  // A list grows: by the same call it is longer later on, among the same records alone not.
  const asked = new Set(served.map(sameOf));
  if (most < SHORT || failed.some((one) => asked.has(sameOf(one)))) return undefined;
  const known = groupBy(served, (one) => exchanges.operationOf(one) ?? '');
  // Of what is never served nobody knows how long it is.
  const told = failed.filter((one) => known.has(exchanges.operationOf(one) ?? '-'));
  const areLong = told.every((one) => {
    const own = known.get(exchanges.operationOf(one) ?? '') ?? [];
    return own.length >= FEWEST_SERVED && expectedOf(one, own, ofVersion, exchanges) > most;
  });
  if (told.length < FEWEST || !areLong) return undefined;
  return `Answers ${end} where the answer would be long, on ${listed(operationsOf(failed, exchanges))}: what comes has ${number(Math.ceil(most / 1024))} KiB at most`;
};

/** As long as answers of the operation are for each record, for all that are sent, or were made before. */
function expectedOf(
  one: Exchange,
  served: readonly Exchange[],
  all: readonly Exchange[],
  exchanges: ExchangeIndex,
): number {
  const lists = served.filter((list) => recordsIn(list) > 0);
  const records = lists.reduce((sum, list) => sum + recordsIn(list), 0);
  const bytes = lists.reduce((sum, list) => sum + sizeOf(list), 0);
  const count = isRead(one) ? madeBefore(one, all, exchanges) : itemsOf(one);
  return records === 0 ? 0 : (bytes / records) * count;
}

function madeBefore(one: Exchange, all: readonly Exchange[], exchanges: ExchangeIndex): number {
  const creating = (exchanges.operationOf(one) ?? '').replace(/\/[^/]*$/, '/create');
  return all
    .slice(0, all.indexOf(one))
    .filter((other) => other.group === one.group && exchanges.operationOf(other) === creating)
    .filter((other) => other.request.method === 'POST' && isServedEnd(endOf(other)))
    .reduce((sum, other) => sum + itemsOf(other), 0);
}

function itemsOf(making: Exchange): number {
  const sent = sentJson(making);
  return Array.isArray(sent) ? sent.length : 1;
}

function sizeOf({ response }: Exchange): number {
  return response?.bytes ?? 0;
}

function isRead({ request: { method } }: Exchange): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** What is asked for, how, and among which records. */
function sameOf({ group, request: { method, url, headers, body = '' } }: Exchange): string {
  return [group, method, url, body, ...headers.map(String).sort()].join('\n');
}
