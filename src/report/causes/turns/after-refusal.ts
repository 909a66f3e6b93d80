/** Whether good requests end badly because of what came before them: right after a refusal, as of whoever locks callers out or leaves a connection broken. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import { isRefused } from '../exchanges/ends.ts';
import { groupBy } from '../../../record/group-by.ts';

/** Rules that send what is refused, and then what is good. */
const AFTER_REFUSALS: readonly RulePattern[] = ['token.not-locked'];

/** Whether it shows by itself what these answers come after. */
export function isSeenAfterRefusals(
  { check, sights }: Departure,
  turns: readonly { readonly like: string }[],
): boolean {
  return fits(AFTER_REFUSALS, check.rule) && sights.some((sight) => turns.some(({ like }) => like === sight.like));
}

/** Fewer may be chance. */
const FEWEST = 2;
/** Not every refusal has to do it: but of what is served, one in so many at most comes after one. */
const RARELY = 4;

/**
 * True where all of `failed` came right after what was refused, or after one of themselves, and hardly any of `served` did.
 * `tried`: all that was sent to their operations; `placeOf` says which of them.
 */
export function comesAfterRefusal(
  failed: readonly Exchange[],
  served: readonly Exchange[],
  tried: readonly Exchange[],
  placeOf: (exchange: Exchange) => string,
): boolean {
  const before = new Map<Exchange, Exchange>();
  for (const own of groupBy(tried, placeOf).values()) {
    const inOrder = own.toSorted((one, other) => one.at - other.at);
    for (const [index, one] of inOrder.entries()) {
      const last = inOrder[index - 1];
      if (last !== undefined) before.set(one, last);
    }
  }
  const isFailed = new Set(failed);
  const isOther = (one: Exchange | undefined): boolean => {
    return one !== undefined && !isFailed.has(one) && isRefused(one);
  };
  const first = failed.filter((one) => !isFailed.has(before.get(one) ?? one));
  return (
    first.length >= FEWEST &&
    first.every((one) => isOther(before.get(one))) &&
    served.filter((one) => isOther(before.get(one))).length * RARELY <= served.length
  );
}
