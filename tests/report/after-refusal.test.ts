/** What comes of a refusal is told from what comes by turns. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { comesAfterRefusal } from '../../src/report/causes/turns/after-refusal.ts';

/** Sent in this order: `+` is served, `-` a good request that fails, `x` what has to be refused; of another operation in capitals. */
function judged(order: string): boolean {
  const sent = [...order].map((sign, at): Exchange => ({
    id: `case-${at}#probe`,
    service: 'library',
    spec: '1.0.0',
    group: 'g',
    step: 'probe',
    operation: sign === 'X' ? 'shelves/create' : 'books/create',
    request: { method: 'POST', url: 'http://library.test/', headers: [] },
    response: { status: sign === '+' ? 201 : 400, headers: [], body: '', bytes: 0 },
    at,
    durationMs: 1,
  }));
  const of = (sign: string): readonly Exchange[] => sent.filter((_one, at) => order[at] === sign);
  return comesAfterRefusal(of('-'), of('+'), sent.toReversed(), ({ operation = '' }) => operation);
}

test.each([
  ['each right after a refusal', '+x-++x-+', true],
  ['several after one refusal', '+x--++x-+', true],
  ['one was served after a refusal, of many', '++x-++x-+x+', true],
  ['as many are served after a refusal', '+x-x+x-x+', false],
  ['one came after what was served', '+x-+-+x-', false],
  ['one alone', '++x-++', false],
  ['refusals of another operation count for nothing', '+X-++X-+', false],
  ['the first of all', '-++x-++', false],
])('%s', (_what, order, expected) => {
  expect(judged(order)).toBe(expected);
});
