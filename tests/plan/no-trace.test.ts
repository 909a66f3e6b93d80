/** What is refused leaves no trace: it is looked for where something can be refused at all. */
import { expect, test } from 'vitest';
import { casesOfBooks } from './books.ts';

const tried = (fields: string): boolean =>
  casesOfBooks(`endpoint: books
title: Books
base: service
uid: id
fields:
  id: { type: string, readOnly: true, minLength: 8, maxLength: 8 }
  isbn: { type: string, required: true, unique: true, maxLength: 20 }
${fields}
operations:
  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  list: { method: GET, path: /books, response: list, success: [200], access: public }
`).has('create/input/input.no-trace-listed');

test('a record that needs nothing but what tells it apart is not sent whole, and looked for', () => {
  expect(tried('  title: { type: string, required: true, maxLength: 20 }')).toBe(true);
  expect(tried('  title: { type: string, maxLength: 20 }')).toBe(false);
});
