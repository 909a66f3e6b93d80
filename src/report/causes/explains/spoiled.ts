/** What was not sent because something was accepted before that may have changed what it would be tried on. */
import type { Exchange } from '../../../record/exchange.ts';
import { isSafe } from '../../../record/safe-method.ts';
import { classOf, type Departure } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { groupOf } from '../exchanges/exchange-place.ts';

interface Seen {
  readonly departures: readonly Departure[];
}

/** What is behind a success that kept others of its group from being sent: what changes nothing keeps nothing. */
export function spoilerOf<T extends Seen>(
  causes: readonly T[],
  exchanges: ExchangeIndex,
): (met: readonly Exchange[]) => T | undefined {
  const spoilers = new Map(
    causes.flatMap((cause) =>
      cause.departures.flatMap(({ sights }) =>
        sights.flatMap(({ exchange }) => {
          const seen = exchanges.get(exchange);
          return seen !== undefined && classOf(seen.response?.status) === 2 && !isSafe(seen.request.method)
            ? [[groupOf(seen), cause] as const]
            : [];
        }),
      ),
    ),
  );
  return (met) => {
    const unsent = met.find(({ failure }) => failure?.why === 'spoiled');
    return unsent === undefined ? undefined : spoilers.get(groupOf(unsent));
  };
}
