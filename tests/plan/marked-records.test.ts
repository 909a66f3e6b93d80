/** A record that a delete marks is there still: what asks that it is gone, or in nobody's way, is not asked of it. */
import { expect, test } from 'vitest';
import { bookContract, casesOfBooks } from './books.ts';

const asked = (leaves: string): readonly string[] => {
  const cases = casesOfBooks(
    bookContract({
      more: 'parents: { shelf: shelves }',
      fields: `  other_shelf: { type: string, references: shelves }`,
      operations: `  create: { method: POST, path: "/shelves/{shelf}/books", request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/shelves/{shelf}/books/{id}", response: plain, success: [200], access: public }`,
    }),
    {
      shelves: `endpoint: shelves
title: Shelves
base: service
uid: id
fields:
  id: { type: string, readOnly: true }
  name: { type: string, required: true, maxLength: 20 }
  state: { type: code, values: [open, closed], readOnly: true }
operations:
  create: { method: POST, path: /shelves, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/shelves/{id}", response: plain, success: [200], access: public }
  delete: { method: DELETE, path: "/shelves/{id}", success: [204], access: public${leaves} }
`,
    },
  );
  const rows = /create-below-deleted|referred-to/;
  return [...cases.keys()].filter((id) => rows.test(id)).map((id) => id.slice(id.indexOf('lifecycle.')));
};

test('nothing is asked of what is below, and of what refers to it', () => {
  expect(asked('').toSorted()).toEqual([
    'lifecycle.create-below-deleted',
    'lifecycle.referred-to-by/books/other_shelf',
  ]);
  expect(asked(', leaves: { at: /state, is: closed }')).toEqual([]);
});
