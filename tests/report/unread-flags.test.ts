/** Answers whose flag of success cannot be read, refusals with the status of what succeeds, and a media type that all answers have. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { departuresOf, type Departure } from '../../src/report/causes/departures/departure.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { withReadings } from '../../src/report/causes/readings/readings.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const RULES = {
  'outcome.accepted': { title: '', explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' },
  'input.pattern': { title: '', explain: '', fails: '{accepts} {field}: {status}', awaits: 'refusal' },
} as const;

const status = (rule: string, on: Exchange, due: readonly number[]): Failing => ({
  rule,
  on,
  found: wrongStatus(on.response?.status ?? 0, due),
});

const LACKING = {
  where: 'body#',
  expected: "must have required property 'success'",
  actual: '{"result":[]}',
  kind: 'absent',
  member: 'success',
} as const;

describe('a good request that counts as refused', () => {
  it('only since the answer lacks the flag, is told by what the answer lacks', () => {
    const on = said('GET /orders/1', 200, { shown: { result: [] } });
    const lacking: Failing = {
      rule: 'http.body-schema',
      on,
      found: LACKING,
    };
    expect(titles([status('outcome.accepted', on, [200]), lacking], [on], RULES)).toEqual([
      'Leaves a declared member out of its answers: success',
    ]);
  });

  it('since it is no JSON, is told by that', () => {
    const on = said('GET /orders/1', 200, { shown: {} });
    const broken: Failing = {
      rule: 'http.json',
      on,
      found: { where: 'body', expected: 'one JSON text', actual: 'Unexpected end', kind: 'not-json' },
    };
    const told = titles([status('outcome.accepted', on, [200]), broken], [on], RULES);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/Unexpected end/);
  });
});

describe('refusals that an envelope holds', () => {
  it('are one habit with what succeeds, where both have another status than they should', () => {
    const done = said('POST /orders', 203, { sent: { name: 'Tom' }, shown: { success: true } });
    const refused = said('POST /orders', 203, { sent: { name: '' }, shown: { success: false } });
    const form = (on: Exchange, rule: string, due: readonly number[]): Failing => status(rule, on, due);
    expect(
      titles(
        [form(done, 'outcome.success-form', [200, 201]), { ...form(refused, 'outcome.form', [200]) }],
        [done, refused],
        RULES,
      ),
    ).toEqual(['Answers what succeeds with 203 instead of 200']);
  });
});

describe('another media type than declared', () => {
  const wrong = (on: Exchange): Failing => ({
    rule: 'http.media-type',
    on,
    found: { where: 'header content-type', expected: 'application/json', actual: 'text/plain' },
  });
  const typed = (code: number, type: string): Exchange => {
    const one = said('GET /orders/1', code, { shown: { number: 1 } });
    return {
      ...one,
      response: { ...(one.response as NonNullable<Exchange['response']>), headers: [['content-type', type]] },
    };
  };

  it('is one of errors only where what succeeds there has the right one', () => {
    const error = typed(401, 'text/plain');
    expect(titles([wrong(error)], [error, typed(200, 'application/json')])[0]).toMatch(
      /^Answers errors as text\/plain/,
    );
    expect(titles([wrong(error)], [error, typed(200, 'text/plain')])[0]).not.toMatch(/errors/);
  });
});

describe('what is known to come by turns', () => {
  it('stays so, whatever is wrong with a body of the operation', () => {
    const on = said('GET /orders/1', 200, { shown: { result: [] } });
    const exchanges = exchangesBy([on]);
    const [sample] = morning().report.checks;
    const checks = [status('outcome.accepted', on, [200]), { rule: 'http.body-schema', on, found: LACKING }].map(
      ({ rule, found }): ReportCheck => ({
        ...(sample as ReportCheck),
        service: 'shop',
        spec: '1.0',
        rule,
        verdict: 'fail',
        findings: [{ ...found, evidence: on.id }],
        evidence: [on.id],
      }),
    );
    const report = { checks, rules: RULES };
    const turns = { end: '200', operations: ['orders/read'], by: 'calls', oneIn: 2, isAfterRefusal: false } as const;
    const [refused, body] = checks.flatMap((check, index) => departuresOf(check, index, report, exchanges));
    const known = { ...(refused as Departure), turns };
    expect(withReadings([known, body as Departure], report, exchanges)[0]).toBe(known);
    expect(withReadings([refused as Departure, body as Departure], report, exchanges)[0]?.key).toBe(body?.key);
  });
});
