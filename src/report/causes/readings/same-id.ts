/** Two records that were given one identifier: whoever reads the first is shown the second. */
import { sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, pathOf, placeAt } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { madeAt } from '../exchanges/made-at.ts';
import { leavesOf } from '../exchanges/parts-of-json.ts';
import type { CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for: they rest on reads of what was made twice. */
const SAME_ID = 'same id';

/** `Gives two new records the same id on orders/create: the second takes the place of the first`. */
export const sameIds: CauseReading = ({ own }) => {
  const [first] = own;
  if (first?.key.startsWith(`${SAME_ID} `) !== true) return undefined;
  // Whoever makes one after the other sees nothing of it.
  const when = own.every(({ base }) => fits(AT_ONCE, base)) ? ' that are made at the same time' : '';
  return `Gives two new records${when} the same id on ${first.key.slice(SAME_ID.length + 1)}: the second takes the place of the first`;
};

const AT_ONCE: readonly RulePattern[] = ['lifecycle.creates-at-once', 'lifecycle.key-at-once'];

/** What was answered with one id while nothing removed it: the first that was made, and those after it. */
type Made = readonly Exchange[];

/** The key of those that rest on creates, reads, updates or removals of such records alone. */
export function keysOfSameIds(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const made = departures.some(isOfRecords) ? madeTogether(exchanges) : new Map<string, Made>();
  return (departure) => {
    const { sights } = departure;
    if (made.size === 0 || sights.length === 0 || !isOfRecords(departure)) return undefined;
    const found = sights.map(({ exchange }) => {
      const seen = exchanges.get(exchange);
      if (seen === undefined) return undefined;
      const [first, second, ...others] = made.get(placeAt(seen, madeAt(seen) ?? pathOf(seen))) ?? [];
      if (first === undefined || second === undefined) return undefined;
      // Before the second there was but one record, and a case that made none of them knows of none.
      const isOneOfThem = [first, second, ...others].some((one) => caseOf(one) === caseOf(seen));
      return isOneOfThem && seen.at >= second.at ? exchanges.operationOf(first) : undefined;
    });
    const [first] = found;
    return first === undefined || found.includes(undefined) ? undefined : `${SAME_ID} ${first}`;
  };
}

function isOfRecords({ layer }: Departure): boolean {
  return layer === 'value' || layer === 'shape';
}

interface Create {
  readonly one: Exchange;
  readonly operation: string;
  readonly place: string;
  readonly leaves: ReadonlySet<string>;
}

/** By the address of the records; none where those that share one share what they are known by, as of whoever updates by POST. */
function madeTogether(exchanges: ExchangeIndex): ReadonlyMap<string, Made> {
  const made = exchanges.all.flatMap((one): readonly Create[] => {
    const path = madeAt(one);
    const operation = exchanges.operationOf(one);
    return path === undefined || operation === undefined
      ? []
      : [{ one, operation, place: placeAt(one, path), leaves: leavesOf(sentJson(one)) }];
  });
  const changes = groupBy(exchanges.all.filter(isChange), (one) => placeAt(one, pathOf(one)));
  return new Map(
    [...groupBy(made, ({ operation }) => operation).values()].flatMap((own) => {
      const together = [...groupBy(own, ({ place }) => place).values()]
        .map((all) => beforeRemoval(all, changes))
        .filter(({ length }) => length > 1);
      return isByChance(together, own, (place) => changes.has(place))
        ? together.map((all) => [all[0]?.place ?? '', all.map(({ one }) => one)] as const)
        : [];
    }),
  );
}

/** In their order, as long as nothing removed the first of them. */
function beforeRemoval(all: readonly Create[], changes: ReadonlyMap<string, readonly Exchange[]>): readonly Create[] {
  const inOrder = all.toSorted((a, b) => a.one.at - b.one.at);
  const [first] = inOrder;
  const removals = (changes.get(first?.place ?? '') ?? []).filter(({ request }) => request.method === 'DELETE');
  return inOrder.filter(({ one }) => !removals.some(({ at }) => at >= (first?.one.at ?? 0) && at <= one.at));
}

/** Whether it is not for what they have in common that they share an address: others have that too, and another one. */
function isByChance(
  together: readonly (readonly Create[])[],
  all: readonly Create[],
  isChanged: (place: string) => boolean,
): boolean {
  const differing = new Set(
    together.flatMap((own) =>
      own.flatMap(({ leaves }) => [...leaves].filter((leaf) => !own.every((o) => o.leaves.has(leaf))).map(nameOf)),
    ),
  );
  const [name] = differing;
  // One member that never has a value twice numbers the requests, and is none of the record.
  if (name === undefined || (differing.size === 1 && isNumbering(name, all))) return false;
  const shared = together.map((own) =>
    namesOf([...(own[0]?.leaves ?? [])].filter((leaf) => own.every(({ leaves }) => leaves.has(leaf)))),
  );
  const common = [...(shared[0] ?? [])].filter((name) => shared.every((names) => names.has(name)));
  if (common.length === 0) return true;
  // What one group made the next may not find.
  const keyOf = ({ one, leaves }: Create): string =>
    [one.group, ...[...leaves].filter((leaf) => common.includes(nameOf(leaf))).sort()].join(', ');
  // What was changed is known by something else.
  const stable = groupBy(
    all.filter(({ place }) => !isChanged(place)),
    keyOf,
  );
  return [...stable.values()].some((own) => new Set(own.map(({ place }) => place)).size > 1);
}

function isNumbering(name: string, all: readonly Create[]): boolean {
  const values = all.flatMap(({ leaves }) => [...leaves].filter((leaf) => nameOf(leaf) === name));
  return new Set(values).size === values.length;
}

function namesOf(leaves: readonly string[]): ReadonlySet<string> {
  return new Set(leaves.map(nameOf));
}

function nameOf(leaf: string): string {
  return leaf.split(' ')[0] ?? '';
}

function isChange({ request, response }: Exchange): boolean {
  return ['PUT', 'PATCH', 'DELETE'].includes(request.method) && response !== undefined && response.status < 300;
}
