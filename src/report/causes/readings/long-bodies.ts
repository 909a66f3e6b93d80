/** Right bodies that are refused from a size on: what is in front of the service, or below it, reads no longer ones. */
import { number } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { saidIn } from '../exchanges/said.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, endWords, isRefusedEnd, isServedEnd } from '../exchanges/ends.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried: they rest on bodies that are longer than all that are taken. */
const LONG = 'long bodies';
/** What is sent for its length. */
const FOR_LENGTH: readonly RulePattern[] = ['input.large-batch', 'input.long-list'];
/** What says that a body is too long (RFC 9110 §15.5.14), whatever was sent it for. */
const TOO_LARGE = '413';
const KIB = 1024;

/** `Refuses correct bodies of 12 KiB and more with 413, on orders/create, and takes those of 2 KiB`. */
export const longBodies: CauseReading = ({ own, exchanges }) => {
  if (own.length === 0 || !own.every(({ key }) => key.startsWith(LONG))) return undefined;
  const end = own[0]?.key.slice(LONG.length + 1) ?? '';
  const seen = seenBy(own, exchanges).filter((one) => endOf(one) === end);
  const [first] = seen;
  if (first === undefined) return undefined;
  const least = Math.min(...seen.map(sizeOf));
  const most = mostTaken(exchanges.all.filter((one) => versionOf(one) === versionOf(first)));
  const what = `correct bodies of ${number(Math.ceil(least / KIB))} KiB and more`;
  const on = listed(operationsOf(seen, exchanges));
  const taken =
    most === 0 ? '' : `, and takes those of ${most < KIB ? `${most} bytes` : `${number(Math.floor(most / KIB))} KiB`}`;
  const said = end === TOO_LARGE ? '' : saidIn(own, exchanges);
  const why = said === '' ? '' : `, "${said}"`;
  if (isRefusedEnd(end)) return `Refuses ${what} with ${endWords(end)}${why}, on ${on}${taken}`;
  return end.startsWith('5')
    ? `Answers ${end} to ${what}${why}, on ${on}${taken}`
    : `Ends the connection (${end}) at ${what}, on ${on}${taken}`;
};

/** The key of those that rest on nothing but such bodies. */
export function keysOfLongBodies(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const keys = new Map<Departure, string>();
  for (const [ends, own] of groupBy(departures.filter(isOfRefusal), endsIn(exchanges))) {
    const [version = '', end] = ends.split(' ');
    if (end === undefined) continue;
    const most = mostTaken(exchanges.all.filter((one) => versionOf(one) === version));
    const long = own.filter((one) => seenBy([one], exchanges).every((each) => sizeOf(each) > most));
    const isForLength = long.some(({ base }) => fits(FOR_LENGTH, base));
    // What ends so though it is short ends so for another reason, and long ones may too.
    const isOther = own.some((one) => !long.includes(one) && (one.did === 'refused-good' || one.isOdd === false));
    if (!isForLength || (isOther && end !== TOO_LARGE)) continue;
    for (const one of long) keys.set(one, `${LONG} ${end}`);
  }
  return (one) => keys.get(one);
}

function isOfRefusal({ kind, layer, sights, turns }: Departure): boolean {
  return (
    turns === undefined &&
    kind !== 'throttled' &&
    sights.length > 0 &&
    (layer === 'status' || layer === 'breakdown' || layer === 'connection')
  );
}

/** The version, and how all of its exchanges ended; nothing where they did not end alike. */
function endsIn(exchanges: ExchangeIndex): (one: Departure) => string {
  return (one) => {
    const seen = seenBy([one], exchanges);
    const ends = new Set(seen.map(endOf));
    return ends.size === 1 ? `${versionOf(seen[0] as Exchange)} ${[...ends].join('')}` : '';
  };
}

function mostTaken(all: readonly Exchange[]): number {
  return Math.max(0, ...all.filter((one) => isServedEnd(endOf(one))).map(sizeOf));
}

const sizes = new WeakMap<Exchange, number>();

/** Of a huge body the beginning is on record, and how long it was. */
const CUT = /… \(([\d,]+) characters\)$/;

/** Bytes that were sent; what is masked in them is about as long. */
function sizeOf(exchange: Exchange): number {
  const known = sizes.get(exchange);
  if (known !== undefined) return known;
  const { body = '' } = exchange.request;
  const cut = CUT.exec(body.slice(-40))?.[1];
  const size = cut === undefined ? new TextEncoder().encode(body).length : Number(cut.replaceAll(',', ''));
  sizes.set(exchange, size);
  return size;
}
