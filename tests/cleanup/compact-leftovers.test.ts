/** The list of what nothing can remove does not grow with each night, and tells how many there are all the same. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CreatedRecord } from '../../src/cleanup/created-resources.ts';
import { countLeftovers, hasNoCleanupOperation, leftoversOf } from '../../src/cleanup/leftovers.ts';
import { LeftoversFile, leftoversIn, settleLeftovers } from '../../src/cleanup/leftovers-file.ts';
import { earlierLeftoverLines } from '../../src/run/clean.ts';
import { temporary } from '../temporary.ts';

const folder = temporary();

const LIBRARY = { service: 'library', spec: '1.0', address: 'http://library.test', under: [] };

function note(id: number, more: Partial<CreatedRecord> = {}): CreatedRecord {
  return { ...LIBRARY, endpoint: 'notes', key: `library@1.0 notes ${id}`, id, ...more };
}

/** It can be removed, and stays. */
function shelf(id: number): CreatedRecord {
  const remove = { method: 'DELETE', path: '/shelves/{id}', parameters: { id } };
  return { ...LIBRARY, endpoint: 'shelves', key: `library@1.0 /shelves/${id}`, id, remove };
}

/** As a run does: it appends, and settles at its end. */
function night(file: string, number: number, made: readonly CreatedRecord[]): ReturnType<typeof settleLeftovers> {
  const run = `run-${number}`;
  const createdResources = new LeftoversFile(file, { run, target: 'here' }, () => Date.UTC(2026, 0, number));
  for (const record of made) createdResources.addRecord(record);
  createdResources.close();
  return settleLeftovers(file, run);
}

test('of many nights the newest stay whole, and the others are counted', () => {
  const out = path.join(folder, 'nightly');
  const file = path.join(out, 'leftovers.ndjson');
  const sizes: number[] = [];
  let id = 0;
  for (let number = 1; number <= 28; number += 1) {
    const notes = Array.from({ length: 200 }, () => note((id += 1)));
    const left = night(file, number, [...notes, shelf(number)]);
    // Each run tells of all its own.
    expect(left.filter(({ run }) => run === `run-${number}`)).toHaveLength(201);
    sizes.push(statSync(file).size);
  }
  const [tenth, last] = [sizes[9] ?? 0, sizes.at(-1) ?? 0];
  // What can be removed is a line each night.
  expect(last - tenth).toBeLessThan(18 * 400);
  const left = leftoversIn(file);
  expect(countLeftovers(left)).toBe(28 * 201);
  expect(left.filter((one) => !hasNoCleanupOperation(one))).toHaveLength(28);
  expect(leftoversOf(left)).toMatchObject([
    { endpoint: 'notes', count: 5600, why: 'the contract declares no DELETE', byHand: true },
    { endpoint: 'shelves', count: 28, why: 'not deleted' },
  ]);
  const [many] = left.filter((one) => one.many !== undefined);
  expect(many).toMatchObject({ many: 4900, since: '2026-01-01T00:00:00.000Z', at: '2026-01-25T00:00:00.000Z' });
  expect(earlierLeftoverLines(out).join('\n')).toContain('5,628 records may still exist');
  expect(earlierLeftoverLines(out).join('\n')).toContain('lists the newest and counts the rest');
  // Once more, and nothing changes.
  const before = readFileSync(file, 'utf8');
  settleLeftovers(file, 'run-28');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('what hangs on a record that can be removed stays, and goes with it', () => {
  const file = path.join(folder, 'below.ndjson');
  const below = Array.from({ length: 600 }, (_none, index) => note(index, { under: ['library@1.0 shelves 7'] }));
  night(file, 1, [shelf(7), ...below]);
  expect(settleLeftovers(file)).toHaveLength(601);
  const createdResources = new LeftoversFile(file, { run: 'clean', target: 'here' }, () => 0, leftoversIn(file));
  createdResources.markGone('library@1.0 /shelves/7', 'library@1.0 shelves 7');
  createdResources.close();
  expect(settleLeftovers(file)).toEqual([]);
});

test('what stays for different reasons, or was made elsewhere, is not thrown together', () => {
  const file = path.join(folder, 'reasons.ndjson');
  const many = (from: number, more: Partial<CreatedRecord>): readonly CreatedRecord[] =>
    Array.from({ length: 501 }, (_none, index) => note(from + index, more));
  night(file, 1, [...many(0, {}), ...many(1000, { address: 'http://other.test' }), ...many(2000, { why: 'late' })]);
  const folds = settleLeftovers(file).filter((one) => one.many !== undefined);
  expect(folds.map(({ address, why, many: count }) => [address, why, count])).toEqual([
    ['http://library.test', 'the contract declares no DELETE', 1],
    ['http://other.test', 'the contract declares no DELETE', 1],
    ['http://library.test', 'late', 1],
  ]);
});
