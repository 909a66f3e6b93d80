/** Good requests that count as refused only since the flag of their answer cannot be read: what is wrong with the body is why. */
import { isServed } from '../exchanges/ends.ts';
import type { Departure } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';

/** Rules that read the body as such, the first the more: what is no JSON has no members. */
const OF_BODIES: readonly RulePattern[] = ['http.json', 'http.body-schema'];

/** The departure of the bodies of that operation, where no flag says that the request was refused. */
export function behindUnreadFlags(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => Departure | undefined {
  const byOperation = new Map<string, Departure>();
  for (const rule of OF_BODIES.toReversed())
    for (const one of departures)
      if (fits([rule], one.check.rule)) for (const { operation } of one.sights) byOperation.set(operation, one);
  return (one) => {
    if (one.did !== 'refused-good' || one.sights.length === 0) return undefined;
    const found = one.sights.map(({ exchange, operation }) => {
      const seen = exchanges.get(exchange);
      return seen !== undefined && isServed(seen) ? byOperation.get(operation) : undefined;
    });
    return found.every((each) => each === found[0]) ? found[0] : undefined;
  };
}
