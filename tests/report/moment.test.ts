/** When calls end badly: while others run, after what was refused, from some moment on, or after they were said to be done. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { isRefused } from '../../src/report/causes/exchanges/ends.ts';
import { afterUpdates, momentOf } from '../../src/report/causes/exchanges/moment.ts';
import { obstacleTitle } from '../../src/report/causes/titles/obstacle.ts';
import { silencesIn } from '../../src/report/causes/exchanges/silence.ts';
import { morning } from '../viewer/fixture.ts';
import { said, unanswered } from './exchanges.ts';

const [sample] = morning().report.checks;

const of = (all: readonly Exchange[], status: number): readonly Exchange[] =>
  all.filter(({ response }) => response?.status === status);
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_one, index) => make(index));

describe('the moment of what breaks down', () => {
  /** Pairs of writes of which the later one begins in the time of the other, or behind it. */
  const pairs = (isBeside: boolean): readonly Exchange[] =>
    times(4, (index) => [
      said('POST /orders', 201, { at: index * 1_000, durationMs: 50 }),
      said('PATCH /orders/1', 500, { at: index * 1_000 + (isBeside ? 20 : 60) }),
    ]).flat();
  const alone = times(20, (index) => said('POST /orders', 201, { at: 10_000 + index * 100, durationMs: 50 }));

  it('is that another write runs', () => {
    const all = [...pairs(true), ...alone];
    expect(momentOf(of(all, 500), all, isRefused)).toBe('that are sent while another write runs');
    const apart = [...pairs(false), ...alone];
    expect(momentOf(of(apart, 500), apart, isRefused)).toBeUndefined();
  });

  it('is none where nearly all writes run beside another', () => {
    const crowd = times(20, (index) => said('POST /orders', 201, { at: 20_000 + index * 10, durationMs: 50 }));
    const all = [...pairs(true), ...crowd];
    expect(momentOf(of(all, 500), all, isRefused)).toBeUndefined();
  });

  it('is none where no time passes that could be told', () => {
    const all = times(30, (index) => said('POST /orders', index % 10 === 9 ? 500 : 201, { at: 0, durationMs: 0 }));
    expect(momentOf(of(all, 500), all, isRefused)).toBeUndefined();
  });

  it('is that the record was updated before', () => {
    const updates = (second: number): readonly Exchange[] =>
      times(4, (index) => [
        said(`PATCH /orders/${index}`, 200, { at: index * 100 }),
        said(`PATCH /orders/${index}`, second, { at: index * 100 + 50 }),
      ]).flat();
    const all = updates(500);
    expect(afterUpdates(of(all, 500), of(all, 200))).toBe('that come after another update of the record');
    const [first] = all;
    const again = [...all, said('PATCH /orders/0', 200, { at: 500 })];
    expect(afterUpdates(of(again, 500), of(again, 200))).toBeUndefined();
    const alone = [...all, said('PATCH /orders/9', 500, { at: 500 })];
    expect(afterUpdates(of(alone, 500), of(alone, 200))).toBeUndefined();
    expect(afterUpdates(of(all, 500), first === undefined ? [] : [first])).toBeUndefined();
  });

  it('is that another update of the record was sent at once', () => {
    const burst = times(3, (index) =>
      said('PATCH /orders/1', index < 2 ? 500 : 200, { case: 'burst', step: 'writes' }),
    );
    const single = times(30, (index) => said(`PATCH /orders/${index + 2}`, 200));
    const all = [...burst, ...single];
    expect(momentOf(of(all, 500), all, isRefused)).toBe('that are sent at once to one record');
    const other = [...all, said('PATCH /orders/77', 500)];
    expect(momentOf(of(other, 500), other, isRefused)).toBeUndefined();
  });

  it('is that something was refused just before', () => {
    const row = (status: number): readonly Exchange[] => [
      ...times(6, () => said('GET /orders/1', 200)),
      said('GET /orders/0', 404),
      said('GET /orders/1', status),
      said('GET /orders/1', status),
    ];
    const all = [row(503), row(503), row(503), row(200)].flat();
    expect(momentOf(of(all, 503), all, isRefused)).toBe('that come right after one that was refused, several in a row');
    const often = all.flatMap((one) => [one, said('GET /orders/0', 404)]);
    expect(momentOf(of(often, 503), often, isRefused)).toBeUndefined();
  });

  it('is told of what could not be judged', () => {
    const all = [...pairs(true), ...alone];
    expect(obstacleTitle(of(all, 500), exchangesBy(all))).toBe(
      'The service answers 500 to calls of orders/update that are sent while another write runs',
    );
  });
});

