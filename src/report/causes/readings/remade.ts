/** Values that come back as something that was made of what was sent, always in one way: without their leading zeros, or a day off. */
import type { Departure, Sight } from '../departures/departure.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { shownIn, wantedIn } from '../departures/finding-value.ts';
import { lastName } from '../../../record/pointer.ts';
import type { Json } from '../../../record/json.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

interface Way {
  /** Departures of one key, whatever looks at the values. */
  readonly key: string;
  /** With the members in place of `{}`. */
  readonly says: string;
  readonly isMadeSo: (wanted: Json, shown: Json) => boolean;
}

const DAY_MS = 86_400_000;

const WAYS: readonly Way[] = [
  {
    key: 'leading zeros lost',
    says: 'Loses the leading zeros of {}',
    isMadeSo: (wanted, shown) =>
      typeof wanted === 'string' && /^0+\d/.test(wanted) && String(shown) === wanted.replace(/^0+(?=\d)/, ''),
  },
  { key: 'a day earlier', says: 'Shows {} one day earlier than it was sent', isMadeSo: daysApart(-1) },
  { key: 'a day later', says: 'Shows {} one day later than it was sent', isMadeSo: daysApart(1) },
];

/** `Loses the leading zeros of code, on orders/list and orders/read: "101" instead of "0101"`. */
export const remade: CauseReading = ({ own, exchanges }) => {
  const way = WAYS.find(({ key }) => key === own[0]?.key);
  const sights = own.flatMap((one) => one.sights.filter((sight) => way !== undefined && isOfWay(sight, way)));
  const [first] = sights;
  if (way === undefined || first === undefined) return undefined;
  const names = distinct(sights.map(({ finding }) => lastName(pointerIn(finding.where) ?? ''))).toSorted();
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `${way.says.replace('{}', () => listed(names))}, on ${on}: ${first.finding.actual} instead of ${first.finding.expected}`;
};

/** The key of those that found nothing but values that were made so. */
export function keysOfRemade(): (departure: Departure) => string | undefined {
  return ({ kind, layer, turns, sights }) =>
    kind === 'finding' && layer === 'value' && turns === undefined && sights.length > 0
      ? WAYS.find((way) => sights.every((sight) => isOfWay(sight, way)))?.key
      : undefined;
}

function isOfWay({ finding }: Sight, { isMadeSo }: Way): boolean {
  const [wanted, shown] = [wantedIn(finding), shownIn(finding)];
  return (
    wanted !== undefined && shown !== undefined && pointerIn(finding.where) !== undefined && isMadeSo(wanted, shown)
  );
}

function daysApart(days: number): Way['isMadeSo'] {
  return (wanted, shown) => {
    const [from, to] = [dayOf(wanted), dayOf(shown)];
    return from !== undefined && to !== undefined && to - from === days * DAY_MS;
  };
}

/** In which milliseconds a date begins. */
function dayOf(value: Json): number | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : undefined;
}
