/** All that was exchanged in a run, found by its key and by its operation. */
import type { Exchange } from '../../../record/exchange.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { SuccessFlag } from '../../model.ts';
import { deniesBy, ended, grantsBy, type EndedExchange, type SaidByFlag } from './ends.ts';
import { caseOf, groupOf, pathIn, versionOf } from './exchange-place.ts';

/** All that was exchanged, and of which operation each was: a step of a longer case does not say so itself. */
export interface ExchangeIndex {
  readonly get: (key: string) => EndedExchange | undefined;
  readonly all: readonly EndedExchange[];
  /** What was sent for a case, or for the setup of a group, by its name: see `caseOf`. */
  readonly ofCase: (name: string) => readonly EndedExchange[];
  /** What was sent for a group, its cases among it, by its name: see `groupOf`. */
  readonly ofGroup: (name: string) => readonly EndedExchange[];
  readonly operationOf: (exchange: Exchange) => string | undefined;
  readonly denies: SaidByFlag;
  readonly grants: SaidByFlag;
}

/** @param flags by which services say in an answer whether they did what was asked */
export function exchangesBy(recorded: readonly Exchange[], flags: readonly SuccessFlag[] = []): ExchangeIndex {
  const list = ended(recorded, flags);
  const byKey = new Map(list.map((exchange) => [exchangeKey(exchange), exchange]));
  const placed = list.filter((one) => isOfOperation(one) && !isHead(one));
  const byPlace = new Map([...groupBy(placed, placeOf)].map(([place, own]) => [place, usualOf(own)]));
  let byCase: ReadonlyMap<string, readonly EndedExchange[]> | undefined;
  let byGroup: typeof byCase;
  return {
    get: (key) => byKey.get(key),
    all: list,
    ofCase: (name) => (byCase ??= groupBy(list, caseOf)).get(name) ?? [],
    ofGroup: (name) => (byGroup ??= groupBy(list, groupOf)).get(name) ?? [],
    // HEAD asks for what GET brings there, whichever operation of the path it is tried for.
    operationOf: (exchange) =>
      (isHead(exchange) ? byPlace.get(placeOf(exchange)) : undefined) ??
      exchange.operation ??
      byPlace.get(placeOf(exchange)),
    denies: deniesBy(flags),
    grants: grantsBy(flags),
  };
}

/** Names of the operations that these were sent to, each once. */
export function operationsOf(all: readonly Exchange[], exchanges: ExchangeIndex): readonly string[] {
  return [...new Set(all.flatMap((one) => exchanges.operationOf(one) ?? []))].sort();
}

/** `shop@1.0 orders/list`: the operation that it was sent to, of its version. */
export function operationAt(one: Exchange, exchanges: ExchangeIndex): string {
  return `${versionOf(one)} ${exchanges.operationOf(one) ?? ''}`;
}

/** All that was sent to the operations of these, in their versions. */
export function besides(seen: readonly Exchange[], exchanges: ExchangeIndex): readonly Exchange[] {
  const operations = new Set(operationsOf(seen, exchanges));
  const versions = new Set(seen.map(versionOf));
  return exchanges.all.filter(
    (one) => versions.has(versionOf(one)) && operations.has(exchanges.operationOf(one) ?? ''),
  );
}

function isHead({ request }: Exchange): boolean {
  return request.method === 'HEAD';
}

function isOfOperation({ operation }: Exchange): boolean {
  return operation !== undefined;
}

/** The operation of most: what is tried on another may be sent to the same place. */
function usualOf(own: readonly Exchange[]): string {
  const counts = [...groupBy(own, ({ operation = '' }) => operation)].map(([name, { length }]) => ({ name, length }));
  return counts.reduce((most, one) => (one.length > most.length ? one : most)).name;
}

/** Method and path, with a mark in place of each segment that may be an identifier. */
function placeOf({ service, spec, request }: Exchange): string {
  const segments = pathIn(request.url)
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '*' : segment));
  return `${service}@${spec} ${request.method === 'HEAD' ? 'GET' : request.method} ${segments.join('/')}`;
}
