/** Two things that are wrong with one service are two items, where both are seen in the same checks. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { withCauses } from '../../src/report/causes/cluster.ts';
import type { Finding, Report, ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const [sample] = morning().report.checks;
const RULES: Report['rules'] = Object.fromEntries(
  ['http.body-schema', 'http.error-shape', 'lifecycle.read-back'].map((id) => [
    id,
    { title: id, explain: '', fails: 'does otherwise: {where} is {actual}' },
  ]),
);

const read = (place: number): Exchange =>
  said(`GET /orders/${place}`, 200, { operation: 'orders/read', shown: { id: String(place), day: '2026/01/02' } });
const refused = said('GET /orders/none', 404, { operation: 'orders/read', shown: { errors: ['None.'] } });

const ofErrors = (on: Exchange): Finding => ({
  where: 'body#/errors/0',
  expected: 'must be object',
  actual: '"None."',
  kind: 'schema',
  keyword: 'type',
  asked: 'object',
  came: 'string',
  evidence: on.id,
});
const ofDates = (on: Exchange): Finding => ({
  where: 'body#/day',
  expected: 'must match format "date"',
  actual: '"2026/01/02"',
  kind: 'schema',
  keyword: 'format',
  asked: 'date',
  evidence: on.id,
});
const ofNumbers = (on: Exchange): Finding => ({
  where: 'body#/id',
  expected: 'must be integer',
  actual: '"1"',
  kind: 'schema',
  keyword: 'type',
  asked: 'integer',
  came: 'string',
  evidence: on.id,
});

function check(rule: string, findings: readonly Finding[]): ReportCheck {
  return {
    ...(sample as ReportCheck),
    id: `shop/orders/read/${rule}`,
    service: 'shop',
    spec: '1.0',
    endpoint: 'orders',
    operation: 'read',
    rule,
    verdict: 'fail',
    disposition: 'nonconforming',
    findings,
    evidence: findings.map(({ evidence }) => evidence),
  };
}

describe('what one check finds of two kinds', () => {
  const checks = [
    check('http.error-shape', [ofErrors(refused)]),
    check('http.body-schema', [ofErrors(refused), ofDates(read(1))]),
  ];
  const found = withCauses({ checks, rules: RULES }, [refused, read(1)]);

  it('is two causes, and it counts for the one of the fewer', () => {
    expect(found.causes.map(({ title, checks: own }) => [title, own])).toEqual([
      ['Does otherwise: /errors/0 is "None."', ['shop/orders/read/http.error-shape@1.0']],
      ['Writes a date in another form: day is "2026/01/02"', ['shop/orders/read/http.body-schema@1.0']],
    ]);
  });

  it('is told with what it is of that cause first', () => {
    expect(found.checks[1]?.findings.map(({ where }) => where)).toEqual(['body#/day', 'body#/errors/0']);
    expect(checks[1]?.findings[0]?.where).toBe('body#/errors/0');
  });

  it('is two causes where both are in one answer, each at its own member', () => {
    const one = read(1);
    const both = withCauses({ checks: [check('http.body-schema', [ofDates(one), ofNumbers(one)])], rules: RULES }, [
      one,
    ]);
    expect(both.causes.map(({ title }) => title).sort()).toEqual([
      'Sends numbers as texts: id',
      'Writes a date in another form: day is "2026/01/02"',
    ]);
  });
});

it.each([
  [3, '3.00', 'Sends numbers as texts on orders/read: weight, for example "3.00" instead of 3'],
  [
    '2026-01-02',
    '2/1/2026',
    'Writes dates in another form on orders/read: weight, for example "2/1/2026" instead of "2026-01-02"',
  ],
])('%s that comes back as %s is told by its form, where no schema has one', (sent, shown, told) => {
  const on = said('GET /orders/9', 200, { operation: 'orders/read', shown: { weight: shown } });
  const back = (value: string) => ({
    rule: 'lifecycle.read-back',
    on,
    found: otherValue('body#/weight', sent, value),
  });
  expect(titles([back(shown)], [on])).toEqual([told]);
  expect(titles([back('4.00')], [on])).not.toEqual([told]);
});

describe('a value that comes back in another form', () => {
  const [one, two] = [
    read(1),
    said('GET /parcels/1', 200, { operation: 'parcels/read', shown: { sent: '2026/01/02' } }),
  ];
  const form = { rule: 'http.body-schema', on: one, found: ofDates(one) };
  const back = (shown: string, wanted = '2026-01-02') => ({
    rule: 'lifecycle.read-back',
    on: two,
    found: otherValue('body#/sent', wanted, shown),
  });

  it('belongs to that form, where no schema has it too', () => {
    expect(titles([form, back('2026/01/02')], [one, two])).toEqual([
      'Writes a date in another form: day is "2026/01/02"',
    ]);
  });

  it('is a matter of its own where it is another date, or no date at all', () => {
    expect(titles([form, back('2026-01-01')], [one, two])).toHaveLength(2);
    expect(titles([form, back('B', 'A')], [one, two])).toHaveLength(2);
  });
});

it('HEAD of what there is not is no matter of reads that change a record', () => {
  const changed = said('GET /orders/7', 200, { shown: { size: 2 } });
  const head = said('HEAD /orders/none', 200, { operation: 'orders/read' });
  const found = titles(
    [
      { rule: 'method.safe-unread', on: changed, found: otherValue('body#/size', 1, 2) },
      { rule: 'method.head-unknown', on: head, found: wrongStatus(200, [404]) },
    ],
    [changed, head],
  );
  expect(found).toHaveLength(2);
});
