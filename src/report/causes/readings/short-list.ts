/** Lists within what is sent, of which the answer shows the first entries alone: whatever is wrong with the others is not seen. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for and in which list: they rest on answers that show less of a list than was sent. */
const SHORT_LIST = 'short list';

/** `Takes the first alone of several parcels on orders/create: 1 of 3`. */
export const shortLists: CauseReading = ({ own, exchanges }) => {
  if (own[0]?.key !== SHORT_LIST) return undefined;
  const seen = seenBy(own, exchanges);
  const cut = seen.flatMap(cutIn);
  const names = [...new Set(cut.map(({ name }) => name))].sort();
  const most = cut.reduce((one, other) => (other.sent > one.sent ? other : one));
  const what = cut.every(({ shown }) => shown === 1) ? 'the first alone' : 'the first ones alone';
  return `Takes ${what} of several ${listed(names)} on ${listed(operationsOf(seen, exchanges))}: ${most.shown} of ${most.sent}`;
};

/** The key of those that rest on such answers alone, where entries are lost that are like no other: else equal ones are taken for one. */
export function keysOfShortLists(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const nameOf = (one: Departure): string | undefined => {
    const seen = one.sights.map(({ exchange }) => exchanges.get(exchange));
    const names = seen.map((each) => (each === undefined ? undefined : cutIn(each)[0]?.name));
    return names[0] !== undefined && names.every((name) => name === names[0]) ? names[0] : undefined;
  };
  // Where others of that name come whole, it is for what is wrong with one of them.
  const whole = new Set(departures.some(isOfLists) ? exchanges.all.flatMap(wholeIn) : []);
  const known = new Set(
    departures.filter(isOfLists).flatMap((one) =>
      one.sights.flatMap(({ exchange }) => {
        const seen = exchanges.get(exchange);
        return seen === undefined
          ? []
          : cutIn(seen).flatMap(({ name, isOfEquals }) => (isOfEquals || whole.has(name) ? [] : [name]));
      }),
    ),
  );
  return (one) => {
    const name = known.size > 0 && isOfLists(one) ? nameOf(one) : undefined;
    return name !== undefined && known.has(name) ? SHORT_LIST : undefined;
  };
}

/** What is taken though it must be refused, and what is not in the answer. */
function isOfLists({ did, layer }: Departure): boolean {
  return did === 'accepted' || layer === 'value';
}

interface Cut {
  readonly name: string;
  readonly sent: number;
  readonly shown: number;
  readonly isOfEquals: boolean;
}

const known = new WeakMap<Exchange, readonly Cut[]>();

/** Lists by name, each where it stands in what was sent, and with fewer entries in the answer. */
function cutIn(exchange: Exchange): readonly Cut[] {
  const found = known.get(exchange) ?? cutOf(exchange);
  known.set(exchange, found);
  return found;
}

function cutOf(exchange: Exchange): readonly Cut[] {
  const [sent, answered] = [listsIn(sentJson(exchange)), listsIn(answeredJson(exchange))];
  return [...sent].flatMap(([name, entries]) => {
    const shown = answered.get(name)?.length ?? 0;
    const isOfEquals = new Set(entries.map((entry) => JSON.stringify(entry))).size <= shown;
    return shown > 0 && shown < entries.length ? [{ name, sent: entries.length, shown, isOfEquals }] : [];
  });
}

/** Names of lists of several different entries that the answer shows all of. */
function wholeIn(exchange: Exchange): readonly string[] {
  const sent = [...listsIn(sentJson(exchange))].filter(
    ([, entries]) => new Set(entries.map((entry) => JSON.stringify(entry))).size > 1,
  );
  const answered = sent.length === 0 ? undefined : listsIn(answeredJson(exchange));
  return sent.flatMap(([name, entries]) => (answered?.get(name)?.length === entries.length ? [name] : []));
}

/** Lists that are the value of a member, by its name; the first of a name. */
function listsIn(
  value: Json | undefined,
  found = new Map<string, readonly Json[]>(),
): ReadonlyMap<string, readonly Json[]> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, one] of Object.entries(value) as [string, Json][]) {
    if (Array.isArray(one) && !Array.isArray(value) && !found.has(name)) found.set(name, one as readonly Json[]);
    listsIn(one, found);
  }
  return found;
}
