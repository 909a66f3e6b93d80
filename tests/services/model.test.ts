import { describe, expect, it } from 'vitest';
import { createWorld, implementedVersion } from '../../services/index.ts';
import { duplicateName } from '../../services/http/json-text.ts';
import { acceptsJson } from '../../services/http/message.ts';
import { isCalendarDate, dateIn, yearsBefore } from '../../services/model/calendar.ts';
import { checksOf } from '../../services/model/checks.ts';
import { money, text } from '../../services/model/field.ts';
import { compareVersions, existsIn } from '../../services/model/version.ts';

it('versions are compared part by part, as numbers', () => {
  expect(['4.0.1', '2.1.10', '2.1.05', '3.0.8', '2.1.06'].sort(compareVersions)).toEqual([
    '2.1.05',
    '2.1.06',
    '2.1.10',
    '3.0.8',
    '4.0.1',
  ]);
  expect(compareVersions('2.1.5', '2.1.05')).toBe(0);
  expect([existsIn('2.1.06', { since: '2.1.06' }), existsIn('2.1.06', { until: '2.1.05' })]).toEqual([true, false]);
});

it('a date is that of a zone', () => {
  expect(dateIn('Pacific/Honolulu', new Date('2026-03-10T09:59:59Z'))).toBe('2026-03-09');
  expect(dateIn('Australia/Sydney', new Date('2026-03-10T12:59:59Z'))).toBe('2026-03-10');
  expect(dateIn('Australia/Sydney', new Date('2026-03-10T13:00:00Z'))).toBe('2026-03-11');
  expect(dateIn('Australia/Sydney', new Date('2026-06-10T13:59:59Z'))).toBe('2026-06-10');
  expect(yearsBefore('2026-03-10', 100)).toBe('1926-03-10');
});

it('calendar dates exist', () => {
  const dates = [
    '2024-02-29',
    '2023-02-29',
    '1900-02-29',
    '2000-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-4-1',
    '2024-04-30T00:00:00Z',
  ];
  expect(dates.map(isCalendarDate)).toEqual([true, false, false, true, false, false, false, false, false]);
});

describe('checks', () => {
  it('money has at most two decimals', () => {
    const passes = (value: number): boolean => checksOf(money('m', undefined)).every((check) => check.passes(value));
    expect([0, 1.13, 19.99, 0.07, 4.35, 123456789.01, 1e300].map(passes)).toEqual(
      Array.from({ length: 7 }, () => true),
    );
    expect([1.005, 0.125, -0.01, Number.POSITIVE_INFINITY].map(passes)).toEqual([false, false, false, false]);
  });

  it('lengths are counted in characters, also those of one', () => {
    const failed = (value: string, most: number): string[] =>
      checksOf(text('t', undefined, most))
        .filter((check) => !check.passes(value))
        .map(({ name }) => name);
    expect([failed('😀😀', 2), failed('😀😀😀', 2), failed('', 2), failed('ab', 1), failed('a', 1)]).toEqual([
      [],
      ['length'],
      ['length'],
      ['length'],
      [],
    ]);
  });
});

describe('duplicate names', () => {
  it.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', undefined],
    ['{"a":{"b":1,"b":2}}', '/a/b'],
    ['[{"a":1},{"a":1,"\\u0061":2}]', '/1/a'],
    ['{"a/b":1,"x":"a/b","a/b":2}', '/a~1b'],
    ['{"a":"\\"a\\":1,","b":"{\\"b\\":"}', undefined],
    ['{"a\\\\":1,"a":2}', undefined],
    ['{"":1,"":2}', '/'],
    ['{"a":[1,[2,{"b":1,"c":[],"b":3}]]}', '/a/1/1/b'],
  ])('%s', (json, pointer) => {
    expect(() => JSON.parse(json) as unknown).not.toThrow();
    expect(duplicateName(json)).toBe(pointer);
  });

  it('are looked for without recursion', () => {
    const depth = 200_000;
    expect(duplicateName(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toBeUndefined();
  });
});

it('Accept leaves JSON acceptable or not', () => {
  const values = [undefined, '', '*/*', 'application/*', 'application/json; charset=utf-8', 'text/html, */*;q=0.1'];
  expect(values.map(acceptsJson)).toEqual(values.map(() => true));
  expect(['text/html', 'application/json;q=0, */*', '*/*;q=0', 'application/xml'].map(acceptsJson)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

describe('versions of a service', () => {
  it('a newer version follows the newest implemented one', () => {
    expect(implementedVersion('student-reporting', '3.0.8')).toBe('3.0.8');
    expect(implementedVersion('student-reporting', '4.1.0')).toBe('4.0.1');
    expect(implementedVersion('student-reporting', '10.0')).toBe('4.0.1');
  });

  it('an older unknown version is not served', async () => {
    expect(implementedVersion('student-reporting', '3.0.9')).toBeUndefined();
    await expect(createWorld({ instances: [{ service: 'student-reporting', spec: '3.0.9' }] })).rejects.toThrow(
      'There is no instance student-reporting 3.0.9.',
    );
  });
});
