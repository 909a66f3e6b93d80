/** A declared filter that nothing tries is told by lint: silence would pass for a check. */
import { expect, test } from 'vitest';
import { untestedQueries } from '../../src/lint/plan-hints.ts';
import type { ServiceContracts } from '../../src/load/model.ts';
import type { Check } from '../../src/plan/model.ts';

const contracts = (off: readonly string[] = []): ServiceContracts =>
  ({
    service: 'shop',
    catalogue: { off: off.map((row) => ({ row })), add: [] },
    endpoints: [
      {
        endpoint: 'orders',
        operations: [
          {
            name: 'list',
            query: [
              { name: 'state', filters: '/state' },
              { name: 'made', filters: '/made_at' },
              { name: 'q', searches: ['/note', '/number'] },
              { name: 'sort', sorts: { made: { by: '/made_at' } } },
              { name: 'limit', type: 'integer' },
            ],
          },
          { name: 'read' },
        ],
      },
    ],
  }) as unknown as ServiceContracts;

const check = (rule: string, parameter: string): Check =>
  ({ service: 'shop', endpoint: 'orders', operation: 'list', rule, member: [parameter] }) as unknown as Check;

test('what a parameter is said to bring, and nothing tries, is told', () => {
  const checks = [check('query.by-state', 'state'), check('query.accepted', 'made')];
  expect(untestedQueries([contracts()], checks)).toEqual([
    'made of shop/orders/list, which filters by /made_at',
    'q of shop/orders/list, which searches /note, /number',
    'sort of shop/orders/list, which sorts',
  ]);
  const all = [...checks, ...['made', 'q', 'sort'].map((name) => check('query.filtered', name))];
  expect(untestedQueries([contracts()], all)).toEqual([]);
});

test('where a row is switched off, that is told with its reason already', () => {
  expect(untestedQueries([contracts(['query.sorted'])], [])).toEqual([]);
  expect(untestedQueries([contracts(['query.wrong'])], [])).toHaveLength(4);
});
