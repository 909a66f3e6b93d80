/** In which order lists bring their records, where it is not the one that is due: the other way round, or another at every call. */
import { isServed } from '../exchanges/ends.ts';
import { pathOf } from '../exchanges/exchange-place.ts';
import { operationAt, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { listShown, membersOf } from '../exchanges/parts-of-json.ts';
import type { Departure } from '../departures/departure.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for in the lists. */
const TURNED = 'order turned round';
const NONE = 'no order';

/** What asks for the order itself: only where it is broken anything is said of it. */
const OF_ORDER: readonly RulePattern[] = [
  'page.order',
  'page.order-kept',
  'lifecycle.list-order',
  'lifecycle.order-kept',
];
/** What is lost, or comes again, where pages do not follow one another. */
const OF_PAGES: readonly RulePattern[] = [
  'page.no-duplicates',
  'page.removed-during-walk',
  'page.added-during-walk',
  'page.walk-complete',
  'page.not-enabled',
];

/** Of fewer records nobody can tell in which order they are. */
const FEWEST_RECORDS = 3;
/** By chance one list is in any order. */
const FEWEST_LISTS = 3;

/** `Lists records in descending order on orders/list; ascending is due`, `Lists records in another order at every call on orders/list`. */
export const listOrder: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  if (first === undefined || (first.key !== TURNED && first.key !== NONE)) return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return first.key === TURNED
    ? `Lists records in descending order on ${on}; ascending is due`
    : `Lists records in another order at every call on ${on}`;
};

/** The key of those that rest on lists in such an order alone. */
export function keysOfListOrders(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  if (!departures.some(({ check }) => fits(OF_ORDER, check.rule))) return () => undefined;
  const lists = groupBy(exchanges.all.filter(isList), (one) => operationAt(one, exchanges));
  const read = [...lists].map(([operation, all]) => [operation, all.map(numbersOf)] as const);
  const updates = groupBy(exchanges.all.filter(isUpdate), (one) => pathOf(one).split('/').at(-1) ?? '');
  const known = read.map(([, all]) => orderOf(all, FEWEST_LISTS, updates));
  // What is known of some is believed of others, of which fewer lists were read.
  const orders = new Map(
    read.map(([operation, all], index) => {
      const likely = orderOf(all, 1, updates) ?? (isOutOfOrder(all) ? NONE : undefined);
      return [operation, known[index] ?? (known.includes(likely) ? likely : undefined)];
    }),
  );
  return (one) => {
    if (!fits([...OF_ORDER, ...OF_PAGES], one.check.rule)) return undefined;
    const [order, ...others] = new Set(
      seenBy([one], exchanges).map((seen) => orders.get(operationAt(seen, exchanges))),
    );
    return others.length === 0 ? order : undefined;
  };
}

function isList(exchange: Exchange): boolean {
  return exchange.request.method === 'GET' && isServed(exchange) && listShown(exchange).length > 1;
}

function isUpdate(exchange: Exchange): boolean {
  return ['PATCH', 'PUT'].includes(exchange.request.method) && isServed(exchange);
}

/** By the last part of their path. */
type Updates = ReadonlyMap<string, readonly Exchange[]>;

/** @param fewest lists that have to be in such an order */
function orderOf(read: readonly Numbers[], fewest: number, updates: Updates): typeof TURNED | typeof NONE | undefined {
  const long = read.filter(({ size }) => size >= FEWEST_RECORDS);
  if (long.length < fewest) return undefined;
  if (namesIn(read).some((name) => read.every((one) => isDescending(one.by.get(name))))) return TURNED;
  const asked = [...groupBy(read, ({ asked }) => asked).values()];
  const pairs = asked.flatMap((all) => all.slice(1).map((one, index) => [all[index] ?? one, one] as const));
  const compared = pairs.flatMap(([one, other]) =>
    namesIn([one, other]).flatMap((name) => isTurned(one, other, name, updates) ?? []),
  );
  const turned = compared.filter(Boolean);
  return turned.length >= fewest && turned.length * 2 > compared.length ? NONE : undefined;
}

/** Whether nothing was read twice, and no member ascends everywhere. */
function isOutOfOrder(read: readonly Numbers[]): boolean {
  const ascends = (name: string): boolean => read.every(({ by }) => isDescending(by.get(name)?.toReversed()));
  return new Set(read.map(({ asked }) => asked)).size === read.length && !namesIn(read).some(ascends);
}

interface Numbers {
  /** When it was asked for, and answered: epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** With all that was asked for. */
  readonly asked: string;
  readonly size: number;
  /** By the name of a member that each record has, and no two alike. */
  readonly by: ReadonlyMap<string, readonly number[]>;
}

function numbersOf(exchange: Exchange): Numbers {
  const records = listShown(exchange).map((record) => membersOf(record));
  const names = [...(records[0]?.keys() ?? [])];
  const by = names.flatMap((name) => {
    const values = records.map((record) => record.get(name));
    const isOwn = values.every((value) => typeof value === 'number') && new Set(values).size === values.length;
    return isOwn ? [[name, values] as const] : [];
  });
  // Which page is asked for may stand in a header.
  const asked = [exchange.request.url, ...exchange.request.headers.map(String)].join(' ');
  return {
    from: exchange.at,
    to: exchange.at + exchange.durationMs,
    asked,
    size: records.length,
    by: new Map(by),
  };
}

/** Of members that all of them have. */
function namesIn([first, ...others]: readonly Numbers[]): readonly string[] {
  return [...(first?.by.keys() ?? [])].filter((name) => others.every(({ by }) => by.has(name)));
}

function isDescending(values: readonly number[] = []): boolean {
  return values.length > 1 && values.every((value, index) => index === 0 || value < (values[index - 1] ?? 0));
}

/** Whether what both have, and nobody updated in between, comes in another order; undefined where they have too little in common. */
function isTurned(one: Numbers, other: Numbers, name: string, updates: Updates): boolean | undefined {
  const [start, end] = [Math.min(one.from, other.from), Math.max(one.to, other.to)];
  const isUpdated = (value: number): boolean =>
    updates.get(String(value))?.some(({ at, durationMs }) => at <= end && at + durationMs >= start) === true;
  const [before, after] = [one, other].map(({ by }) => (by.get(name) ?? []).filter((value) => !isUpdated(value)));
  if (before === undefined || after === undefined) return undefined;
  const kept = before.filter((value) => after.includes(value));
  const again = after.filter((value) => before.includes(value));
  return kept.length < FEWEST_RECORDS ? undefined : kept.join() !== again.join();
}
