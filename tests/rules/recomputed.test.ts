/** What a service makes of an update by itself (when it came, an etag, a count of changes) is no change of another member. */
import { expect, test } from 'vitest';
import { casesOfBooks } from '../plan/books.ts';
import { caseRule, PASS, where } from './judging.ts';
import { evidence, type Sketch } from './support.ts';

const BOOK = { id: 1, title: 'Sphere', made: '2026-01-01T00:00:00Z', changed: '2026-01-01T00:00:00Z', score: 1 };
const PARAMS = { before: 'before', after: 'after', update: 'update', shown: '', sent: '', own: ['changed'] };

function judged(after: object, more: object = {}): ReturnType<typeof caseRule> {
  const update: Sketch = { method: 'PATCH', sent: { title: 'Ball' } };
  return caseRule(
    'lifecycle.update-only-named',
    { ...PARAMS, ...more },
    evidence({ before: { body: BOOK }, update, after: { body: { ...BOOK, title: 'Ball', ...after } } }),
  );
}

test('it may be another, and nothing else', () => {
  expect(judged({ changed: '2026-01-02T00:00:00Z' })).toEqual(PASS);
  expect(where(judged({ made: '2026-01-02T00:00:00Z' }))).toEqual(['body#/made']);
});

test('of members that no contract names nothing is said where there may be such', () => {
  expect(where(judged({ score: 2 }))).toEqual(['body#/score']);
  expect(judged({ score: 2 }, { known: ['id', 'title', 'made', 'changed'] })).toEqual(PASS);
});

const BOOKS = (envelope: string): ReadonlyMap<string, object> =>
  new Map(
    [
      ...casesOfBooks(
        `endpoint: books
title: Books
base: service
uid: id
fields:
  id: { type: string, readOnly: true, minLength: 8, maxLength: 8 }
  title: { type: string, required: true, maxLength: 40 }
  made: { type: string, readOnly: true, patchable: false }
  changed: { type: string, readOnly: true }
operations:
  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  update: { method: PATCH, path: "/books/{id}", request: plain, response: plain, success: [200], access: public }
`,
        { envelope },
      ),
    ].map(([id, { checks }]) => [id, checks.find(({ rule }) => rule === 'lifecycle.update-only-named')?.params ?? {}]),
  );

test('a contract says so with readOnly, and of one that no update changes with patchable: false', () => {
  const id = 'update/lifecycle/lifecycle.update-only-named';
  expect(BOOKS('headers: {}\n').get(id)).toMatchObject({ own: ['changed'] });
  expect(BOOKS('headers: {}\n').get(id)).not.toHaveProperty('known');
  expect(BOOKS('headers: {}\nopenAnswers: true\n').get(id)).toMatchObject({
    known: ['id', 'title', 'made', 'changed'],
  });
});
