/** What the exchanges say of a cause as a whole, where its checks each say less. */
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';

export interface CauseSights {
  /** What stands for the cause first. */
  readonly own: readonly Departure[];
  /** Those that it explains, too. */
  readonly all: readonly Departure[];
  readonly report: JudgedReport;
  readonly exchanges: ExchangeIndex;
}

/** A sentence, where it is so. */
export type CauseReading = (told: CauseSights) => string | undefined;

/** What these rest on, each once. */
export function seenBy(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Exchange[] {
  return [
    ...new Set(departures.flatMap(({ sights }) => sights.flatMap(({ exchange }) => exchanges.get(exchange) ?? []))),
  ];
}

export function operationsOf(all: readonly Exchange[], exchanges: ExchangeIndex): readonly string[] {
  return [...new Set(all.flatMap((one) => exchanges.operationOf(one) ?? []))].sort();
}

/** All that was sent to the operations of these, in their versions. */
export function besides(seen: readonly Exchange[], exchanges: ExchangeIndex): readonly Exchange[] {
  const operations = new Set(operationsOf(seen, exchanges));
  const versions = new Set(seen.map(versionOf));
  return exchanges.all.filter(
    (one) => versions.has(versionOf(one)) && operations.has(exchanges.operationOf(one) ?? ''),
  );
}
