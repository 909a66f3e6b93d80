/** Directives of the plan become what is sent: the same for the same run and place, different for any other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/plan/model.ts';
import type { Json } from '../../src/model/json.ts';
import { valuesAt } from '../../src/model/pointer.ts';
import { calendarDate, resolveValue, splitOnce, UnresolvedReference } from '../../src/http/resolve-values.ts';
import { NOW, resolution } from './support.ts';

describe('unique values', () => {
  const value = { a: { $unique: 12 }, b: [{ $unique: 12 }, { $digits: 9 }] };

  test('have their length and letters, and differ from place to place', () => {
    const { a, b } = resolveValue(value, resolution()) as { a: string; b: [string, string] };
    expect(a).toMatch(/^[a-z0-9]{12}$/);
    expect(b[1]).toMatch(/^[0-9]{9}$/);
    expect(a).not.toBe(b[0]);
  });

  test('are the same for the same seed, and others for another', () => {
    expect(resolveValue(value, resolution())).toEqual(resolveValue(value, resolution()));
    expect(resolveValue(value, resolution({ seed: 'run-2 1.0.0 case#probe' }))).not.toEqual(
      resolveValue(value, resolution()),
    );
  });

  test('of any length', () => {
    for (const length of [0, 1, 31, 32, 33, 100, 1000])
      expect(String(resolveValue({ $unique: length }, resolution()))).toHaveLength(length);
  });

  test.each<readonly [what: string, value: Value, many: number]>([
    ['a text of two characters', { $unique: 2 }, 1296],
    ['three digits', { $digits: 3 }, 1000],
    ['a form with room for little', { $unique: 'AB-*#' }, 360],
    ['a number within narrow bounds', { $integer: { from: 1, to: 99 } }, 99],
  ])('of %s each comes once before any comes again', (_what, one, many) => {
    let count = 0;
    const run = { next: () => (count += 1) };
    const values = Array.from({ length: many }, (_none, i) =>
      resolveValue(one, resolution({ ...run, seed: `run-1 ${i}` })),
    );
    expect(new Set(values).size).toBe(many);
    expect(resolveValue(one, resolution({ ...run, seed: 'run-2 0' }))).not.toBe(values[0]);
  });

  test('of a thousand copies, no two are alike', () => {
    const copies = resolveValue({ $repeat: { times: 1000, item: { id: { $unique: 10 } } } }, resolution()) as readonly {
      id: string;
    }[];
    expect(new Set(copies.map((c) => c.id)).size).toBe(1000);
  });

  test('a seed does not run into the counter: two seeds that would join alike differ', () => {
    const two = { x: { $unique: 20 }, y: { $unique: 20 } };
    const a = resolveValue(two, resolution({ seed: 'case#1' })) as { x: string; y: string };
    const b = resolveValue(two, resolution({ seed: 'case#1 1' })) as { x: string; y: string };
    expect(new Set([a.x, a.y, b.x, b.y]).size).toBe(4);
  });
});

describe('texts of the target', () => {
  const of = (value: string): ReturnType<typeof resolution> => resolution({ setting: () => value });
  const setting = { $setting: 'audience' };

  test.each([
    ['$letters', 'https://Idp.example/a1', 'HTTPS://iDP.EXAMPLE/A1'],
    ['$slash', 'https://idp.example/', 'https://idp.example'],
    ['$slash', 'https://idp.example', 'https://idp.example/'],
  ])('%s makes of %s %s', (name, value, expected) => {
    expect(resolveValue({ [name]: setting }, of(value))).toBe(expected);
  });
});

describe('dates', () => {
  test.each([
    ['Australia/Sydney', '2026-03-09T12:59:00Z', 0, '2026-03-09'],
    ['Australia/Sydney', '2026-03-09T13:01:00Z', 0, '2026-03-10'],
    ['UTC', '2026-03-09T13:01:00Z', 0, '2026-03-09'],
    ['Pacific/Kiritimati', '2026-03-09T10:00:00Z', 0, '2026-03-10'],
    ['UTC', '2024-02-28T00:00:00Z', 1, '2024-02-29'],
    ['UTC', '2025-12-31T23:59:59Z', 1, '2026-01-01'],
    ['UTC', '2026-01-01T00:00:00Z', -1, '2025-12-31'],
    // Daylight saving ends that night in Sydney: a day is still a day.
    ['Australia/Sydney', '2026-04-04T12:00:00Z', 1, '2026-04-05'],
    ['Australia/Sydney', '2026-04-04T12:00:00Z', 2, '2026-04-06'],
  ])('in %s at %s, %i days on, it is %s', (zone, now, days, expected) => {
    expect(calendarDate(Date.parse(now), zone, days)).toBe(expected);
    expect(resolveValue({ $today: days }, resolution({ now: Date.parse(now), zone }))).toBe(expected);
  });

  test('a form is filled in, and a number lies within its bounds', () => {
    const text = (seed: string): string => String(resolveValue({ $unique: 'a-****-##.x' }, { ...resolution(), seed }));
    expect(text('one')).toMatch(/^a-[a-z0-9]{4}-[0-9]{2}\.x$/);
    expect(text('one')).not.toBe(text('another'));
    for (const seed of ['1', '2', '3', '4', '5', '6'])
      expect([7, 8]).toContain(resolveValue({ $integer: { from: 7, to: 8 } }, { ...resolution(), seed }));
  });

  test('a unique date differs at every use in a run', () => {
    const shared = resolution();
    const dates = Array.from({ length: 500 }, () => resolveValue({ $dateUnique: '2015-01-01' }, shared));
    expect(new Set(dates).size).toBe(500);
    for (const date of dates) expect(date).toMatch(/^20(15|16)-\d{2}-\d{2}$/);
  });

  test('a series counts days by copy', () => {
    expect(
      resolveValue({ $repeat: { times: 3, item: { from: { $dateSeries: '2016-02-28' } } } }, resolution()),
    ).toEqual([{ from: '2016-02-28' }, { from: '2016-02-29' }, { from: '2016-03-01' }]);
  });

  test('seconds since the epoch', () => {
    expect(resolveValue({ $now: -60 }, resolution())).toBe(NOW / 1000 - 60);
  });
});

describe('references', () => {
  const answers: Readonly<Record<string, Json>> = {
    create: [{ result: { uid: 7, none: null } }, { result: { uid: 8 } }],
    'setup.parent': { 'a/b': { '~': 'x' } },
  };
  const known = resolution({
    resultOf: (step) => ({ answer: answers[step], sent: step === 'control' ? [{ book: { isbn: 'b1' } }] : undefined }),
  });

  test.each([
    [{ $ref: 'create#/0/result/uid' }, 7],
    [{ $ref: 'create#/*/result/uid' }, 7],
    [{ $ref: 'create#/0/result/none' }, null],
    [{ $ref: 'setup.parent#/a~1b/~0' }, 'x'],
    [{ $ref: 'setup.parent#' }, { 'a/b': { '~': 'x' } }],
    [{ $sent: 'control#/0/book/isbn' }, 'b1'],
    [{ $sent: 'control#' }, [{ book: { isbn: 'b1' } }]],
  ] as const)('%j is %j', (value, expected) => {
    expect(resolveValue(value, known)).toEqual(expected);
  });

  test.each([
    { $ref: 'create#/2/result/uid' },
    { $ref: 'create#/0/result/uid/more' },
    { $ref: 'nothing#/0' },
    { $sent: 'create#/0' },
  ])('%j finds nothing, and says so', (value) => {
    expect(() => resolveValue(value, known)).toThrow(UnresolvedReference);
    expect(() => resolveValue(value, known)).toThrow(/returned no value at/);
  });

  test('what a service answered is data: a directive in it is not followed', () => {
    const hostile = resolution({
      resultOf: () => ({ answer: { uid: { $setting: 'audience' } } }),
      setting: () => 'https://secret.test',
    });
    expect(resolveValue({ $ref: 'create#/uid' }, hostile)).toEqual({ $setting: 'audience' });
  });
});

