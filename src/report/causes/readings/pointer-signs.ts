/** Pointers in errors that have a sign too many, and so lead to nothing: what they mean is plain all the same. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { at, holderOf, lastName } from '../../../record/pointer.ts';
import type { Sight } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { listed } from '../../phrase.ts';
import { memberNames, textsIn } from '../exchanges/parts-of-json.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Writes pointers in its errors with a sign too many on orders/create: "/price/" instead of "/price"`. */
export const pointerSigns: CauseReading = ({ own, exchanges }) => {
  const found = own.flatMap(({ sights }) => sights.map((sight) => pointerOf(sight, exchanges)));
  const [first] = found;
  if (first === undefined || found.includes(undefined)) return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Writes pointers in its errors with a sign too many on ${on}: "${first.text}" instead of "${first.meant}"`;
};

interface Misspelt {
  readonly text: string;
  readonly meant: string;
}

/** The pointer that an error names nothing by, or that has not the form of one. */
function pointerOf({ finding, exchange }: Sight, exchanges: ExchangeIndex): Misspelt | undefined {
  const seen = exchanges.get(exchange);
  if (seen === undefined || (seen.response?.status ?? 0) < 400) return undefined;
  const { kind, keyword, member, where } = finding;
  const isOdd = kind === 'unnamed' || (kind === 'schema' && keyword === 'pattern');
  const here = isOdd ? at(answeredJson(seen), pointerIn(where) ?? '') : undefined;
  return textsIn(here)
    .map((text) => ({ text, meant: withoutSigns(text) }))
    .find(({ text, meant }) => text !== meant && (member === undefined ? isOfSent(meant, seen) : names(meant, member)));
}

/** As RFC 6901 has it: no sign of a fragment, no part without a name. */
function withoutSigns(text: string): string {
  return text
    .replace(/^#/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
}

function names(pointer: string, member: string): boolean {
  return pointer === member || pointer.endsWith(`/${member}`);
}

/** Whether it leads to what was sent, or to what is missing of that. */
function isOfSent(pointer: string, exchange: Exchange): boolean {
  const sent = sentJson(exchange);
  if (!pointer.startsWith('/') || sent === undefined) return false;
  return isHolder(at(sent, holderOf(pointer))) || memberNames(sent).has(lastName(pointer));
}

function isHolder(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null;
}
