/** An identifier that was never given out has the form of one: a service may refuse what has another as no identifier at all. */
import { expect, test } from 'vitest';
import { matchingText } from '../../src/plan/values.ts';
import { bookContract, casesOfBooks } from './books.ts';

test.each([
  ['^sha256:[0-9a-f]{64}$', `sha256:${'9'.repeat(64)}`],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', '99999999-9999-4999-8999-999999999999'],
  ['^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', '99999999-9999-4999-9999-999999999999'],
  ['^BK-[A-Z]{3}-\\d{2,4}$', '999999999'],
  ['^bk\\.[0-9]+$', 'bk.999999999'],
  ['^[a-z]{4}$', 'ffff'],
  ['^[0-9]{1,9}$', '999999999'],
])('%s', (pattern, text) => {
  expect(matchingText(pattern, '999999999')).toBe(text);
});

test('a record that there is not is asked for by such a one', () => {
  const fields = '  code: { type: string, readOnly: true, pattern: "^bk-[0-9a-f]{6}$" }';
  const operations = '  read: { method: GET, path: "/books/{code}", response: plain, success: [200], access: public }';
  const contract = bookContract({ fields, operations }).replace('uid: id', 'uid: code');
  const asked = (name: string): unknown =>
    casesOfBooks(contract).get(`read/lifecycle/lifecycle.${name}`)?.steps.at(-1)?.request.parameters;
  expect(asked('unknown-id')).toEqual({ code: 'bk-999999' });
  expect(asked('malformed-id')).toEqual({ code: 'not~an!id' });
});
