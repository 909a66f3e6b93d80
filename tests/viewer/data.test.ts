/** The functions behind the page. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupFailures } from '../../src/report/grouping/group-failures.ts';
import { indexedCauses } from '../../src/report/page/html.ts';
import { openCauses } from '../../src/report/open-causes.ts';
import { isBinding } from '../../src/report/tally.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';
import { aspectTitle } from '../../src/viewer/data/aspects.ts';
import { bodyLines, highlightsOf, jsonLines } from '../../src/viewer/data/body-lines.ts';
import { ASSIGNEES, failureItems, taskText, type FailureItem } from '../../src/viewer/data/failure-items.ts';
import { checkFilter, filtersOf } from '../../src/viewer/data/filter.ts';
import { badgeOf, daysLeft, duration, moment, plural, splitInvisible } from '../../src/viewer/data/format.ts';
import { buildIndex } from '../../src/viewer/data/report-index.ts';
import { changedHref, href, parseRoute } from '../../src/viewer/data/route.ts';
import { diffWords } from '../../src/viewer/data/text-diff.ts';
import { tinyReport, tinyWaiver, type TinyCheck } from '../report/tiny.ts';

describe('diffWords', () => {
  it('keeps the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        expect(
          diffWords(text, other)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it.each([
    ['405 distinct records', '404 distinct records, 1 lost', ['405 ']],
    ['404 distinct records, 1 lost', '405 distinct records', ['404 ', ', 1 lost']],
    ['same', 'same', []],
  ])('marks the words of %j that %j does not have', (text, other, marked) => {
    expect(
      diffWords(text, other)
        .filter(({ same }) => !same)
        .map((part) => part.text),
    ).toEqual(marked);
  });
});

describe('jsonLines', () => {
  it('adds nothing but white space to any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const text = (jsonLines(JSON.stringify(value)) ?? []).map((line) => line.text).join('');
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('gives each line the pointer of its value', () => {
    expect((jsonLines('{"a":[{"b/c":1},2],"d":{}}') ?? []).map((line) => [line.text, line.pointer])).toEqual([
      ['{', ''],
      ['  "a": [', '/a'],
      ['    {', '/a/0'],
      ['      "b/c": 1', '/a/0/b~1c'],
      ['    },', undefined],
      ['    2', '/a/1'],
      ['  ],', undefined],
      ['  "d": {}', '/d'],
      ['}', undefined],
    ]);
  });

  it('keeps what a parser would lose', () => {
    const text = (jsonLines('{"a":1.0,"a":12345678901234567890}') ?? []).map((line) => line.text.trim()).join('');
    expect(text).toBe('{"a": 1.0,"a": 12345678901234567890}');
  });

  it('formats a shortened body, and no other text', () => {
    expect(jsonLines('{"a":[1,2,"thr\n… 90 more characters in evidence/')?.map((line) => line.text)).toEqual([
      '{',
      '  "a": [',
      '    1,',
      '    2,',
      '    "thr',
      '… 90 more characters in evidence/',
    ]);
    for (const text of ['<html>', '{"a":1} trailing', ']']) expect(jsonLines(text)).toBeUndefined();
  });

  it('highlights the nearest value that exists', () => {
    const finding = { where: 'body#/result/student/uid', expected: '', actual: '', evidence: '' };
    const lines = bodyLines('{"result":{"student":{}}}', highlightsOf([finding]));
    expect(lines.map(({ highlighted }) => highlighted)).toEqual([false, false, true, false, false]);
  });
});

describe('splitInvisible', () => {
  it('replaces invisible characters, and keeps letters of every script', () => {
    expect(splitInvisible('a\u202eb\u0000').map(({ text }) => text)).toEqual(['a', 'U+202E', 'b', 'U+0000']);
    expect(splitInvisible('naïve 漢字 👩')).toEqual([{ text: 'naïve 漢字 👩', invisible: false }]);
  });
});

describe('routes', () => {
  it('keep any parameters', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (params) => {
        expect(parseRoute(href('failures/checks', params))).toEqual({ page: 'failures/checks', params: { ...params } });
      }),
    );
  });

  it('start a changed list at its first page', () => {
    const route = parseRoute('#/checks?page=3&checks.page=2&level=MUST');
    expect(changedHref(route, { verdict: 'fail' })).toBe('#/failures/checks?level=MUST&verdict=fail');
  });
});

describe('format', () => {
  it('is the same everywhere', () => {
    expect([plural(1, 'check'), plural(1234, 'check')]).toEqual(['1 check', '1,234 checks']);
    expect(moment('2026-11-19T18:05:00Z')).toBe('19 Nov 2026, 18:05 UTC');
    expect([duration(310), duration(4_800), duration(125_000)]).toEqual(['310 ms', '4.8 s', '2 min 05 s']);
    expect([daysLeft(-1), daysLeft(0), daysLeft(3)]).toEqual(['expired 1 day ago', 'expires today', '3 days left']);
  });
});

describe('a failure item', () => {
  const id = 'student-reporting/students/create/http.date-present';
  const checks: readonly TinyCheck[] = [
    { id: `${id}/0`, verdict: 'fail' },
    { id: `${id}/1`, verdict: 'fail', basis: 'confirmed' },
    { id: `${id}/2`, verdict: 'fail', level: 'SHOULD', basis: 'practice' },
  ];
  const itemWith = (...waivers: readonly WaiverEntry[]): FailureItem | undefined => {
    const report = tinyReport({ checks, waivers });
    const causes = indexedCauses({ ...report, causes: groupFailures(report, []) });
    const items = failureItems(buildIndex({ report, causes }));
    expect(items).toHaveLength(1);
    return items[0];
  };
  const waiverOf = (at: number, reason = 'known issue'): WaiverEntry => tinyWaiver({ checks: `${id}/${at}`, reason });

  it('has the level of the failures without a waiver', () => {
    const item = itemWith(waiverOf(0));
    expect(item).toMatchObject({ assignee: 'service', level: 'MUST', basis: 'confirmed', waivedChecks: 1 });
    expect(item?.first.id).toBe(`${id}/1`);
  });

  it('is waived, not a recommendation, if only good practice is left of a waived defect', () => {
    const item = itemWith(waiverOf(0), waiverOf(1));
    expect(item).toMatchObject({ assignee: 'waived', level: 'MUST', basis: 'documented', waivedChecks: 2 });
    expect(item?.first.id).toBe(`${id}/0`);
  });

  it('is a recommendation if only good practice fails', () => {
    const report = tinyReport({ checks: checks.slice(2) });
    const [item] = failureItems(buildIndex({ report, causes: indexedCauses(report) }));
    expect(item).toMatchObject({ assignee: 'recommendation', level: 'SHOULD' });
  });

  it('without an open question is called a draft, not a question', () => {
    const report = tinyReport({ checks: [{ id: `${id}/0`, verdict: 'fail', basis: 'assumed' }] });
    const causes = indexedCauses({ ...report, causes: groupFailures(report, []) });
    const [item] = failureItems(buildIndex({ report, causes }));
    const owner = ASSIGNEES.find((one) => one.id === 'target-owner');
    if (item === undefined || owner === undefined) throw new Error('no item');
    expect(item).toMatchObject({ assignee: 'target-owner', questions: [] });
    expect(taskText(owner, [item])).toContain('drafts and do not block');
    const question = { id: 'q', question: 'Which?' } as unknown as FailureItem['questions'][number];
    expect(taskText(owner, [{ ...item, questions: [question] }])).toContain('Answer the open question');
  });

  it('is waived if every failure is, with each reason once', () => {
    const item = itemWith(waiverOf(0), waiverOf(1), waiverOf(2, 'not needed'));
    expect(item?.assignee).toBe('waived');
    expect(item && badgeOf(item.first)).toBe('waived');
    expect(item?.waivers.map(({ reason }) => reason)).toEqual(['known issue', 'not needed']);
  });

  it('joins services that one obstacle blocks, with a hint', () => {
    const cause = 'http://127.0.0.1:4999 refused the connection';
    const hint = 'Check the port.';
    const services = ['partner-onboarding', 'student-reporting'];
    const report = tinyReport({
      checks: services.map((service) => ({ service, verdict: 'inconclusive', cause })),
      run: {
        asked: { target: 'acme' },
        preflight: { stops: services.map((service) => ({ service, specs: ['4.0.1'], cause, hint })) },
      },
    });
    const index = buildIndex({ report, causes: indexedCauses(report) });
    const [item, ...others] = failureItems(index);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ assignee: 'operator', next: { hint } });
    expect(report.checks.filter(checkFilter(index, filtersOf({ cause: item?.groupIds ?? '' })))).toHaveLength(2);
  });
});

it('titles of aspects are sentences; names of custom cases are words', () => {
  expect(aspectTitle('raw')).toBe('Rejects invalid HTTP messages');
  expect(aspectTitle('partial-update')).toBe('Partial update');
  expect(aspectTitle('constructor')).toBe('Constructor');
});

it('the level of a failure group is that of its strongest blocking check', () => {
  const report = tinyReport({ checks: [] });
  const [sample] = tinyReport({ checks: [{ verdict: 'fail' }] }).checks;
  const levels = [
    ['MUST', 'assumed'],
    ['SHOULD', 'standard'],
    ['MUST', 'confirmed'],
  ] as const;
  const checks = levels.flatMap(([level, basis], at) =>
    sample ? [{ ...sample, id: `a/b/c/d/${at}`, level, basis }] : [],
  );
  const cause = {
    id: 'x',
    kind: 'finding',
    service: 'a',
    title: 't',
    checks: checks.map(({ id, spec }) => `${id}@${spec}`),
  } as const;
  const groups = (blocks: typeof isBinding) => openCauses({ ...report, checks, causes: [cause] }, { blocks });
  expect(groups(isBinding)[0]).toMatchObject({ level: 'MUST', basis: 'confirmed', blocks: true });
  expect(groups(({ level }) => level === 'SHOULD')[0]).toMatchObject({ level: 'SHOULD', basis: 'standard' });
  expect(groups(() => false)[0]).toMatchObject({ level: 'MUST', basis: 'confirmed', blocks: false });
});
