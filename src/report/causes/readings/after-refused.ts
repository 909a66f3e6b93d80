/** Good updates of records of which another was refused before: where that was stored all the same, it is what they are refused for. */
import { fits } from '../../../record/rule-pattern.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure } from '../departures/departure.ts';
import { isRefused } from '../exchanges/ends.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { pathOf, placeAt } from '../exchanges/exchange-place.ts';
import { seenBy } from './model.ts';

/** The same departures; those of such updates say so, where a refused one was seen to be stored. */
export function withRefusedBefore(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Departure[] {
  if (!departures.some(({ check }) => fits(['lifecycle.update-atomic'], check.rule))) return departures;
  const first = new Map<string, Exchange>();
  const isBehind = (one: Exchange): boolean => {
    const before = first.get(placeAt(one, pathOf(one)));
    return before !== undefined && before !== one && before.at <= one.at;
  };
  const updates = exchanges.all.filter(({ request }) => ['PATCH', 'PUT'].includes(request.method));
  for (const one of updates.filter(isRefused).toSorted((a, b) => b.at - a.at))
    first.set(placeAt(one, pathOf(one)), one);
  return departures.map((one) => {
    const seen = one.did === 'refused-good' ? seenBy([one], exchanges) : [];
    return seen.length > 0 && seen.every(isBehind) ? { ...one, isAfterRefused: true } : one;
  });
}
