/** The order in which groups are sent, their cases, and the steps of a case. */
import { isRead } from '../record/safe-method.ts';
import { createHash } from 'node:crypto';
import type { Group, Step } from '../plan/model.ts';

/**
 * Those first that wait for most answers one after the other: begun last, one of them would be alone in the end. Or in the order that a
 * seed gives: the same for the same seed and the same ids, on every machine.
 */
export function inOrder(items: readonly Group[], seed: number | undefined): readonly Group[] {
  if (seed === undefined) return items.toSorted((one, other) => answersInARow(other) - answersInARow(one));
  const keyed = items.map((item) => ({ item, key: createHash('sha256').update(`${seed} ${item.id}`).digest('hex') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

function answersInARow({ setup, cases, inTurn }: Group): number {
  const lengths = cases.map(({ steps }) => lengthOf(steps));
  return lengthOf(setup) + (inTurn === true ? lengths.reduce((sum, one) => sum + one, 0) : Math.max(0, ...lengths));
}

/** What was made is removed, one after the other. */
function lengthOf(steps: readonly Step[]): number {
  return steps.length + steps.filter(({ undo }) => undo !== undefined).length;
}

/** The steps in their order: each alone, or with those that are sent together with it. */
export function besideEachOther(steps: readonly Step[]): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  for (const step of steps) {
    const before = all.at(-1);
    if (step.together === true && before !== undefined) before.push(step);
    else all.push([step]);
  }
  return all;
}

export function isReading({ request }: Step): boolean {
  return isRead(request.method);
}

/** Work that begins when what was given before has ended, however it did. */
export function afterEachOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}
