/** Entries of a list that are shown in another order than they were sent in, as a whole: none of them is wrong by itself. */
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { isServed } from '../exchanges/ends.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf as versionIn } from '../exchanges/exchange-place.ts';
import { holds, listNamed } from '../exchanges/parts-of-json.ts';
import type { Departure } from '../departures/departure.ts';
import { versionOf } from '../departures/departure-place.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import type { CauseReading } from './model.ts';

const KEY = 'turned-entries';

/** By chance one list is in any order. */
const FEWEST = 2;

/** `Shows the entries of parts in reverse order, on orders/create and orders/update`. */
export const turnedEntries: CauseReading = ({ own }) => {
  const key = own[0]?.key ?? '';
  if (!key.startsWith(`${KEY} `)) return undefined;
  const [list = '', way = ''] = key.slice(KEY.length + 1).split(' ');
  const on = listed(distinct(own.map(({ check }) => `${check.endpoint}/${check.operation}`)).toSorted());
  const order = way === 'reversed' ? 'in reverse order' : 'in another order than they were sent in';
  return `Shows the entries of ${list} ${order}, on ${on}`;
};

/** Of those that found nothing but wrong entries of one list, the key of the order in which the service shows such lists. */
export function keysOfTurnedEntries(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const known = new Map<string, Way | undefined>();
  return (one) => {
    const list = listOf(one);
    if (list === undefined) return undefined;
    const asked = `${versionOf(one)} ${list}`;
    if (!known.has(asked)) known.set(asked, wayOf(list, versionOf(one), exchanges));
    const way = known.get(asked);
    return way === undefined ? undefined : `${KEY} ${list} ${way}`;
  };
}

/** `parts`, where all was found at `/parts/0`, `/parts/0/colour` and the like. */
function listOf({ kind, layer, turns, sights }: Departure): string | undefined {
  if (kind !== 'finding' || layer !== 'value' || turns !== undefined) return undefined;
  const found = sights.map(({ finding }) => /([^/]+)\/\d+(?:\/|$)/.exec(pointerIn(finding.where) ?? '')?.[1]);
  const [list, ...others] = new Set(found);
  return others.length > 0 ? undefined : list;
}

type Way = 'reversed' | 'other';

/** In which order lists are shown that were sent with entries that can be told apart; undefined where one kept its own. */
function wayOf(list: string, version: string, exchanges: ExchangeIndex): Way | undefined {
  const pairs = exchanges.all.flatMap((each) => pairsOf(each, list, version));
  if (pairs.length < FEWEST) return undefined;
  if (pairs.every(([sent, shown]) => isShownAs(sent.toReversed(), shown))) return 'reversed';
  const isMoved = ([sent, shown]: Pair): boolean =>
    !isShownAs(sent, shown) && sent.every((entry) => shown.some((other) => holds(other, entry)));
  return pairs.every(isMoved) ? 'other' : undefined;
}

type Pair = readonly [sent: readonly Json[], shown: readonly Json[]];

/** One, or none. */
function pairsOf(exchange: Exchange, list: string, version: string): readonly Pair[] {
  if (versionIn(exchange) !== version || !isServed(exchange)) return [];
  const sent = listNamed(sentJson(exchange), list);
  const shown = listNamed(answeredJson(exchange), list);
  if (sent === undefined || shown === undefined || sent.length < 2 || sent.length !== shown.length) return [];
  const isApart = sent.every((entry, index) => sent.every((other, at) => at === index || !holds(other, entry)));
  return isApart ? [[sent, shown]] : [];
}

function isShownAs(sent: readonly Json[], shown: readonly Json[]): boolean {
  return sent.every((entry, index) => holds(shown[index], entry));
}
