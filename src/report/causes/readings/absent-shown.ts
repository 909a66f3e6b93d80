/** Members that a record does not have, and that are shown all the same: as null, empty, or 0. */
import { sentJson } from '../exchanges/bodies.ts';
import type { Departure, Sight } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../departures/departure-place.ts';
import { versionOf as versionOfExchange } from '../exchanges/exchange-place.ts';
import { membersIn } from '../departures/finding-place.ts';
import { shownIn } from '../departures/finding-value.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { memberNames } from '../exchanges/parts-of-json.ts';
import { isServed } from '../exchanges/ends.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for: all that they rest on are such members. */
const ABSENT_SHOWN = 'absent shown';

/** What stands for nothing, as it is written, and in words. */
const BLANKS: Readonly<Record<string, string>> = {
  null: 'null',
  '""': 'an empty text',
  '[]': 'an empty list',
  '{}': 'an object without members',
  '0': '0',
  false: 'false',
};

/** `Shows members that a record does not have as null instead of leaving them out, on orders/list and orders/read: note`. */
export const absentShown: CauseReading = ({ own, exchanges }) => {
  const blank = own[0]?.key.split(`${ABSENT_SHOWN} `)[1];
  const words = blank === undefined ? undefined : (BLANKS[blank] ?? blank);
  if (words === undefined) return undefined;
  const names = [...new Set(own.flatMap(({ sights }) => sights.flatMap(memberOf)))];
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  if (names.length === 1 && own.some(({ sights }) => sights.some(({ finding }) => finding.asked === 'array')))
    return `Shows ${names.join('')} as ${words} where there are none, instead of an empty list, on ${on}`;
  return names.length === 1
    ? `Shows ${names.join('')} as ${words} where a record does not have it, instead of leaving it out, on ${on}`
    : `Shows members that a record does not have as ${words} instead of leaving them out, on ${on}: ${listed(names)}`;
};

/** The key of those that rest on such members alone, each shown alike. */
export function keysOfAbsentShown(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const candidates = departures.filter((one) => blankOf(one) !== undefined);
  if (candidates.length === 0) return () => undefined;
  const lost = new Set(
    departures.flatMap((one) =>
      one.sights.filter(isLoss).flatMap((sight) => memberOf(sight).map((name) => `${versionOf(one)} ${name}`)),
    ),
  );
  const optional = optionalOf(exchanges, new Set(candidates.map(versionOf)));
  const keys = new Map(
    candidates.flatMap((one) => {
      const names = one.sights.flatMap(memberOf).map((name) => `${versionOf(one)} ${name}`);
      return names.every((name) => optional.has(name) && !lost.has(name))
        ? [[one, `${ABSENT_SHOWN} ${blankOf(one) ?? ''}`]]
        : [];
    }),
  );
  // What is shown where it was cleared, and there alone, is a matter of the update; another value than nothing is one that nobody gave only where none was sent.
  const isSent = ({ finding, case: of }: Sight): boolean =>
    memberOf({ finding }).some((name) => {
      const sent = `"${name}":${Object.hasOwn(BLANKS, finding.actual) ? 'null' : ''}`;
      return exchanges.ofCase(of).some(({ request }) => request.body?.includes(sent) === true);
    });
  const told = new Set(
    [...keys].flatMap(([one, key]) => (one.sights.every(isSent) ? [] : [`${versionOf(one)} ${key}`])),
  );
  return (one) => {
    const key = keys.get(one);
    return key !== undefined && told.has(`${versionOf(one)} ${key}`) ? key : undefined;
  };
}

/** How all of it is shown that should not be there, as it is written. */
function blankOf({ sights }: Departure): string | undefined {
  const [first, ...others] = new Set(sights.map(({ finding }) => finding.actual));
  const isShown = sights.every(
    ({ finding: { kind, where } }) => (kind === 'schema' || kind === 'added') && membersIn(where).length > 0,
  );
  if (!isShown || others.length > 0 || first === undefined) return undefined;
  // Any other value is told of one member, as what a column has that nobody filled.
  const isOfOne =
    sights.every(({ finding }) => finding.kind === 'added') && new Set(sights.flatMap(memberOf)).size === 1;
  return Object.hasOwn(BLANKS, first) || (isOfOne && isPlain(first)) ? first : undefined;
}

/** A value that is no list and no object, and is written out whole: of what is masked the shape alone is known. */
function isPlain(shown: string): boolean {
  return /^(?:"[^…]*"|[\d.]+|true)$/.test(shown) && !/^"[0xX\W_]*"$/.test(shown);
}

/** What was sent, and is shown as nothing. */
function isLoss({ finding }: Sight): boolean {
  return shownIn(finding) !== undefined && Object.hasOwn(BLANKS, finding.actual);
}

function memberOf({ finding }: Pick<Sight, 'finding'>): readonly string[] {
  return membersIn(finding.where).slice(-1);
}

/** Members that some records are made with and others without, each with its version. */
function optionalOf(exchanges: ExchangeIndex, versions: ReadonlySet<string>): ReadonlySet<string> {
  const makings = exchanges.all.filter(
    (one) => ['POST', 'PUT'].includes(one.request.method) && isServed(one) && versions.has(versionOfExchange(one)),
  );
  const sent = groupBy(makings, (one) => `${versionOfExchange(one)} ${exchanges.operationOf(one) ?? ''}`);
  return new Set(
    [...sent].flatMap(([place, own]) => {
      const bodies = own.map((one) => memberNames(sentJson(one)));
      return [...new Set(bodies.flatMap((names) => [...names]))]
        .filter((name) => !bodies.every((names) => names.has(name)))
        .map((name) => `${place.split(' ')[0] ?? ''} ${name}`);
    }),
  );
}