describe('what is literal stays literal', () => {
  test('any JSON without directives comes out as it went in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('"$'));
        expect(resolveValue(value as Json, resolution())).toEqual(value);
      }),
    );
  });

  test('a member that begins with $ beside others is a member', () => {
    expect(resolveValue({ $unique: 3, other: 1 }, resolution())).toEqual({ $unique: 3, other: 1 });
  });

  test('an unknown directive is a defect of the plan', () => {
    expect(() => resolveValue({ $nothing: 1 }, resolution())).toThrow('unknown directive $nothing');
  });

  test('settings come from the target, or are empty', () => {
    expect(resolveValue([{ $setting: 'audience' }], resolution({ setting: (name) => `<${name}>` }))).toEqual([
      '<audience>',
    ]);
    expect(resolveValue({ $setting: 'audience' }, resolution())).toBe('');
  });
});

describe('pointers with a star', () => {
  test.each([
    ['/*/uid', [{ uid: 1 }, { uid: 2 }], [1, 2]],
    ['/*/uid', { uid: 1 }, [1]],
    ['/result/*/id', { result: [{ id: 1 }, {}, { id: 3 }] }, [1, 3]],
    ['/result/*/id', { result: null }, []],
    ['', 5, [5]],
    ['/*', [], []],
  ] as const)('%s of %j finds %j', (pointer, value, expected) => {
    expect(valuesAt(value, pointer)).toEqual(expected);
  });

  test('nothing has no values', () => {
    expect(valuesAt(undefined, '/*/uid')).toEqual([]);
  });
});

test('a text is split once, or not at all', () => {
  expect(splitOnce('a#b#c', '#')).toEqual(['a', 'b#c']);
  expect(splitOnce('abc', '#')).toEqual(['abc', '']);
});
