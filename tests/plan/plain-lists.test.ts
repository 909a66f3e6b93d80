/** A list of plain values has identifiers for its entries, and no records. */
import { expect, test } from 'vitest';
import { bookContract, planOfBooks } from './books.ts';

const LIST =
  '  list: { method: GET, path: /books, response: list, success: [200], access: public, wrapping: { records: /names, identifier: "" } }';

test('each is held against the field that identifies a record', () => {
  const fields = '  name: { type: string, readOnly: true, pattern: "^[a-z/]+$" }';
  const contract = bookContract({ fields, operations: LIST }).replace('uid: id', 'uid: name');
  const { operations } = planOfBooks(contract);
  const schema = Object.values(operations).find(
    ({ path, method }) => path === '/books' && method === 'GET',
  )?.responseSchema;
  expect(schema).toMatchObject({
    required: ['names'],
    properties: { names: { type: 'array', items: { type: 'string', pattern: '^[a-z/]+$' } } },
  });
});
