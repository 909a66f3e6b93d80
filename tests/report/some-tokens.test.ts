/** How many of the tokens that were granted and used are refused. */
import { expect, it } from 'vitest';
import type { Departure } from '../../src/report/causes/departures/departure.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { exchangeKey } from '../../src/report/exchange-key.ts';
import { someTokens } from '../../src/report/causes/readings/some-tokens.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { said } from './exchanges.ts';

const use = (status: number): ReturnType<typeof said> => said('GET /orders', status, { operation: 'orders/list' });
const [refused, taken] = [use(401), use(200)];
const check = (verdict: string): ReportCheck =>
  ({ rule: 'token.usable', service: 'shop', spec: '1.0', verdict }) as ReportCheck;

it.each([
  [['fail', 'pass', 'pass'], '1 of 3 tokens'],
  [['fail', 'untested'], 'some of the tokens'],
])('is told where others of them are taken: %j', (verdicts, which) => {
  const own = [
    { index: 0, check: check('fail'), was: '401', sights: [{ exchange: exchangeKey(refused) }] },
  ] as unknown as readonly Departure[];
  const report = { checks: verdicts.map(check), rules: {} };
  expect(someTokens({ own, all: own, report, exchanges: exchangesBy([refused, taken]) })).toBe(
    `Refuses ${which} that were granted, with 401, and takes others`,
  );
});
