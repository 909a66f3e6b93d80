/** A member that has two values at two times, though nobody changed it: the one when a record is shown first, the other afterwards. */
import { isRead } from '../../../record/safe-method.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { pathOf, placeAt, versionOf } from '../exchanges/exchange-place.ts';
import { membersIn } from '../departures/finding-place.ts';
import { shownIn, wantedIn } from '../departures/finding-value.ts';
import { listed } from '../../phrase.ts';
import { oneLine } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer checks may look at one answer. */
const FEWEST_RULES = 2;

/** Rules that look at what a write does not name. */
const BESIDE_WRITES: readonly RulePattern[] = [
  'lifecycle.others-kept',
  'lifecycle.update-alone',
  'lifecycle.update-only-named',
];

/** `Shows loan_status_code as "PENDING" when a record is shown first and as "ACCEPTED" afterwards, on loans/read`. */
export const shownFirst: CauseReading = ({ all, exchanges }) => {
  // That a read changes what it reads, or a write what it does not name, is said better so.
  if (all.some(({ check }) => fits(['method.*'], check.rule))) return undefined;
  const told = all.filter(({ sights }) => sights.length > 0);
  if (told.every(({ check }) => fits(BESIDE_WRITES, check.rule))) return undefined;
  const findings = told.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const [name, ...others] = new Set(findings.map(({ where }) => membersIn(where).at(-1)));
  if (new Set(told.map(({ check }) => check.rule)).size < FEWEST_RULES || name === undefined || others.length > 0)
    return undefined;
  const pairs = findings.map((finding) => [wantedIn(finding), shownIn(finding)]);
  const values = [...new Set(pairs.flat().map((value) => JSON.stringify(value)))];
  const [one, other, ...more] = values;
  if (one === undefined || other === undefined || more.length > 0 || pairs.flat().includes(undefined)) return undefined;
  const version = new Set(seenBy(told, exchanges).map(versionOf));
  const reads = exchanges.all.filter((read) => version.has(versionOf(read)) && isReadOf(read, name));
  const first = [one, other].find((value) => isShownFirst(value, name, reads));
  const later = first === one ? other : one;
  if (first === undefined || !turnsByItself(first, later, name, exchanges.all)) return undefined;
  const on = listed(operationsOf(seenBy(told, exchanges), exchanges));
  return `Shows ${name} as ${oneLine(first, 60)} when a record is shown first and as ${oneLine(later, 60)} afterwards, though nobody changed it, on ${on}`;
};

function isReadOf({ request, response }: Exchange, name: string): boolean {
  return request.method === 'GET' && response?.status === 200 && response.body.includes(`"${name}":`);
}

/** Whether nothing that was read twice showed it the second time. */
function isShownFirst(value: string, name: string, reads: readonly Exchange[]): boolean {
  const shows = (read: Exchange): boolean => isShown(read, name, value);
  const seen = new Map<string, boolean>();
  let again = 0;
  for (const read of reads) {
    const path = `${versionOf(read)} ${pathOf(read)}`;
    if (seen.has(path)) {
      again += 1;
      if (shows(read) && !isList(read)) return false;
    }
    seen.set(path, true);
  }
  return again > 0 && reads.some(shows);
}

function isShown({ response }: Exchange, name: string, value: string): boolean {
  return response?.body.includes(`"${name}":${value}`) === true;
}

/** Whether a place is seen to show the one and then the other, without a write to it, or below it, between. */
function turnsByItself(first: string, later: string, name: string, all: readonly Exchange[]): boolean {
  const waiting = new Set<string>();
  for (const exchange of all) {
    const place = placeAt(exchange, pathOf(exchange));
    if (isReadOf(exchange, name)) {
      if (isShown(exchange, name, first)) waiting.add(place);
      else if (waiting.has(place) && isShown(exchange, name, later)) return true;
    } else if (!isRead(exchange.request.method))
      for (const one of waiting) if (place.startsWith(one)) waiting.delete(one);
  }
  return false;
}

function isList({ response }: Exchange): boolean {
  return /^[^{[]*(?:\{[^[{]*)?\[/.test(response?.body ?? '');
}
