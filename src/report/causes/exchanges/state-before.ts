/** In which state what is called was before, where that tells calls that end badly from those that are served: nothing was there to remove. */
import { answeredJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { groupOf, pathOf } from './exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { madeAt } from './made-at.ts';
import { membersOf } from './parts-of-json.ts';
import { isServed } from './ends.ts';

/** Fewer that are served tell nothing. */
const FEWEST = 2;

/**
 * In words that go on after what was called: `where there is nothing to delete (channels is empty before)`, or `where channels was removed before`.
 * @param all what was sent to the service, in order
 */
export function stateBefore(
  failed: readonly Exchange[],
  served: readonly Exchange[],
  all: readonly Exchange[],
): string | undefined {
  if (failed.length === 0 || served.length < FEWEST) return undefined;
  if (![...failed, ...served].every(({ request }) => request.method === 'DELETE')) return undefined;
  const byGroup = groupBy(all, groupOf);
  const removed = (one: Exchange): Removed | undefined => removedBefore(one, byGroup.get(groupOf(one)) ?? []);
  const [bad, good] = [failed.map(removed), served.map(removed)];
  if (good.some((one) => one?.isEmpty !== false) || bad.some((one) => one?.isEmpty !== true)) return undefined;
  const names = new Set(bad.map((one) => one?.name));
  const [name] = names;
  if (names.size !== 1 || name === undefined) return undefined;
  return bad.every((one) => one?.isAgain === true)
    ? `where ${name} was removed before`
    : `where there is nothing to delete (${name} is empty before)`;
}

interface Removed {
  /** Of the part, as its address and the record have it. */
  readonly name: string;
  readonly isEmpty: boolean;
  /** It was removed by the same call. */
  readonly isAgain: boolean;
}

/** What of the part was there, as the last answer shows the record that has it; undefined where none does. */
function removedBefore(call: Exchange, own: readonly Exchange[]): Removed | undefined {
  const path = pathOf(call);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const record = path.slice(0, path.lastIndexOf('/'));
  const earlier = own.slice(0, own.indexOf(call));
  const last = earlier.findLast((one) => isServed(one) && (isRemoval(one, path) || shownAt(one) === record));
  if (last === undefined) return undefined;
  if (isRemoval(last, path)) return { name, isEmpty: true, isAgain: true };
  const part = membersOf(answeredJson(last)).get(name);
  return { name, isEmpty: isNothing(part), isAgain: earlier.some((one) => isServed(one) && isRemoval(one, path)) };
}

/** Where the record stands that an answer shows. */
function shownAt(one: Exchange): string | undefined {
  return one.request.method === 'POST' ? madeAt(one) : one.request.method === 'DELETE' ? undefined : pathOf(one);
}

function isRemoval(one: Exchange, path: string): boolean {
  return one.request.method === 'DELETE' && pathOf(one) === path;
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
