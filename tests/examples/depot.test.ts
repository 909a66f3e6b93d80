/** The depot of the examples: records that are there already, and everything that can be wrong with what is done to them. */
import { describe, expect, test } from 'vitest';
import type { Target } from '../../src/load/model.ts';
import { DEPOT_FAULTS } from './depot-faults.ts';
import { Stage } from './stage.ts';
import { everyNth } from '../part.ts';

const stage = new Stage('depot');

/** The target with these records. */
function recording(records: Target['services'][number]['records']): Target {
  const [service] = stage.target.services;
  if (service === undefined) throw new Error('the target names no service');
  const { records: _records, ...bare } = service;
  return { ...stage.target, services: [records === undefined ? bare : { ...bare, records }] };
}

test('the depot keeps its contract', async () => {
  expect(await stage.red(stage.source)).toEqual([]);
});

test('nothing but reads is sent to what was there before, unless the target says so', () => {
  const steps = stage.planned.plan.groups.flatMap(({ setup, cases }) => [
    ...setup,
    ...cases.flatMap((one) => one.steps),
  ]);
  const there = steps.filter(({ request }) => JSON.stringify(request.parameters).includes('$record'));
  expect(there.length).toBeGreaterThan(20);
  expect([...new Set(there.map(({ request }) => request.method))].sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

test('what needs a record that nothing makes is not judged where the target names none, and says so', async () => {
  const groups = stage.groups.filter(({ endpoint }) => endpoint === 'tools' || endpoint === 'manuals');
  const results = await stage.results(stage.source, groups, recording(undefined));
  const read = results.find(({ check }) => check === 'depot/tools/read/outcome.accepted');
  expect(read?.verdict).toBe('inconclusive');
  expect(read?.findings).toEqual([]);
  expect(JSON.stringify(read)).toContain('the target names none under `records`');
  expect(results.find(({ check }) => check === 'depot/tools/list/outcome.accepted')?.verdict).toBe('pass');
});

const planned = stage.planned.plan.groups.flatMap(({ cases }) =>
  cases.flatMap(({ checks }) => checks.map(({ id }) => id)),
);

test('what a delete leaves is asked for its mark, and not to be gone', () => {
  const ofLoans = planned.filter((id) => id.startsWith('depot/loans/delete/lifecycle.'));
  expect(ofLoans).toEqual(
    expect.arrayContaining(['marked', 'not-listed'].map((it) => `depot/loans/delete/lifecycle.${it}`)),
  );
  expect(ofLoans.filter((id) => /lifecycle\.(gone|delete-again|delete-with-parts|parts-gone)/.test(id))).toEqual([]);
  expect(planned).toContain('depot/benches/delete/lifecycle.gone');
});

test('records that differ in nothing, since all refer to what is there, are not sought by what was sent', () => {
  expect(planned).toContain('depot/loans/create/lifecycle.listed');
  expect(planned).not.toContain('depot/loans/create/lifecycle.stored-once');
});

describe('it is noticed when', () => {
  test.each(everyNth(DEPOT_FAULTS, 3))('$name', async (fault) => {
    expect(await stage.missed(fault)).toEqual([]);
  });
});
