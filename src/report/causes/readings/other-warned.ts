/** Warnings that are given, and name another member than what was sent to bring them. */
import { at } from '../../../record/pointer.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { leavesOf, textsIn } from '../exchanges/parts-of-json.ts';
import type { Sight } from '../departures/departure.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Warns of colour where it is to warn of size, on orders/create`. */
export const otherWarned: CauseReading = ({ own, exchanges }) => {
  const sights = own.flatMap((one) => one.sights);
  if (sights.length === 0 || !own.every(({ check }) => fits(['warning.given'], check.rule))) return undefined;
  const [wanted, ...others] = distinct(sights.map(({ finding }) => finding.member));
  const found = sights.map((sight) => namedInstead(sight, exchanges));
  const instead = distinct(found);
  return wanted === undefined || others.length > 0 || instead.length !== 1 || found.includes(undefined)
    ? undefined
    : `Warns of ${instead[0] ?? ''} where it is to warn of ${wanted}, on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}`;
};

/** The member that a warning names which nothing was sent for, or that two of them name. */
function namedInstead({ exchange: key, finding }: Sight, exchanges: ExchangeIndex): string | undefined {
  const exchange = exchanges.get(key);
  const list = exchange === undefined ? undefined : at(answeredJson(exchange), pointerIn(finding.where) ?? '');
  if (exchange === undefined || !Array.isArray(list)) return undefined;
  const operation = exchanges.operationOf(exchange);
  const sent = namesSent(exchange);
  const known = new Set(
    exchanges.all.flatMap((one) => (exchanges.operationOf(one) === operation ? [...namesSent(one)] : [])),
  );
  const named = (list as readonly Json[]).map((entry) => nameIn(entry, known));
  return named.find(
    (name) => name !== undefined && (!sent.has(name) || named.filter((one) => one === name).length > 1),
  );
}

/** Of members that hold a value of their own. */
function namesSent(exchange: Exchange): ReadonlySet<string> {
  return new Set([...leavesOf(sentJson(exchange))].map((leaf) => leaf.split(' ')[0] ?? ''));
}

/** The longest of these names that stands in its texts. */
function nameIn(entry: Json, known: ReadonlySet<string>): string | undefined {
  const words = new Set(textsIn(entry).flatMap((text) => text.split(/[^\w-]+/)));
  return [...known].filter((name) => words.has(name)).toSorted((a, b) => b.length - a.length)[0];
}
