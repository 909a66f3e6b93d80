/** Good requests that are refused in one sentence on several operations, whatever they bring, and served at other times. */
import type { Exchange } from '../../../record/exchange.ts';
import { groupBy } from '../../../record/group-by.ts';
import { sentJson } from '../exchanges/bodies.ts';
import { isServedEnd } from '../exchanges/ends.ts';
import { placeAt, pathOf } from '../exchanges/exchange-place.ts';
import type { OutcomeOf } from '../exchanges/outcomes.ts';
import { memberNames } from '../exchanges/parts-of-json.ts';
import { saidByAll } from '../exchanges/said.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { areTurns } from './turn-counts.ts';

/** Fewer may be refused for what they bring. */
const FEWEST = 4;
/** Of which so many at least are plain: what is unusual about the others is then no matter. */
const FEWEST_PLAIN = 2;
const FEWEST_OPERATIONS = 2;

export interface Refused {
  readonly operation: string;
  readonly failed: readonly Exchange[];
  readonly served: readonly Exchange[];
}

/** Of one end, by operation. @param isPlain whether nothing is special about a request */
export function inOneSentence(
  byOperation: ReadonlyMap<string, readonly Exchange[]>,
  end: string,
  outcome: OutcomeOf,
  isPlain: (one: Exchange) => boolean,
): readonly Refused[] {
  const found = [...byOperation].flatMap(([operation, all]) => {
    const failed = all.filter((one) => outcome(one) === end);
    const said = failed.length === 0 ? '' : (saidByAll(failed) ?? '');
    const served = all.filter((one) => isServedEnd(outcome(one)));
    // What is never served there is refused for what it is.
    return said === '' || served.length === 0 ? [] : [{ operation, failed, served, said }];
  });
  return [...groupBy(found, ({ operation, said }) => `${operation.split(' ')[0] ?? ''} ${said}`).values()].flatMap(
    (own) => {
      const [failed, served] = [own.flatMap((one) => one.failed), own.flatMap((one) => one.served)];
      const isSo = own.length >= FEWEST_OPERATIONS && failed.length >= FEWEST && areTurns(failed.length, served.length);
      return isSo && isOfNothing(own[0]?.said ?? '', failed, served, isPlain) ? own : [];
    },
  );
}

/** Whether it is no matter of what they bring, nor of what was done to their records before. */
function isOfNothing(
  said: string,
  failed: readonly Exchange[],
  served: readonly Exchange[],
  isPlain: (one: Exchange) => boolean,
): boolean {
  const words = new Set(said.split(/[^\w-]+/));
  const names = [...new Set(failed.flatMap((one) => [...memberNames(sentJson(one))]))];
  const places = served.map((one) => placeAt(one, pathOf(one)));
  const known = new Set(places);
  return (
    failed.filter(isPlain).length >= FEWEST_PLAIN &&
    served.some(isPlain) &&
    known.size < places.length &&
    failed.some((one) => !known.has(placeAt(one, pathOf(one)))) &&
    !names.some((name) => words.has(name)) &&
    traitOf(failed, served) === undefined
  );
}
