/** A member that some answers have under another name than the others: of two releases that run side by side, or of one operation. */
import { answeredJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { namesIn } from '../departures/departure-place.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { membersIn } from '../departures/finding-place.ts';
import { listed } from '../../phrase.ts';
import { memberNames, plainName } from '../exchanges/parts-of-json.ts';
import { isServed } from '../exchanges/ends.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Answers with it, and without it, that there have to be: it comes and goes. */
const FEWEST = 2;

export interface OtherName {
  readonly name: string;
  readonly other: string;
  /** Those that have the other name. */
  readonly having: readonly Exchange[];
  /** Undefined where all of these operations have it so, and others of their endpoint do not. */
  readonly oneIn?: number;
}

/** What is added in answers to the operations where it was found, and stands for what those lack. */
export function otherNamesIn(departures: readonly Departure[], exchanges: ExchangeIndex): readonly OtherName[] {
  const added = departures.filter(
    ({ layer, sights }) => layer === 'shape' && sights.some(({ finding }) => finding.kind === 'added'),
  );
  const names = new Set(
    added.flatMap(({ sights }) =>
      sights.flatMap(({ finding }) => (finding.kind === 'added' ? membersIn(finding.where).slice(-1) : [])),
    ),
  );
  const versions = new Set(seenBy(added, exchanges).map(versionOf));
  const answers = exchanges.all.filter(
    (one) => versions.has(versionOf(one)) && isServed(one) && one.response?.body !== '',
  );
  return [...names].flatMap((other) => {
    const showing = answers.filter((one) => membersOf(one).has(other));
    const operations = new Set(showing.map((one) => exchanges.operationOf(one)));
    const alike = answers.filter((one) => operations.has(exchanges.operationOf(one)));
    const name = [...new Set(alike.flatMap((one) => [...membersOf(one)]))].find(
      (one) => one !== other && plainName(one) === plainName(other),
    );
    if (name === undefined) return ofOperations(other, showing, answers, exchanges);
    // What speaks of members, as a description does, may have both.
    const having = showing.filter((one) => !membersOf(one).has(name));
    const usual = answers.filter((one) => membersOf(one).has(name) && !membersOf(one).has(other));
    if (having.length < FEWEST || usual.length < having.length) return [];
    return [{ name, other, having, oneIn: Math.round((having.length + usual.length) / having.length) }];
  });
}

/** Of operations that never show it otherwise, where others of the same endpoint do. */
function ofOperations(
  other: string,
  showing: readonly Exchange[],
  answers: readonly Exchange[],
  exchanges: ExchangeIndex,
): readonly OtherName[] {
  const endpointOf = (one: Exchange): string => `${versionOf(one)} ${exchanges.operationOf(one)?.split('/')[0] ?? ''}`;
  const endpoints = new Set(showing.map(endpointOf));
  const beside = answers.filter((one) => endpoints.has(endpointOf(one)) && !membersOf(one).has(other));
  const usual = beside.filter((one) => [...membersOf(one)].some((name) => plainName(name) === plainName(other)));
  const names = new Set(
    usual.flatMap((one) => [...membersOf(one)].filter((name) => plainName(name) === plainName(other))),
  );
  const [name, ...others] = names;
  return name === undefined || others.length > 0 || showing.length < FEWEST || usual.length < FEWEST
    ? []
    : [{ name, other, having: showing }];
}

/** Whether all that it found is about one or the other name. */
export function isOfName({ sights, layer }: Departure, { name, other }: OtherName): boolean {
  return (
    ['shape', 'value'].includes(layer) &&
    sights.length > 0 &&
    sights.every(({ finding }) => namesIn(finding).some((one) => one === name || one === other))
  );
}

/** `Shows contact_email as contactEmail in one of 4 answers of partners/create, partners/read and partners/update`, `Shows contact_email as contactEmail on partners/read`. */
export const otherNames: CauseReading = ({ own, exchanges }) => {
  const found = otherNamesIn(own, exchanges).find((one) => own.every((departure) => isOfName(departure, one)));
  if (found === undefined) return undefined;
  const on = listed(operationsOf(found.having, exchanges));
  if (found.oneIn === undefined) return `Shows ${found.name} as ${found.other} on ${on}`;
  return `Shows ${found.name} as ${found.other} in one of ${found.oneIn} answers of ${on}`;
};

const known = new WeakMap<Exchange, ReadonlySet<string>>();

function membersOf(exchange: Exchange): ReadonlySet<string> {
  const before = known.get(exchange);
  if (before !== undefined) return before;
  const found = memberNames(answeredJson(exchange));
  known.set(exchange, found);
  return found;
}