describe('a service that falls silent', () => {
  const message = 'http://shop.example refused the connection';
  const answered = times(5, () => said('GET /orders/1', 200));
  const silent = times(3, () => unanswered('GET /orders/1', message));

  it('is told with how many calls it answered', () => {
    expect(silencesIn([...answered, ...silent]).map(({ title }) => title)).toEqual([
      `Stopped answering after 5 calls: ${message}`,
    ]);
  });

  it('is none that answers again, or never did, or missed one call', () => {
    expect(silencesIn([...answered, ...silent, said('GET /orders/1', 200)])).toEqual([]);
    expect(silencesIn(silent)).toEqual([]);
    expect(silencesIn([...answered, ...silent.slice(2)])).toEqual([]);
  });

  it('is the first cause, before what failed in the time before', () => {
    const check = (id: string, verdict: 'fail' | 'inconclusive', evidence: string): ReportCheck => ({
      ...(sample as ReportCheck),
      id,
      service: 'shop',
      spec: '1.0',
      verdict,
      disposition: verdict === 'fail' ? 'nonconforming' : 'undetermined',
      findings:
        verdict === 'fail'
          ? [{ where: 'header date', expected: 'a date', actual: 'absent', kind: 'absent', evidence }]
          : [],
      evidence: [evidence],
    });
    const [good, bad] = [answered[0]?.id ?? '', silent[0]?.id ?? ''];
    const causes = clusterChecks(
      {
        checks: [
          check('a', 'fail', good),
          check('b', 'inconclusive', bad),
          { ...check('c', 'inconclusive', good), blockedBy: ['b'] },
        ],
        rules: {},
      },
      [...answered, ...silent],
    );
    expect(causes.map(({ kind, checks, holdsUp }) => ({ kind, checks, holdsUp }))).toEqual([
      { kind: 'breakdown', checks: [1], holdsUp: [2] },
      { kind: 'finding', checks: [0], holdsUp: undefined },
    ]);
  });
});

describe('what is said to be made and is not there', () => {
  const made = (place: number, isKept: boolean, isWarned: boolean): readonly Exchange[] => [
    said('POST /orders', 201, {
      headers: [['location', `/orders/${place}`]],
      shown: {
        id: place,
        ...(isWarned ? { notes: [{ severity: 'warning', detail: 'The amount is unusual.' }] } : {}),
      },
    }),
    said(`GET /orders/${place}`, isKept ? 200 : 404),
  ];
  const title = (all: readonly Exchange[]): string | undefined => obstacleTitle(of(all, 404), exchangesBy(all));

  it('is told by what made it', () => {
    expect(title([made(1, false, true), made(2, false, false)].flat())).toBe(
      'orders/create answers 201, and what it made is not there: 404 on orders/read',
    );
  });

  it('is not told where no operation of the run made it', () => {
    const all = made(1, false, false);
    const { operationOf, ...exchanges } = exchangesBy(all);
    const ofReads = {
      ...exchanges,
      operationOf: (one: Exchange) => (one.request.method === 'GET' ? operationOf(one) : undefined),
    };
    expect(obstacleTitle(of(all, 404), ofReads) ?? '').not.toContain('what it made');
  });

  it('is told with the warning that came with it, and with none that comes with what is kept too', () => {
    const kept = [made(3, true, false), made(4, true, false)].flat();
    expect(title([...made(1, false, true), ...kept])).toBe(
      'orders/create answers 201 with a warning ("The amount is unusual."), and what it made is not there: 404 on orders/read',
    );
    expect(title([...made(1, false, true), ...kept, ...made(5, true, true)])).toBe(
      'orders/create answers 201, and what it made is not there: 404 on orders/read',
    );
  });
});
