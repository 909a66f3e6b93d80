/** Items that a batch says it stored, and that are not there: because another item of it was refused, or since the first alone was stored. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { distinct } from '../../words.ts';
import { placed } from '../departures/cause-place.ts';
import type { Departure } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isServed, isServedEnd } from '../exchanges/ends.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { leavesOf, newLeaves } from '../exchanges/parts-of-json.ts';
import { seenBy, type CauseReading } from './model.ts';

/** What is answered of what is not there. Of another end nobody knows whether it is. */
const GONE: readonly (number | undefined)[] = [404, 410];

/** `Stores the first alone of the items of a batch, though it answers the others as stored, on orders/create: 404 instead of the record`, `Takes back, where an item of a batch is refused, what it said that it stored of the others on orders/create: 404 instead of the record`. */
export const rolledBack: CauseReading = ({ own, report, exchanges }) => {
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const isGone = own.every(({ check }) => check.rule === 'lifecycle.batch-readable');
  if (!isGone || findings.length === 0 || !findings.every(({ got }) => GONE.includes(got))) return undefined;
  const ends = distinct(findings.map(({ got }) => String(got))).join(' or ');
  if (own.every((one) => isFirstKept(one, exchanges)))
    return placed(
      `Stores the first alone of the items of a batch, though it answers the others as stored: ${ends} instead of the record`,
      own,
      report,
    );
  const versions = new Set(seenBy(own, exchanges).map(versionOf));
  // What is lost of good batches too is not lost for what stands beside it.
  if (!exchanges.all.some((one) => versions.has(versionOf(one)) && isKept(one, exchanges))) return undefined;
  return placed(
    `Takes back, where an item of a batch is refused, what it said that it stored of the others: ${ends} instead of the record`,
    own,
    report,
  );
};

/** Whether what is read first, of the first item, is there, and nothing of the others. */
function isFirstKept({ sights }: Departure, exchanges: ExchangeIndex): boolean {
  const [place = ''] = sights.map((sight) => sight.case);
  const [first, ...others] = exchanges.ofCase(place).filter(({ request }) => request.method === 'GET');
  return first !== undefined && isServed(first) && others.length > 0 && !others.some(isServed);
}

/** Whether a batch of which every item was good is shown afterwards, whole, by what its answer calls the items. */
function isKept(batch: Exchange, { all }: ExchangeIndex): boolean {
  const [sent, answered] = [sentJson(batch), answeredJson(batch)];
  if (batch.request.method !== 'POST' || !isServedEnd(endOf(batch))) return false;
  if (!Array.isArray(sent) || !Array.isArray(answered) || sent.length < 2 || answered.length !== sent.length)
    return false;
  const given = leavesOf(sent);
  const names = (answered as readonly Json[]).map((item) => newLeaves(item, given));
  const later = all.filter(
    (one) => one.group === batch.group && one.request.method === 'GET' && isServedEnd(endOf(one)),
  );
  const shown = new Set(later.flatMap((one) => [...leavesOf(answeredJson(one))]));
  return names.every((own) => own.some((leaf) => shown.has(leaf)));
}
