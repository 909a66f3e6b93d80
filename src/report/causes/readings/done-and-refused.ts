/** Writes that are answered as if they were refused, with the record in the answer: they were done. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, endWords, isBadEnd } from '../exchanges/ends.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { leavesOf, memberNames } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried. */
const DONE = 'done and refused';

/** `Does what it is asked on orders/update, and answers 400: the record is in the answer`. */
export const doneAndRefused: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  if (first === undefined || !own.every(({ key }) => key.startsWith(DONE))) return undefined;
  const seen = seenBy(own, exchanges);
  const on = listed(operationsOf(seen, exchanges));
  return `Does what it is asked on ${on}, and answers ${endWords(endOf(seen[0]) ?? '')}: the record is in the answer`;
};

export function keyOfDone({ did, kind, sights }: Departure, exchanges: ExchangeIndex): string | undefined {
  if (did !== 'refused-good' && kind !== 'breakdown') return undefined;
  const seen = sights.map(({ exchange }) => exchanges.get(exchange));
  const end = endOf(seen[0]) ?? '';
  return isBadEnd(end) &&
    seen.every((one) => one !== undefined && endOf(one) === end && showsWhatWasSent(one, exchanges))
    ? `${DONE} ${end}`
    : undefined;
}

/** What is cleared need not be shown. */
function showsWhatWasSent(exchange: Exchange, { grants }: ExchangeIndex): boolean {
  const [sent, answered] = [sentJson(exchange), answeredJson(exchange)];
  if (grants(answered, exchange.service)) return true;
  const [names, leaves] = [memberNames(answered), leavesOf(answered)];
  return (
    sent !== undefined &&
    names.size > 0 &&
    ![...names].some((name) => OF_ERRORS.test(name)) &&
    [...leavesOf(sent)].every((leaf) => leaves.has(leaf))
  );
}

const OF_ERRORS = /^(?:errors?|error_\w+|detail|message|code|title|fault)$/i;
