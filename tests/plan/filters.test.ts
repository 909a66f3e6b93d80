/** By which members a list can be asked for records that are made for it. */
import { expect, test } from 'vitest';
import { bookContract, planOfBooks } from './books.ts';

interface Tried {
  readonly id: string;
  readonly conditions?: unknown;
  readonly made: readonly unknown[];
}

function triedBy(parameter: string, fields: string): readonly Tried[] {
  const { groups } = planOfBooks(
    bookContract({
      fields,
      operations: `  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  list: { method: GET, path: /books, response: list, success: [200], access: public, wrapping: { entry: /attributes }, query: { ${parameter} } }`,
    }),
  );
  return groups
    .flatMap(({ cases }) => cases)
    .flatMap(({ steps, checks }) =>
      checks
        .filter(({ id }) => /query\.(?:filtered|by-state)/.test(id))
        .map(({ id, params }) => ({
          id: id.replace('library/books/list/', ''),
          conditions: params['conditions'] ?? params['shown'],
          made: steps.flatMap(({ name, request: { body } }) =>
            /^(?:match-1|other-1|asked)/.test(name) && body?.kind === 'json' ? [body.value] : [],
          ),
        })),
    );
}

test('by a reference, of records that are made to be referred to', () => {
  const [tried, ...others] = triedBy(
    'shelf: { type: string, filters: /shelf }',
    '  shelf: { type: string, references: shelves, place: 1/relationships/shelf }',
  );
  expect(others).toEqual([]);
  expect(tried?.id).toBe('query.filtered/shelf');
  expect(tried?.conditions).toEqual([
    { parameter: 'shelf', sent: '/relationships/shelf', shown: ['/relationships/shelf'], match: 'equals' },
  ]);
  expect(JSON.stringify(tried?.made.slice(2))).toMatch(/asked-1#.*asked-1-not#/);
});

test('by a text with a pattern, of which two differ for certain', () => {
  const [tried] = triedBy(
    'isbn: { type: string, filters: /isbn, example: "0815" }',
    '  isbn: { type: string, pattern: "^[0-9]{4}$", example: "0815" }',
  );
  expect(tried?.made).toMatchObject([{ isbn: { $unique: '3###' } }, { isbn: { $unique: '1###' } }]);
  // What no pattern lets through is not guessed.
  expect(
    triedBy('isbn: { type: string, filters: /isbn }', '  isbn: { type: string, pattern: "^[A-C]$", example: A }'),
  ).toEqual([]);
});

test('by a code that only the service sets, of which a new record has one at most', () => {
  const state = '  state: { type: code, values: [open, lent, lost], readOnly: true }';
  const all = triedBy('state: { type: code, values: [open, lent], filters: /state }', state);
  expect(all.map(({ id }) => id)).toEqual(['query.by-state/state/open', 'query.by-state/state/lent']);
  expect(all.map(({ conditions }) => conditions)).toEqual([['/attributes/state'], ['/attributes/state']]);
  expect(triedBy('state: { type: code, values: [open], filters: /state }', state)).toEqual([]);
});
