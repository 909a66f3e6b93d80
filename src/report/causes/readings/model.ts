/** What the exchanges say of a cause as a whole, where its checks each say less. */
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';

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
