/** Which groups a shard sends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group, Step } from '../../src/plan/model.ts';
import { groupsOfShard } from '../../src/run/group-scheduler.ts';

const once = { name: 'probe' } as Step;
const burst = (times: number): Step => ({ name: 'burst', send: { kind: 'burst', times } }) as Step;

function group(id: string, setup: readonly Step[], steps: readonly Step[]): Group {
  return { id, setup, cases: [{ steps }] } as unknown as Group;
}

const idsOf = (groups: readonly Group[], part: number, parts: number): readonly string[] =>
  groupsOfShard(groups, `${part}/${parts}`).map(({ id }) => id);

test('parts send equally much, setups and bursts too, and neighbours are in different ones', () => {
  const groups = [
    group('burst', [], [burst(6)]),
    group('a', [once], [once]),
    group('b', [once], [once]),
    group('c', [], [once, once]),
    group('d', [], [once]),
    group('e', [], [once]),
  ];
  expect([1, 2].map((part) => idsOf(groups, part, 2))).toEqual([
    ['burst', 'd'],
    ['a', 'b', 'c', 'e'],
  ]);
  expect(groupsOfShard(groups, undefined)).toBe(groups);
});

test('all groups of a singleton are in one part', () => {
  const settings = (id: string): Group => ({ ...group(id, [], [once]), service: 'library', singleton: '/settings' });
  const groups = [settings('read'), group('a', [], [once]), settings('write'), group('b', [], [once])];
  expect([1, 2].map((part) => idsOf(groups, part, 2))).toEqual([
    ['read', 'write'],
    ['a', 'b'],
  ]);
});

test('each group is in one part, in the order of the plan, and no part has more than the longest group more than another', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 8 }), (lengths, parts) => {
      const groups = lengths.map((times, index) => group(String(index), [], [burst(times)]));
      const shards = Array.from({ length: parts }, (_none, index) => idsOf(groups, index + 1, parts).map(Number));
      expect(shards.flat().sort((a, b) => a - b)).toEqual(lengths.map((_length, index) => index));
      for (const shard of shards) expect(shard).toEqual(shard.toSorted((a, b) => a - b));
      const sums = shards.map((shard) => shard.reduce((sum, index) => sum + (lengths[index] ?? 0), 0));
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(0, ...lengths));
    }),
  );
});
