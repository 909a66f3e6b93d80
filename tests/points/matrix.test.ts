/** What answers come to, seen on reference services: all of it by `npm run points`, a part that the commit draws here. */
import { describe, expect, test } from 'vitest';
import { ALLOWED } from '../../scripts/points/allowed.ts';
import { blocked, points, shown, unanswered, wayOf, whatIsWrong } from '../../scripts/points/matrix.ts';
import type { Group } from '../../src/plan/model.ts';
import { firstOf } from '../drawn.ts';

const all = points();
/** Enough to see that a group is judged; the whole is seen by the script. */
const GROUPS = 4;
const DRAWN = { answered: 3, allowed: 1 } as const;

function drawn(way: keyof typeof DRAWN, most: number = DRAWN[way]): typeof all {
  const seed = process.env['TEST_SEED'] ?? 'by-hand';
  return firstOf(
    seed,
    all.filter((one) => wayOf(one) === way),
    most,
    ({ point }) => point.id,
  );
}

test('each point that has a value is shown on a service', () => {
  const known = new Set(all.map(({ point }) => point.id));
  expect(Object.keys(ALLOWED).filter((id) => !known.has(id))).toEqual([]);
  expect(all.filter((one) => wayOf(one) === 'unshown').map(({ point }) => point.id)).toEqual([]);
});

describe('not answered', () => {
  test.each(drawn('answered', 2).map((one) => [one.point.id, one] as const))(
    '%s: a service that is right otherwise is blocked by nothing',
    async (_id, one) => {
      const stand = await unanswered(one);
      const isMeant = ({ aspect }: Group): boolean => ['success', 'token', 'lifecycle', 'pagination'].includes(aspect);
      expect(await blocked(one, stand, isMeant)).toEqual([]);
      await stand.close();
    },
  );
});

describe('answered otherwise', () => {
  test.each([...drawn('answered'), ...drawn('allowed')].map((one) => [one.point.id, one] as const))(
    '%s: right services pass and are confirmed, others are red',
    async (_id, one) => {
      const few = await shown(one, GROUPS);
      // What a few groups do not show, all of them do.
      expect(
        whatIsWrong(few.red.length === 0 || few.green.length + few.silent.size === 0 ? await shown(one) : few),
      ).toEqual([]);
    },
  );
});
