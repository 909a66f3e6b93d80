/** Lists of which less comes back than was sent: of the items of a batch, or of entries that are equal. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { at } from '../../../record/pointer.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { listNamed } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for: they rest on answers of a part of what was sent. */
export const SHORT_BATCH = 'short batch';

/** `Answers the first alone of the items that are sent together to offers/create: 1 of 3`. */
export const shortBatches: CauseReading = ({ own, exchanges }) => {
  if (!isShortBatch(own, exchanges)) return undefined;
  const counts = seenBy(own, exchanges).flatMap((one) => batchOf(one, exchanges) ?? []);
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  const [first] = counts;
  if (first === undefined) return undefined;
  const what = counts.every(({ answered }) => answered === 1) ? 'the first alone' : 'the first ones alone';
  return `Answers ${what} of the items that are sent together to ${on}: ${first.answered} of ${first.sent}`;
};

/** `Answers the items of a batch with the ids of one another on orders/create`. */
export const turnedBatches: CauseReading = ({ own }) => {
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const isTurned = own.every(({ check }) => check.rule === 'lifecycle.batch-readable');
  return isTurned && findings.length > 0 && findings.every(({ kind }) => kind === 'value')
    ? `Answers the items of a batch with the ids of one another on ${listed(own.map(({ check }) => `${check.endpoint}/${check.operation}`))}: what is read by the id of one is another`
    : undefined;
};

/** `Answers the items of a batch in another order than they were sent, on orders/create`: one that is at fault was tried beside good ones. */
export const reorderedBatches: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  const isBesideFaulty = own.every(({ check }) => check.rule === 'lifecycle.batch-independent');
  return isBesideFaulty && seen.length > 0 && seen.every((one) => isReordered(one, exchanges))
    ? `Answers the items of a batch in another order than they were sent, on ${listed(operationsOf(seen, exchanges))}`
    : undefined;
};

/** `Answers all items of a batch with the correlation id of the first, on orders/create`. */
export const sameEcho: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  return seen.length > 0 && own.every(({ check }) => check.rule === 'lifecycle.batch-order') && seen.every(echoesFirst)
    ? `Answers all items of a batch with the correlation id of the first, on ${listed(operationsOf(seen, exchanges))}`
    : undefined;
};

/** Whether all answers have one text in a member in which every item was sent another. */
function echoesFirst(exchange: Exchange): boolean {
  const [sent, answered] = [sentJson(exchange), answeredJson(exchange)];
  if (!Array.isArray(sent) || !Array.isArray(answered) || answered.length < 2) return false;
  const valuesOf = (items: readonly Json[], name: string): readonly (Json | undefined)[] =>
    items.map((item) => at(item, `/${name}`));
  return Object.keys((sent[0] ?? {}) as object).some((name) => {
    const [first, ...others] = valuesOf(sent as readonly Json[], name);
    return (
      typeof first === 'string' &&
      !others.includes(first) &&
      valuesOf(answered as readonly Json[], name).every((one) => one === first)
    );
  });
}

/** `Tells a refused item of a batch the errors of other items too, on orders/create: A1, A2 instead of A2`. */
export const errorsOfOthers: CauseReading = ({ own, exchanges }) => {
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const [first] = findings;
  if (first === undefined || !own.every(({ check }) => check.rule === 'input.batch-refused')) return undefined;
  return findings.every(({ kind }) => kind === 'added')
    ? `Tells a refused item of a batch the errors of other items too, on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}: ${first.actual} instead of ${first.expected}`
    : undefined;
};

/** Each item has its answer, and one alone is denied. */
function isReordered(exchange: Exchange, { denies }: ExchangeIndex): boolean {
  const [sent, answered] = [sentJson(exchange), answeredJson(exchange)];
  return (
    Array.isArray(sent) &&
    Array.isArray(answered) &&
    answered.length === sent.length &&
    (answered as readonly Json[]).filter((item) => denies(item, exchange.service)).length === 1
  );
}

export function isShortBatch(own: readonly Departure[], exchanges: ExchangeIndex): boolean {
  const seen = own.flatMap(({ sights }) => sights.map(({ exchange }) => exchanges.get(exchange)));
  return seen.length > 0 && seen.every((one) => one !== undefined && batchOf(one, exchanges) !== undefined);
}

/** How many items were sent, and how many of them answered, where those are fewer; a refused one may rightly be the last. */
function batchOf(
  exchange: Exchange,
  { denies }: ExchangeIndex,
): { readonly sent: number; readonly answered: number } | undefined {
  const sent = sentJson(exchange);
  const answered = answeredJson(exchange);
  if (!Array.isArray(sent) || !Array.isArray(answered)) return undefined;
  const isShort = answered.length > 0 && answered.length < sent.length;
  return isShort && !denies((answered as readonly Json[]).at(-1), exchange.service)
    ? { sent: sent.length, answered: answered.length }
    : undefined;
}

/** `Keeps one of several entries of channels that are equal, on partners/create: 20 were sent, 1 is shown`. */
export const equalsDropped: CauseReading = ({ own, exchanges }) => {
  const sights = own.flatMap((one) => one.sights);
  const found = sights.map(({ exchange, finding }) => {
    const shownIn = exchanges.get(exchange);
    const pointer = /#(.*)$/.exec(finding.where)?.[1] ?? '';
    return shownIn === undefined ? undefined : droppedAt(shownIn, pointer, exchanges);
  });
  const [first] = found;
  if (first === undefined || found.includes(undefined)) return undefined;
  return `Keeps one of several equal entries of ${first.name}, and drops the others, on ${listed(operationsOf([first.write], exchanges))}: ${first.sent} were sent, ${first.shown} ${first.shown === 1 ? 'is' : 'are'} shown`;
};

interface Dropped {
  readonly name: string;
  readonly write: Exchange;
  readonly sent: number;
  readonly shown: number;
}

function droppedAt(shownIn: Exchange, pointer: string, exchanges: ExchangeIndex): Dropped | undefined {
  const answered = answeredJson(shownIn);
  // What is missing of a list is found at the list, or at an entry of it.
  const place = pointer.replace(/\/\d+(?:\/.*)?$/, '');
  const name = place.split('/').at(-1) ?? '';
  const shown = answered === undefined ? undefined : at(answered, place);
  if (!Array.isArray(shown) || name === '') return undefined;
  const own = exchanges.ofCase(caseOf(shownIn));
  const write = own.slice(0, own.indexOf(shownIn) + 1).findLast((one) => listNamed(sentJson(one), name) !== undefined);
  const sent = write === undefined ? undefined : listNamed(sentJson(write), name);
  if (write === undefined || sent === undefined) return undefined;
  const different = new Set(sent.map((entry) => JSON.stringify(entry))).size;
  return different < sent.length && shown.length === different
    ? { name, write, sent: sent.length, shown: different }
    : undefined;
}
