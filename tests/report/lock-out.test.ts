/** Callers that are locked out, and members that are left out where they are nothing much. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { departuresOf, type Departure } from '../../src/report/causes/departures/departure.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { generalised } from '../../src/report/causes/explains/habit-keys.ts';
import { withLockOuts } from '../../src/report/causes/turns/lock-out.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';

const [sample] = morning().report.checks;
const RULES = Object.fromEntries(
  ['door.wide', 'door.tall'].map((id) => [id, { title: id, explain: '', awaits: 'acceptance' as const }]),
);

function checkOn(rule: string, more: Partial<ReportCheck>): ReportCheck {
  return {
    ...(sample as ReportCheck),
    id: `${rule}/${(more.findings ?? []).map(({ where }) => where).join()}`,
    service: 'shop',
    spec: '1.0',
    endpoint: 'door',
    operation: 'open',
    rule,
    verdict: 'fail',
    disposition: 'nonconforming',
    ...more,
  };
}

function locked(all: readonly Exchange[], ...good: readonly Exchange[]): readonly Departure['turns'][] {
  const exchanges = exchangesBy(all.map((one, at) => ({ ...one, at })));
  const checks = good.map(({ id }, index) =>
    checkOn(index === 0 ? 'door.wide' : 'door.tall', { findings: [{ ...wrongStatus(403, [200]), evidence: id }] }),
  );
  const report = { checks, rules: RULES };
  const departures = checks.flatMap((check, index) => departuresOf(check, index, report, exchanges));
  return withLockOuts(departures, exchanges).map(({ turns }) => turns);
}

describe('a lock', () => {
  const call = (status: number, text: string): Exchange =>
    said('POST /door', status, { operation: 'door/open', shown: { text } });
  const served = (): Exchange => call(200, 'open');
  const faulty = (): Exchange => call(403, 'wrong key');
  const shut = (): Exchange => call(403, 'locked');

  it('that opens again is told from refusals for what was sent', () => {
    const [one, two] = [shut(), shut()];
    const row = [faulty(), faulty(), one, served(), served(), served(), served(), faulty(), faulty(), two];
    expect(locked([served(), ...row, served()], one, two).map((turns) => turns?.lock)).toEqual([
      { after: 2, lasts: false },
      { after: 2, lasts: false },
    ]);
    const always = [served(), one, served(), served(), faulty(), served(), two, served()];
    expect(locked(always, one, two)).toEqual([undefined, undefined]);
  });

  it('is none where the answer complains of what nobody brings who is served', () => {
    const bringing = (one: Exchange, size: string): Exchange => ({
      ...one,
      request: {
        ...one.request,
        method: 'POST',
        body: JSON.stringify({ size }),
      },
    });
    const complaint = (): Exchange => bringing(call(403, 'size is too large'), 'XL');
    const [one, two] = [complaint(), complaint()];
    const open = (): Exchange => bringing(served(), 'S');
    const row = [faulty(), faulty(), one, open(), open(), open(), open(), faulty(), faulty(), two];
    expect(locked([open(), ...row, open()], one, two)).toEqual([undefined, undefined]);
  });

  it('that stays shut is told with how many had been refused', () => {
    const [one, two] = [shut(), shut()];
    const all = [served(), faulty(), served(), faulty(), faulty(), shut(), one, two];
    expect(locked(all, one, two).map((turns) => turns?.lock)).toEqual([
      { after: 3, lasts: true },
      { after: 3, lasts: true },
    ]);
    expect(locked(all, one)).toEqual([undefined]);
    expect(locked([...all, served()], one, two)).toEqual([undefined, undefined]);
  });
});

describe('members that are missed', () => {
  const missed = (name: string, wanted: number | boolean | string): ReportCheck =>
    checkOn('body.equals', {
      findings: [{ ...otherValue(`body#/${name}`, wanted, undefined), evidence: '' }],
    });
  const keys = (...checks: readonly ReportCheck[]): number => {
    const report = { checks, rules: {} };
    const departures = checks.flatMap((check, index) => departuresOf(check, index, report, exchangesBy([])));
    return generalised(departures, report).filter(({ habit }) => habit?.of === 'zero').length;
  };

  it('where they are 0 or false are one habit', () => {
    expect(keys(missed('count', 0), missed('isOpen', false), missed('other', 'x'))).toBe(2);
  });

  it('are none where they are missed as something else too, or where it is one', () => {
    expect(keys(missed('count', 0), missed('count', 7), missed('isOpen', false))).toBe(0);
    expect(keys(missed('count', 0))).toBe(0);
  });
});
