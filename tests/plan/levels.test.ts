/** Records below records: each is asked for below what it was made below, however many levels there are. */
import { expect, test } from 'vitest';
import type { Group, Step, Value } from '../../src/plan/model.ts';
import { planOfBooks } from './books.ts';

const operations = (path: string, own: string): string => `operations:
  create: { method: POST, path: "${path}", request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "${path}/{${own}}", response: plain, success: [200], access: public }
  list: { method: GET, path: "${path}", response: list, success: [200], access: public, pagination: enforced, wrapping: { records: /data }, query: { text: { type: string, filters: /text } } }
  update: { method: PATCH, path: "${path}/{${own}}", request: plain, response: plain, success: [200], access: public }
  delete: { method: DELETE, path: "${path}/{${own}}", success: [204], access: public }
`;
const FIELDS = `fields:
  id: { type: integer, readOnly: true }
  text: { type: string, required: true, maxLength: 40 }
`;
const BOOKS = `endpoint: books
title: Books
uid: id
parents: { place: shelves }
${FIELDS}${operations('/shelves/{place}/books', 'id')}`;
// What names the shelf is called something else here.
const NOTES = `endpoint: notes
title: Notes
uid: id
parents: { shelf: shelves, book: books }
${FIELDS}${operations('/shelves/{shelf}/books/{book}/notes', 'id')}`;

const { groups } = planOfBooks(BOOKS, { notes: NOTES });

/** Which step made the record that a value names. */
const madeBy = (value: Value | undefined): string =>
  /^"?(?:setup:)?([^#"]*)#/.exec(JSON.stringify((value as { readonly $ref?: Value } | undefined)?.$ref ?? ''))?.[1] ??
  '';
const stepsOf = ({ setup, cases }: Group): readonly (readonly Step[])[] =>
  cases.length === 0 ? [setup] : cases.map(({ steps }) => [...setup, ...steps]);

test('what stands two levels deep is asked for below the record, and the one above it, that it was made below', () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const group of groups)
    for (const steps of stepsOf(group)) {
      const shelves = new Map<string, string>();
      for (const { name, request, undo } of steps) {
        if (request.path === '/shelves/{place}/books' && request.method === 'POST')
          shelves.set(name, madeBy(request.parameters['place']));
        for (const { path, parameters } of [request, ...(undo === undefined ? [] : [undo])]) {
          if (!path.includes('{book}') || shelves.get(madeBy(parameters['book'])) === undefined) continue;
          seen += 1;
          if (madeBy(parameters['shelf']) !== shelves.get(madeBy(parameters['book'])))
            wrong.push(`${group.id} ${name}: ${JSON.stringify(parameters)}`);
        }
      }
    }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(100);
});

test('what is deleted takes with it what stands right below', () => {
  const ids = new Set(groups.flatMap(({ cases }) => cases.map(({ id }) => id)));
  expect(ids).toContain('library/shelves/delete/lifecycle/lifecycle.delete-with-parts/books');
  expect(ids).toContain('library/books/delete/lifecycle/lifecycle.delete-with-parts/notes');
  expect(ids).not.toContain('library/shelves/delete/lifecycle/lifecycle.delete-with-parts/notes');
});

test('every path is filled', () => {
  const empty = groups.flatMap((group) =>
    stepsOf(group).flatMap((steps) =>
      steps
        .filter(({ request }) =>
          [...request.path.matchAll(/\{([^}]+)\}/g)].some(
            ([, name = '']) => (request.parameters[name] ?? null) === null,
          ),
        )
        .map(({ name }) => `${group.id} ${name}`),
    ),
  );
  expect(empty).toEqual([]);
});
