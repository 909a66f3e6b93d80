/** A new record is sought in a list by what was sent where that is in no other. */
import { expect, test } from 'vitest';
import { bookContract, casesOfBooks } from './books.ts';

const sought = (fields: string): boolean =>
  casesOfBooks(
    bookContract({
      fields,
      operations: `  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public, wrapping: { record: "" } }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  list: { method: GET, path: /books, response: list, success: [200], access: public }`,
    }),
  ).has('create/listing/lifecycle.stored-once');

test('what tells records apart has to be in what is sent of the least of them', () => {
  expect(sought('  isbn: { type: string, required: true, unique: true, maxLength: 20 }')).toBe(true);
  expect(sought('  isbn: { type: string, usual: true, unique: true, maxLength: 20 }')).toBe(true);
  expect(sought('  isbn: { type: string, unique: true, maxLength: 20 }')).toBe(false);
  expect(sought('  isbn: { type: string, readOnly: true, unique: true, maxLength: 20 }')).toBe(false);
});

test('it has to be one that can be another each time, and that a list shows in the record', () => {
  expect(sought('  printed: { type: date, required: true, distinct: true }')).toBe(true);
  expect(sought('  shelf: { type: code, values: [A, B], required: true, unique: true }')).toBe(false);
  expect(sought('  isbn: { type: string, required: true, unique: true, maxLength: 20, writeOnly: true }')).toBe(false);
  expect(sought('  isbn: { type: string, required: true, unique: true, maxLength: 20, place: 1/isbn }')).toBe(false);
});

test('a reference to a record that was made for it tells it apart where it has to be there', () => {
  expect(sought('  shelf: { type: string, required: true, references: shelves }')).toBe(true);
  expect(sought('  shelf: { type: string, references: shelves }')).toBe(false);
});
