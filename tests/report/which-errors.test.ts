/** Of which errors a title speaks: of all, of those with some statuses, or of some of these. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { ExchangeIndex } from '../../src/report/causes/exchanges/exchange-index.ts';
import { errorsThat } from '../../src/report/causes/titles/which-errors.ts';

const answer = (status: number, bytes: number, method = 'GET'): Exchange =>
  ({ operation: 'orders/read', request: { method }, response: { status, bytes } }) as unknown as Exchange;

const isEmpty = ({ response }: Exchange): boolean => response?.bytes === 0;

test.each<[string, readonly Exchange[]]>([
  ['errors', [answer(400, 0), answer(404, 0), answer(200, 9)]],
  ['errors', [...Array.from({ length: 9 }, () => answer(400, 0)), answer(414, 9)]],
  ['errors', [answer(404, 0), answer(404, 9, 'HEAD')]],
  ['errors with 404', [answer(404, 0), answer(400, 9)]],
  ['some errors with 400', [answer(400, 0), answer(400, 9), answer(404, 9)]],
  ['some errors with 400 and 404', [answer(400, 0), answer(404, 0), answer(404, 9), answer(401, 9)]],
])('%s', (said, all) => {
  const index = { all, operationOf: () => 'orders/read' } as unknown as ExchangeIndex;
  expect(errorsThat(isEmpty, all.filter(isEmpty), { checks: [], rules: {} }, index).which).toBe(said);
});
