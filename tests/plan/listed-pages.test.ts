/** A list in which a record is looked for is gone through to its end, where others may stand before that record. */
import { expect, test } from 'vitest';
import type { Step } from '../../src/plan/model.ts';
import { casesOfBooks } from './books.ts';

const PAGINATION = `style: page-number
ask: { page: { query: page }, size: { query: size, default: 5, maximum: 10, over: clamp } }
total: { body: /total, counts: records }
ends: total
`;

const books = (address: string, pagination: string): string => `endpoint: books
title: Books
uid: id${address.includes('{') ? '\nparents: { shelf: shelves }' : ''}
fields:
  id: { type: integer, readOnly: true }
  title: { type: string, required: true, maxLength: 80, unique: true }
  author: { type: string, required: true, maxLength: 80 }
operations:
  create: { method: POST, path: "${address}", request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  list: { method: GET, path: "${address}", response: list, success: [200], access: public, pagination: ${pagination}, wrapping: { records: /data } }
`;

/** How these cases look for what they made. */
function looks(contract: string): readonly (Step | undefined)[] {
  const cases = casesOfBooks(contract, { pagination: PAGINATION });
  return ['lifecycle/lifecycle.listed', 'listing/lifecycle.stored-once', 'input/input.no-trace-listed'].map((name) =>
    cases.get(`create/${name}`)?.steps.find((step) => step.name === 'list'),
  );
}

test('a list of everything is walked in its largest pages', () => {
  for (const list of looks(books('/books', 'enforced'))) {
    expect(list?.send).toMatchObject({ kind: 'walk', pages: { records: '/data', uid: '/id', size: 10 } });
    expect(list?.request.query).toEqual([
      ['page', '1'],
      ['size', '10'],
    ]);
  }
});

test('one that does not come in pages, or only for those who ask for them, is fetched as it is', () => {
  for (const pagination of ['none', 'optional'])
    for (const list of looks(books('/books', pagination))) {
      expect(list?.request.path).toBe('/books');
      expect(list?.send).toBeUndefined();
    }
});

test('below a record that the case made there is nothing else', () => {
  const [listed] = looks(books('/shelves/{shelf}/books', 'enforced'));
  expect(listed?.request.path).toBe('/shelves/{shelf}/books');
  expect(listed?.send).toBeUndefined();
});

test('a list that nobody can fill is walked in small pages too, which are few', () => {
  const contract = `endpoint: books
title: Books
uid: id
fields: { id: { type: integer, readOnly: true } }
operations:
  list: { method: GET, path: /books, response: list, success: [200], access: public, pagination: enforced, wrapping: { records: /data } }
`;
  const cases = casesOfBooks(contract, { pagination: PAGINATION });
  const [given, few] = ['walk-given/given', 'walk-given-few/few'].map((name) => cases.get(`list/pagination/${name}`));
  expect(given?.steps.map(({ send }) => send)).toMatchObject([
    { kind: 'walk', pages: { size: 10 } },
    { kind: 'walk', pages: { size: 2 }, limit: 5 },
    { kind: 'walk', pages: { size: 10 } },
  ]);
  expect(given?.checks.map(({ rule }) => rule)).toContain('page.walk-complete');
  expect(few?.steps.map(({ send }) => send)).toMatchObject([{ kind: 'walk', pages: { size: 2 }, limit: 5 }]);
  expect(few?.checks.find(({ rule }) => rule === 'page.size')?.params).toMatchObject({ size: 2 });
});
