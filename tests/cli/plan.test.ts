import { describe, expect, it } from 'vitest';
import { countPlan, planTable } from '../../src/explain/plan-text.ts';
import { planFor, planWhole } from '../../src/project/planning.ts';
import { library } from './library.ts';
import { plumbline } from './support.ts';

describe('plumbline plan', () => {
  it('counts what the plan holds, each check once', () => {
    const { plan } = planWhole(library());
    const { total, endpoints } = countPlan(plan);
    const ids = new Set(
      plan.groups.flatMap((g) => [...g.cases.flatMap((c) => c.checks), ...g.passive]).map((c) => `${c.spec} ${c.id}`),
    );
    expect(total.checks).toBe(ids.size);
    expect(total.cases).toBe(plan.groups.reduce((sum, g) => sum + g.cases.length, 0));
    expect(endpoints.map(({ endpoint, spec }) => [endpoint, spec])).toEqual([
      ['books', '1.9'],
      ['books', '1.10'],
    ]);
    for (const name of ['groups', 'cases', 'checks', 'exchanges'] as const)
      expect(endpoints.reduce((sum, e) => sum + e[name], 0)).toBe(total[name]);
  });

  it('counts the calls of a burst one by one', () => {
    const { plan } = planWhole(library(), { only: 'burst.not-throttled' });
    const bursts = plan.groups
      .flatMap((g) => g.cases.flatMap((c) => c.steps))
      .filter((step) => step.send?.kind === 'burst');
    expect(bursts.length).toBeGreaterThan(0);
    expect(countPlan(plan).total.exchanges).toBeGreaterThan(bursts.length * 10);
  });

  it('shows versions side by side, in the order of the specification', () => {
    const { plan } = planWhole(library());
    const table = planTable('defaults', countPlan(plan));
    expect(table).toMatch(/^library +1\.9 +1\.10$/m);
    expect(table).toMatch(/^ {2}books( +\d+){6}$/m);
    expect(table).toMatch(/^ {2}all( +\d+){6}$/m);
  });

  it('needs no address and no secret', () => {
    const { plan, target } = planFor({ root: library(), target: 'reading-room' });
    expect(plan.groups.length).toBeGreaterThan(0);
    expect(target.services[0]?.addresses).toEqual([{ spec: '1.10', baseUrl: '${env:LIBRARY_URL}' }]);
  });

  it('lists in plain words what is tried on an operation, by catalogue, and what is to follow', async () => {
    const args = ['plan', '--target', 'reading-room', '--only', '*/books/create/**', '--cases'];
    const ended = await plumbline(args, { cwd: library() });
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(
      /^reading-room: \d+ cases on 1 operation\n\nlibrary 1\.10 {2}books\/create {2}POST \/books\n/,
    );
    expect(ended.stdout).toMatch(/^ {2}responses\n {4}a valid request +accepted: 201;/m);
    expect(ended.stdout).toMatch(/^ {2}every response\n(?: {4}.*\n)* {4}Every response has a Date$/m);
  });

  it('gives the same as JSON, with the ids of the checks', async () => {
    const args = ['plan', '--target', 'reading-room', '--only', 'untitled', '--cases', '--json'];
    const ended = await plumbline(args, { cwd: library() });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      schema: 'plumbline.cases/1',
      target: 'reading-room',
      operations: [
        {
          service: 'library',
          operation: 'create',
          catalogues: [
            {
              cases: [
                {
                  expects: ['rejected (value): 422'],
                  checks: ['library/books/create/outcome.refused/untitled'],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('gives the plan as JSON', async () => {
    const root = library();
    const ended = await plumbline(['plan', '--target', 'reading-room', '--only', 'untitled', '--json'], { cwd: root });
    expect(ended.code, ended.stderr).toBe(0);
    const data = JSON.parse(ended.stdout) as {
      readonly planHash: string;
      readonly groups: readonly { readonly cases: readonly { readonly checks: readonly string[] }[] }[];
    };
    expect(data).toMatchObject({
      schema: 'plumbline.plan/1',
      target: 'reading-room',
      total: { cases: 1, checks: 1, exchanges: 2 },
    });
    expect(data.planHash).toMatch(/^[0-9a-f]{64}$/);
    expect(data.groups[0]?.cases[0]?.checks).toEqual(['library/books/create/outcome.refused/untitled']);
  });
});
