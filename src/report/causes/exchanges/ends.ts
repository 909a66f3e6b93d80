/**
 * How an exchange ended, in one word: a status, how it failed, or a status whose answer says by its flag that nothing was done. The one
 * place for all who compare exchanges, since not every service refuses by its status.
 */
import { answeredJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { isOfTarget } from '../../../record/failure.ts';
import type { Json } from '../../../record/json.ts';
import { denies, grants, isSuccessful } from '../../../record/success.ts';
import type { SuccessFlag } from '../../model.ts';

/** An exchange, and whether its answer says of all that was sent that it was not done. */
export interface EndedExchange extends Exchange {
  readonly isDenied?: true;
}

/** Before the status of an answer that says so. */
const DENIED = 'denied:';

/** No end has a space in it. */
export function endOf(exchange: EndedExchange | undefined): string | undefined {
  if (exchange?.failure !== undefined) return isOfTarget(exchange.failure.kind) ? exchange.failure.kind : undefined;
  if (exchange?.response === undefined) return undefined;
  return `${exchange.isDenied === true ? DENIED : ''}${exchange.response.status}`;
}

/** Whether it was answered with a success, whatever else stands in the answer. */
export function isServed({ response, isDenied }: EndedExchange): boolean {
  return response !== undefined && isDenied !== true && isSuccessful(response.status);
}

/** Whether it was refused, by its status or by its flag. */
export function isRefused({ response, isDenied }: EndedExchange): boolean {
  return response !== undefined && (isDenied === true || (response.status >= 400 && response.status < 500));
}

export function isServedEnd(end = ''): boolean {
  return end.startsWith('2');
}

export function isRefusedEnd(end = ''): boolean {
  return end.startsWith('4') || end.startsWith(DENIED);
}

/** Refused, or broken down. */
export function isBadEnd(end = ''): boolean {
  return end.startsWith('5') || isRefusedEnd(end);
}

/** `404`, `200 and no success`. */
export function endWords(end: string): string {
  return end.startsWith(DENIED) ? `${end.slice(DENIED.length)} and no success` : end;
}

/** Whether no whole answer came. */
export function isBrokenOff(end: string): boolean {
  return isOfTarget(end);
}

export function statusIn(end: string): number | undefined {
  const status = end.startsWith(DENIED) ? end.slice(DENIED.length) : end;
  return /^\d{3}$/.test(status) ? Number(status) : undefined;
}

/** What an answer, or an item of one, says by its flag. */
export type SaidByFlag = (item: Json | undefined, service: string) => boolean;

/** That it was not taken. */
export function deniesBy(flags: readonly SuccessFlag[]): SaidByFlag {
  return (item, service) => flags.some((one) => one.service === service && denies(item, one.flag));
}

/** That all of it was done. */
export function grantsBy(flags: readonly SuccessFlag[]): SaidByFlag {
  return (item, service) => flags.some((one) => one.service === service && grants(item, one.flag));
}

/** The same exchanges, those marked that are denied. */
export function ended(all: readonly Exchange[], flags: readonly SuccessFlag[]): readonly EndedExchange[] {
  const services = new Set(flags.map(({ service }) => service));
  const isDenied = deniesBy(flags);
  return all.map((one): EndedExchange => {
    if (!services.has(one.service) || !mayDeny(one)) return one;
    const body = answeredJson(one);
    const items = Array.isArray(body) ? (body as readonly Json[]) : [body];
    return items.length > 0 && items.every((item) => isDenied(item, one.service)) ? { ...one, isDenied: true } : one;
  });
}

/** Most answers need not be read to know that they do not. */
function mayDeny({ response }: Exchange): boolean {
  return response !== undefined && isSuccessful(response.status) && /:\s*false\b/.test(response.body);
}

/** Whether nothing was sent since the identity provider gave no token. */
export function isWithoutToken({ failure }: Exchange): boolean {
  return failure?.why === 'no-token';
}
