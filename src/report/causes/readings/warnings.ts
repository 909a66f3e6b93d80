/** Warnings that nobody is due: which they are, and whether the call before had them. */
import { answeredJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { at } from '../../../record/pointer.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { listed } from '../../phrase.ts';
import { oneLine } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Sends the warnings of the call before with the answer of students/create: "The TFN is not verified."`. */
export const warningsAgain: CauseReading = ({ own, exchanges }) => {
  const sights = own.flatMap((one) => one.sights);
  if (sights.length === 0 || !own.every(({ check }) => fits(['warning.none'], check.rule))) return undefined;
  const found = sights.map(({ exchange, finding }) => {
    const one = exchanges.get(exchange);
    const sent = entriesAt(one, /#(.*)$/.exec(finding.where)?.[1] ?? '');
    return { one, sent, again: one === undefined ? [] : carried(sent, callBefore(one, exchanges)) };
  });
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  const isAgain = found.every(({ again }) => again.length > 0 && !areAlwaysSent(again, found[0]?.one, exchanges));
  const words = [...new Set(found.flatMap(({ again, sent }) => (isAgain ? again : sent)).flatMap(sentenceIn))];
  if (words.length === 0) return undefined;
  const quoted = listed(words.map((text) => `"${oneLine(text, 70)}"`));
  return isAgain
    ? `Sends the warnings of the call before with the answer of ${on}: ${quoted}`
    : `Warns where nothing is wrong on ${on}: ${quoted}`;
};

/** What every answer has that a success of the operation is, none has of the call before. */
function areAlwaysSent(
  warnings: readonly Json[],
  one: Exchange | undefined,
  { all, operationOf }: ExchangeIndex,
): boolean {
  const served = all.filter(
    (other) =>
      one !== undefined &&
      isServed(other) &&
      answeredJson(other) !== undefined &&
      versionOf(other) === versionOf(one) &&
      operationOf(other) === operationOf(one),
  );
  return served.every((other) => carried(warnings, other).length > 0);
}

function entriesAt(exchange: Exchange | undefined, pointer: string): readonly Json[] {
  const answered = exchange === undefined ? undefined : answeredJson(exchange);
  const value = answered === undefined ? undefined : at(answered, pointer);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The last of the same operation that was sent before. */
function callBefore(one: Exchange, { all, operationOf }: ExchangeIndex): Exchange | undefined {
  const own = all
    .filter((other) => versionOf(other) === versionOf(one) && operationOf(other) === operationOf(one))
    .toSorted((a, b) => a.at - b.at);
  return own[own.indexOf(one) - 1];
}

function carried(sent: readonly Json[], before: Exchange | undefined): readonly Json[] {
  const said = before?.response?.body ?? '';
  return sent.filter((entry) => sentenceIn(entry).some((text) => said.includes(JSON.stringify(text))));
}

function sentenceIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value.includes(' ') ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => sentenceIn(one as Json))
    : [];
}
