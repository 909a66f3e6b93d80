/** Heads are read before anything else: what can be asked for without an identifier shows how a service reads them. */
import { expect, test } from 'vitest';
import { bookContract, casesOfBooks } from './books.ts';

const triedOn = (operations: string): readonly string[] => {
  const cases = casesOfBooks(
    bookContract({
      operations: `  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
${operations}`,
    }),
  );
  return [...cases.keys()]
    .filter((id) => id.endsWith('/raw/raw.host/host-missing'))
    .map((id) => id.replace(/\/.*/, ''));
};
const list = '  list: { method: GET, path: /books, response: list, success: [200], access: public }';
const others = '  others: { kind: list, method: GET, path: /others, response: list, success: [200], access: public }';
const newest =
  '  newest: { kind: read, method: GET, path: /books-newest, response: plain, success: [200], access: public }';
const oldest =
  '  oldest: { kind: read, method: GET, path: /books-oldest, response: plain, success: [200], access: public }';
const health =
  '  health: { kind: action, method: GET, path: /health, response: plain, success: [200], access: public }';

test('each read, or else one list, or else one action', () => {
  expect(triedOn([health, list, newest, oldest].join('\n'))).toEqual(['newest', 'oldest']);
  expect(triedOn([health, others, list].join('\n'))).toEqual(['others']);
  expect(triedOn(health)).toEqual(['health']);
  expect(triedOn('')).toEqual([]);
});
