/** Parameters of a query that are called like directives of a case, as those of OData are. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { casesOfBooks } from './books.ts';
import { ROOT } from './support.ts';

const BOOKS = readFileSync(path.join(ROOT, 'examples', 'library', 'contracts', 'library', 'books.yaml'), 'utf8');

test('are sent as they are', () => {
  const cases = casesOfBooks(`${BOOKS.replace(/^cases:[^]*/m, '')}
cases:
  filtered:
    title: A filter finds a book
    on: list
    aspect: queries
    steps: { found: { on: list, query: { $filter: "title eq 'Emma'" } } }
    checks: [{ rule: outcome.accepted, requirement: library.paging, with: { step: found } }]
`);
  const found = cases.get('list/queries/filtered')?.steps.find(({ name }) => name === 'found');
  expect(found?.request.query).toContainEqual(['$filter', "title eq 'Emma'"]);
});
