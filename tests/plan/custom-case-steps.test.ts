import { expect, test } from 'vitest';
import { bookContract, planOfBooks } from './books.ts';
import { checksOf } from '../../src/plan/plan.ts';

const CONTRACT = `${bookContract({
  operations: `  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  delete: { method: DELETE, path: "/books/{id}", success: [204], access: public }`,
})}cases:
  deleted:
    title: A deleted book cannot be read
    on: delete
    aspect: titles
    steps:
      made: { on: create }
      removed: { on: delete }
      polled: { method: GET, path: /deleted, until: { status: 404 } }
      read: { on: read }
    checks:
      - { rule: outcome.status, key: removed, requirement: library.records, with: { step: removed, statuses: [204] } }
      - { rule: outcome.status, requirement: library.records, with: { step: read, statuses: [404] } }
`;

test('steps without a check of their own must succeed before later steps are judged', () => {
  const plan = planOfBooks(CONTRACT);
  const check = checksOf(plan).find(({ id }) => id === 'library/books/delete/outcome.status/deleted');
  expect(check?.given).toEqual([
    { step: 'made', is: 'success' },
    { step: 'removed', is: 'answered' },
    { step: 'polled', is: 'success' },
  ]);
  const steps = plan.groups.flatMap(({ cases }) => cases).flatMap((one) => one.steps);
  expect(steps.find(({ name }) => name === 'polled')?.success).toEqual({ statuses: [404] });
});
