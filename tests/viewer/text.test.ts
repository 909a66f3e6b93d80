import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diff } from '../../src/viewer/lib/diff.ts';
import { axisLabels } from '../../src/viewer/overview/axis.ts';
import { daysLeft, duration, moment, plural } from '../../src/viewer/lib/format.ts';
import { jsonLines, linesAt } from '../../src/viewer/lib/json-lines.ts';
import { href, parseRoute } from '../../src/viewer/lib/route.ts';
import { visibleRuns } from '../../src/viewer/lib/visible.ts';

const joined = (pieces: readonly { readonly text: string }[]): string => pieces.map((piece) => piece.text).join('');

describe('diff', () => {
  it('loses nothing of either text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const sides = diff(a, b);
        expect([joined(sides.expected), joined(sides.actual)]).toEqual([a, b]);
      }),
    );
  });

  it('marks the words that differ', () => {
    const { expected, actual } = diff('405 distinct records', '404 distinct records, 1 lost');
    expect(expected.filter((piece) => !piece.same).map((piece) => piece.text)).toEqual(['405']);
    expect(actual.filter((piece) => !piece.same).map((piece) => piece.text)).toEqual(['404', ', 1 lost']);
  });

  it('marks nothing where nothing differs', () => {
    expect(diff('same', 'same').expected).toEqual([{ text: 'same', same: true }]);
  });
});

describe('jsonLines', () => {
  it('shows any JSON with nothing lost and nothing added but white space', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const lines = jsonLines(JSON.stringify(value));
        expect(JSON.parse(lines?.map((line) => line.text).join('') ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('gives each line its pointer', () => {
    const lines = jsonLines('{"a":[{"b/c":1},2],"d":{}}') ?? [];
    expect(lines.map((line) => [line.indent, line.text, line.pointer])).toEqual([
      [0, '{', ''],
      [1, '"a": [', '/a'],
      [2, '{', '/a/0'],
      [3, '"b/c": 1', '/a/0/b~1c'],
      [2, '},', undefined],
      [2, '2', '/a/1'],
      [1, '],', undefined],
      [1, '"d": {}', '/d'],
      [0, '}', undefined],
    ]);
  });

  it('keeps what parsing would lose', () => {
    const text = (jsonLines('{"a":1,"a":12345678901234567890}') ?? []).map((line) => line.text).join('');
    expect(text).toBe('{"a": 1,"a": 12345678901234567890}');
  });

  it('shows a body that was cut, and leaves what is not JSON alone', () => {
    expect(jsonLines('{"a":[1,2\n… 90 more characters in evidence/')?.at(-1)?.text).toBe(
      '… 90 more characters in evidence/',
    );
    expect(jsonLines('<html>')).toBeUndefined();
    expect(jsonLines('{"a":1} trailing')).toBeUndefined();
    expect(jsonLines(']')).toBeUndefined();
  });

  it('points at the nearest thing that is there', () => {
    const lines = jsonLines('{"result":{"student":{}}}') ?? [];
    expect(linesAt(lines, '/result/student/students_uid/0')).toEqual([2]);
  });
});

describe('visibleRuns', () => {
  it('spells out what would not be seen, and keeps letters of every script', () => {
    expect(visibleRuns('a\u202eb\u0000')).toEqual([
      { text: 'a', spelled: false },
      { text: 'U+202E', spelled: true },
      { text: 'b', spelled: false },
      { text: 'U+0000', spelled: true },
    ]);
    expect(visibleRuns('naïve 漢字 👩‍🎓'.replace('\u200d', ''))).toHaveLength(1);
  });
});

describe('addresses', () => {
  it('hold any state', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (params) => {
        const route = parseRoute(href('checks', params));
        expect(route).toEqual({ page: 'checks', params: { ...params } });
      }),
    );
  });
});

describe('format', () => {
  it('says numbers and times in the same words everywhere', () => {
    expect(plural(1, 'check')).toBe('1 check');
    expect(plural(1234, 'check')).toBe('1,234 checks');
    expect(moment('2026-11-19T18:05:00Z')).toBe('19 Nov 2026, 18:05 UTC');
    expect([duration(310), duration(4_800), duration(125_000)]).toEqual(['310 ms', '4.8 s', '2 min 05 s']);
    expect([daysLeft(-1), daysLeft(0), daysLeft(3)]).toEqual(['expired 1 day ago', 'expires today', '3 days left']);
  });
});

describe('axisLabels', () => {
  it.each([
    [['2026-11-24T18:00:00.000Z', '2026-11-25T18:00:00.000Z'], '24 Nov, 25 Nov'],
    [['2026-11-24T18:00:00.000Z', '2026-11-24T19:30:00.000Z'], '24 Nov 18:00, 19:30'],
    [['2026-11-26T16:30:05.000Z', '2026-11-26T16:30:20.000Z'], '26 Nov 16:30:05, 16:30:20'],
  ])('says of %j what tells them apart', (times, words) => {
    expect(axisLabels(times).join(', ')).toBe(words);
  });
});
