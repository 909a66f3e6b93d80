/** Answers that cannot be unpacked are told by what their header says, and others by how they broke off. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { titles } from './titles.ts';

it.each([
  [
    'the content is not br, as Content-Encoding says',
    'Says Content-Encoding: br of answers whose content cannot be unpacked so, on orders/read',
  ],
  ['the answer ended early', 'Breaks its answers off on orders/read: the answer ended early'],
])('%s', (message, told) => {
  const { response: _none, ...sent } = said('GET /orders/7', 200);
  const on = { ...sent, failure: { kind: 'protocol' as const, message } };
  const found = { where: 'exchange', expected: 'a whole answer', actual: `protocol: ${message}` };
  expect(titles([{ rule: 'http.complete', on, found }], [on])).toEqual([told]);
});
