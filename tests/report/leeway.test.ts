/** Assertions that are taken a while outside of their time, and not at any time. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Departure } from '../../src/report/causes/departures/departure.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { leeway, TRIED } from '../../src/report/causes/readings/leeway.ts';
import type { ReportCheck } from '../../src/report/model.ts';

const [EXPIRED, AHEAD, NOT_BEFORE] = ['token.expired', 'token.issued-in-future', 'token.not-yet-valid'];

type Tried = readonly [rule: string | undefined, isTaken: boolean, key?: string];

const near: readonly Tried[] = [
  [EXPIRED, true],
  [AHEAD, true],
  [NOT_BEFORE, true],
];

function read(tried: readonly Tried[]): string | undefined {
  const checks = tried.map(
    ([rule = '', isTaken, key]) =>
      ({
        rule,
        key,
        service: 'shop',
        spec: '1.0',
        endpoint: 'door',
        operation: 'token',
        verdict: isTaken ? 'fail' : 'pass',
      }) as ReportCheck,
  );
  const own = checks.flatMap((check, index) =>
    check.verdict === 'fail'
      ? [{ index, check, base: check.rule, did: 'accepted', sights: [] } as unknown as Departure]
      : [],
  );
  return leeway({ own, all: own, report: { checks, rules: {} }, exchanges: exchangesBy([]) });
}

it.each<readonly [string, readonly Tried[], string]>([
  [
    'all',
    [...near, [EXPIRED, false, TRIED.key], [AHEAD, false, TRIED.key]],
    'expired, issued in the future and not yet valid',
  ],
  [
    'one',
    [
      [EXPIRED, true],
      [EXPIRED, false, TRIED.key],
    ],
    'expired',
  ],
])('tells the leeway, of %s', (_which, tried, words) => {
  expect(read(tried)).toBe(
    `Accepts assertions outside of their time (${words}) with a leeway of more than 600 seconds, and less than 72,000`,
  );
});

it.each<readonly [string, readonly Tried[]]>([
  ['it has no end', [...near, [EXPIRED, true, TRIED.key], [AHEAD, false, TRIED.key]]],
  [
    'its end is not tried',
    [
      [NOT_BEFORE, true],
      [EXPIRED, false, TRIED.key],
    ],
  ],
])('tells none where %s', (_why, tried) => {
  expect(read(tried)).toBeUndefined();
});

it('names the seconds that are tried', () => {
  const { cases } = parse(readFileSync('contracts/common/token.yaml', 'utf8')) as {
    readonly cases: Readonly<Record<string, { readonly tries: Readonly<Record<string, unknown>> }>>;
  };
  const { lately, 'by-hours': farthest } = cases['token.expired']?.tries ?? {};
  expect(lately).toMatchObject({ assertion: { claims: { exp: { $now: -TRIED.nearest, minus: 'skew' } } } });
  expect(farthest).toMatchObject({ assertion: { claims: { exp: { $now: -TRIED.farthest } } } });
  const { soon, 'by-hours': ahead } = cases['token.issued-in-future']?.tries ?? {};
  expect(soon).toMatchObject({ assertion: { claims: { iat: { $now: TRIED.nearest, plus: 'skew' } } } });
  expect(ahead).toMatchObject({ assertion: { claims: { iat: { $now: TRIED.farthest } } } });
});
