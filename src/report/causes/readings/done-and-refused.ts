/** Writes that are answered as if they were refused, with the record in the answer: they were done. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Departure } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { leavesOf, memberNames, membersOf } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { operationsOf, seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried. */
const DONE = 'done and refused';

/** `Does what it is asked on orders/update, and answers 400: the record is in the answer`. */
export const doneAndRefused: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  if (first === undefined || !own.every(({ key }) => key.startsWith(DONE))) return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Does what it is asked on ${on}, and answers ${first.was ?? ''}: the record is in the answer`;
};

export function keyOfDone({ did, kind, was = '', sights }: Departure, exchanges: ExchangeIndex): string | undefined {
  if ((did !== 'refused-good' && kind !== 'breakdown') || !/^[45]/.test(was)) return undefined;
  const seen = sights.map(({ exchange }) => exchanges.get(exchange));
  return seen.length > 0 && seen.every((one) => one !== undefined && showsWhatWasSent(one))
    ? `${DONE} ${was}`
    : undefined;
}

/** What is cleared need not be shown. */
function showsWhatWasSent(exchange: Exchange): boolean {
  const [sent, answered] = [sentJson(exchange), answeredJson(exchange)];
  if (saysDone(answered)) return true;
  const [names, leaves] = [memberNames(answered), leavesOf(answered)];
  return (
    sent !== undefined &&
    names.size > 0 &&
    ![...names].some((name) => OF_ERRORS.test(name)) &&
    [...leavesOf(sent)].every((leaf) => leaves.has(leaf))
  );
}

const OF_ERRORS = /^(?:errors?|error_\w+|detail|message|code|title|fault)$/i;

/** Whether an envelope calls all of it a success. */
function saysDone(body: Json | undefined): boolean {
  const items = Array.isArray(body) ? (body as readonly Json[]) : [body];
  return items.length > 0 && items.every((item) => [...membersOf(item)].some(isYes));
}

function isYes([name, value]: readonly [string, Json]): boolean {
  return value === true && /^(?:ok|success(?:ful)?|succeeded)$/i.test(name);
}
