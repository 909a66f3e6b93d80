/** Ways in which updates of one operation go wrong together, and what is asked of several of them. */
import { sameJson, type Json } from '../../../record/json.ts';
import type { Departure, Sight } from '../departures/departure.ts';
import { namesIn } from '../departures/departure-place.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import type { SeenUpdate } from '../exchanges/updates-seen.ts';

/** A way of updates that stands behind departures of several rules, wherever it is seen. */
export interface UpdateHabit {
  readonly key: string;
  readonly says: string;
  readonly owns: (departure: Departure) => boolean;
  readonly did?: Departure['did'];
}

/** The same of one operation. */
export interface UpdateWay extends Pick<UpdateHabit, 'key' | 'owns' | 'did'> {
  readonly operation: string;
  readonly names: ReadonlySet<string>;
  /** `names` and `on`: of all operations. */
  readonly says: (names: readonly string[], on: string) => string;
}

export interface UpdatedPlace {
  readonly version: string;
  readonly operation: string;
  readonly updates: readonly SeenUpdate[];
  readonly exchanges: ExchangeIndex;
}

/** Whether a member is as an update asks: null asks for none. */
export function isAsAsked(is: Json | undefined, asked: Json): boolean {
  return asked === null ? !isSomething(is) : sameJson(is, asked);
}

/** Whether some update changes such a member to what it says. */
export function isAnyHeeded(
  updates: readonly SeenUpdate[],
  isSuch: (was: Json | undefined, value: Json) => boolean,
): boolean {
  return updates.some(({ named, before, after }) =>
    [...named].some(([name, value]) => {
      const was = before.get(name);
      return isSuch(was, value) && !sameJson(was, value) && sameJson(after?.get(name), value);
    }),
  );
}

/** Whether it is about one of these members, in one of these cases. */
export function isOf(sight: Sight, cases: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return cases.has(sight.case) && namesIn(sight.finding).some((name) => names.has(name));
}

export function isSomething(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '';
}
