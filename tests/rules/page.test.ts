/** The laws of paging at their edges: nothing, one record, many pages, three ways to end, collections that others share. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseEvidence } from '../../src/model/exchange.ts';
import { ruleById } from '../../src/rules/registry.ts';
import type { CaseRuleId } from '../../src/rules/ids.ts';
import type { PageStyle } from '../../src/model/paging/model.ts';
import { runJudge } from '../../src/rules/evidence.ts';
import { createdUids, type PageParams } from '../../src/rules/page.ts';
import type { CaseRule, Finding, Judgement } from '../../src/rules/model.ts';
import { HEADERS, page, PAGE_PARAMS, PAGES, STYLE, walk } from './examples/page.ts';
import { evidence, type Sketch } from './support.ts';

const LAWS = [
  'page.walk-complete',
  'page.no-duplicates',
  'page.order',
  'page.size',
  'page.cap',
  'page.headers',
  'page.total',
  'page.next',
  'page.previous',
] as const satisfies readonly CaseRuleId[];
type Law = Extract<CaseRuleId, `page.${string}`>;

function findings(law: Law, given: CaseEvidence, more: Partial<PageParams> = {}): readonly Finding[] {
  const rule = ruleById(law) as CaseRule;
  const judgement = rule.judge({ ...PAGE_PARAMS, ...more } as never, given);
  if (judgement.kind !== 'judged') throw new Error(`${law}: ${JSON.stringify(judgement)}`);
  return judgement.findings;
}

/** A correct walk over these uids. */
function pagesOf(
  uids: readonly number[],
  size: number,
  headers: (current: number, total: number) => Sketch['headers'] = () => ({}),
): readonly Sketch[] {
  const total = Math.max(1, Math.ceil(uids.length / size));
  return Array.from({ length: total }, (_none, i) =>
    page(uids.slice(i * size, (i + 1) * size), [i + 1, total], headers(i + 1, total)),
  );
}

function filled(uids: readonly number[], pages: readonly Sketch[]): CaseEvidence {
  return evidence({ fill: { status: 201, body: uids.map((uid) => ({ result: { books_uid: uid } })) }, walk: pages });
}

test.each([0, 1, 2, 3, 199, 200, 201, 401])('a correct walk over %i records keeps every law', (count) => {
  const uids = Array.from({ length: count }, (_none, i) => 1000 + i);
  const given = filled(uids, pagesOf(uids, 200));
  for (const law of LAWS) expect(findings(law, given, { size: 200, cap: 200 }), law).toEqual([]);
});

test('any correct walk keeps every law, and any record lost from it breaks one', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(100_000), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(),
      (numbers, size, which) => {
        const uids = [...numbers].sort((a, b) => a - b);
        const whole = filled(uids, pagesOf(uids, size));
        for (const law of LAWS) expect(findings(law, whole, { size, cap: size }), law).toEqual([]);
        const less = uids.filter((_uid, i) => i !== which % uids.length);
        expect(findings('page.walk-complete', filled(uids, pagesOf(less, size)), { size, cap: size })).not.toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

describe('the ends', () => {
  test.each([
    ['absent', null],
    ['empty', ''],
    ['zero', '0'],
  ] as const)('%s', (ends, value) => {
    const pages = pagesOf([1, 2, 3], 2, (current, total) => ({
      ...(current === total ? { 'page-next': value } : {}),
      ...(current === 1 ? { 'page-previous': value } : {}),
    }));
    const given = filled([1, 2, 3], pages);
    expect(findings('page.next', given, { style: { ...STYLE, ends } })).toEqual([]);
    expect(findings('page.previous', given, { style: { ...STYLE, ends } })).toEqual([]);
    for (const other of (['absent', 'empty', 'zero'] as const).filter((e) => e !== ends)) {
      expect(findings('page.next', given, { style: { ...STYLE, ends: other } }), other).toHaveLength(1);
      expect(findings('page.previous', given, { style: { ...STYLE, ends: other } }), other).toHaveLength(1);
    }
  });
});

describe('records that a walk lacks', () => {
  const placed = (...pages: readonly (readonly number[])[]): unknown =>
    findings('page.walk-complete', walk(...pages.map((uids, at) => page(uids, [at + 1, pages.length]))), {}).map(
      ({ kind, place }) => [kind, place],
    );

  test.each([
    ['first', [[12], [13, 14], [15]]],
    ['newest', [[11, 12], [13, 14], []]],
    [
      'newest',
      [
        [14, 13],
        [12, 11],
      ],
    ],
    [
      'last',
      [
        [15, 14],
        [13, 12],
      ],
    ],
    ['page-end', [[11], [13], [15]]],
    ['page-end', [[11], [13], []]],
    ['page-begin', [[12], [14], []]],
    [
      'between',
      [
        [11, 12],
        [14, 15],
      ],
    ],
    [
      'within',
      [
        [11, 13],
        [14, 15],
      ],
    ],
    ['all', [[], []]],
    [undefined, [[12, 11], [13], [15]]],
    [undefined, [[12], [14, 15]]],
  ] as const)('stood there: %s', (place, pages) => {
    expect(placed(...pages)).toEqual([['unlisted', place]]);
  });

  test('are told from others that it adds', () => {
    expect(placed([11, 12], [13, 14], [15, 99])).toEqual([['stray', undefined]]);
  });
});

describe('collections that others write to', () => {
  const stranger = walk(page([11, 12], [1, 3]), page([13, 14], [2, 3]), page([15, 99], [3, 3]));

  test('a stranger’s record is a departure only where the collection is our own', () => {
    expect(findings('page.walk-complete', stranger)).toHaveLength(1);
    expect(findings('page.walk-complete', stranger, { shared: true })).toEqual([]);
  });

  test('our own record must come either way', () => {
    expect(findings('page.walk-complete', walk(page([11, 12], [1, 1])), { shared: true })).toMatchObject([
      { where: 'list', actual: '3 missing, the list ends after 2 of 5 records' },
    ]);
  });

  test('a list that nobody asked pages of is told from a walk, and one with holes from one that ends', () => {
    const style = { ...STYLE, ask: { page: { query: 'page' } } };
    const asked = (uids: readonly number[], path: string): CaseEvidence => walk({ ...page(uids, [1, 1]), path });
    expect(findings('page.walk-complete', asked([11, 12], '/books?page=1'), { style })).toMatchObject([
      { where: 'pages', actual: '3 missing, such as 13' },
    ]);
    expect(findings('page.walk-complete', asked([11, 13], '/books'), { style })).toMatchObject([
      { where: 'list', actual: '3 missing, such as 12' },
    ]);
  });
});

describe('lists that others write to while they are walked', () => {
  const TWICE: Partial<PageParams> = { again: 'second', shared: true };
  const twice = (first: readonly Sketch[], second: readonly Sketch[]): CaseEvidence =>
    evidence({ walk: first, second });
  const judged = (law: Law, given: CaseEvidence): Judgement =>
    (ruleById(law) as CaseRule).judge({ ...PAGE_PARAMS, ...TWICE } as never, given);
  const doubled = [page([11, 12], [1, 2]), page([12, 13], [2, 2])];

  test('what a change explains is said of a list that a second walk finds unchanged, in whatever order', () => {
    for (const second of [doubled, [page([13, 12], [1, 2]), page([11], [2, 2])]])
      expect(judged('page.no-duplicates', twice(doubled, second))).toMatchObject({ kind: 'judged', findings: [{}] });
    const grown = [page([10, 11], [1, 2]), page([12, 13], [2, 2])];
    expect(judged('page.no-duplicates', twice(doubled, grown))).toMatchObject({ kind: 'inapplicable' });
    expect(judged('page.order', twice([page([12, 11], [1, 1])], grown))).toMatchObject({ kind: 'inapplicable' });
    expect(judged('page.total', twice([page([11, 12], [1, 2])], grown))).toMatchObject({ kind: 'inapplicable' });
    expect(judged('page.no-duplicates', twice(grown, doubled))).toEqual({ kind: 'judged', findings: [] });
  });

  test('what no change explains is said of any', () => {
    const large = [page([11, 12, 13], [1, 1])];
    expect(judged('page.cap', twice(large, doubled))).toMatchObject({ kind: 'judged', findings: [{}] });
  });
});

describe('a walk that ends before the list', () => {
  const whole = walk(...PAGES.slice(0, 2));
  const cut: CaseEvidence = {
    ...whole,
    walk: (whole['walk'] ?? []).map((one, index) => (index === 1 ? { ...one, cut: true } : one)),
  };

  test('its last page is no last page', () => {
    for (const law of ['page.next', 'page.size', 'page.headers', 'page.previous', 'page.order'] as const)
      expect(findings(law, cut), law).toEqual([]);
    expect(findings('page.next', whole)).toHaveLength(1);
    const short = { ...cut, walk: [...(cut['walk'] ?? [])].map((one) => ({ ...one, cut: true as const })) };
    expect(findings('page.size', short, { size: 3 })).toHaveLength(2);
  });

  test('of what comes after it nothing is said', () => {
    for (const law of ['page.walk-complete', 'page.total', 'page.leads'] as const)
      expect((ruleById(law) as CaseRule).judge({ ...PAGE_PARAMS, shared: true } as never, cut), law).toMatchObject({
        kind: 'inapplicable',
        reason: expect.stringContaining('2 pages') as string,
      });
  });
});

describe('shapes', () => {
  test('a page that is no list of records is told once, by whichever law looks', () => {
    const broken = walk(PAGES[0], { status: 500, body: {} });
    for (const law of LAWS) expect(findings(law, broken), law).toHaveLength(1);
  });

  test('records without a uid are out of order', () => {
    expect(findings('page.order', evidence({ walk: [{ body: { result: [{ book: {} }] } }] }))).toHaveLength(1);
  });

  test('a walk that goes round brings records twice, and five of them are enough', () => {
    const round = walk(...Array.from({ length: 8 }, () => page([11, 12], [1, 2])));
    expect(findings('page.no-duplicates', round)).toHaveLength(5);
  });

  test('a page is one whichever success it comes with', () => {
    const other = walk(...PAGES.map((one) => ({ ...one, status: 203 })));
    for (const law of LAWS) expect(findings(law, other), law).toEqual([]);
  });

  test('an empty collection has as many pages as its owner says', () => {
    const none = filled([], [page([], [1, 1], { pages: '0' })]);
    expect(findings('page.total', none, { pagesOfNone: [0] })).toEqual([]);
    expect(findings('page.total', none, { pagesOfNone: [1] })).toMatchObject([{ expected: '1 pages for 0 records' }]);
  });

  test('an empty collection has no page or one', () => {
    for (const total of ['0', '1'])
      expect(findings('page.total', filled([], [page([], [1, 1], { pages: total })])), total).toEqual([]);
    expect(findings('page.total', filled([], [page([], [1, 1], { pages: '2' })]))).toHaveLength(1);
  });

  test('the total is held against what was made, where nobody else has records', () => {
    const short = filled([11, 12, 13, 14, 15], [page([11, 12], [1, 2]), page([13], [2, 2])]);
    expect(findings('page.total', short).map((f) => f.expected)).toEqual([
      '3 pages for 5 records',
      '3 pages for 5 records',
    ]);
    expect(findings('page.total', short, { shared: true })).toEqual([]);
  });

  test('where a next page leads astray, each page is judged by the number that was asked for', () => {
    const astray = walk(page([11, 12], [1, 5], { 'page-next': '3' }), page([15], [3, 5], { 'page-next': null }));
    expect(findings('page.headers', astray)).toEqual([]);
    expect(findings('page.previous', astray)).toEqual([]);
    expect(findings('page.next', astray).map((f) => f.actual)).toEqual(['3']);
  });

  test('a page that is not the one that was asked for says so', () => {
    const stuck = walk(page([11, 12], [1, 3]), page([11, 12], [1, 3]));
    expect(findings('page.headers', stuck).map((f) => [f.where, f.expected, f.actual])).toEqual([
      ['header page', '2', '1'],
      ['header page-previous', 'a page number', 'absent'],
    ]);
  });

  test('paging headers that were not asked for are told by name', () => {
    expect(findings('page.no-headers', walk(PAGES[1])).map((f) => f.where)).toEqual(
      Object.values(HEADERS).map((name) => `header ${name}`),
    );
  });

  test('numbers with signs, points and blanks are no page numbers', () => {
    for (const value of ['+1', '1.0', ' 1', '0x1', '１'])
      expect(findings('page.headers', walk(page([11], [1, 1], { page: value }))), value).toHaveLength(1);
  });
});

test('a link need not repeat the key that was asked with', () => {
  const links: PageStyle = { style: 'link', ask: {}, next: { link: 'next' }, ends: 'absent' };
  const led = (target: string) =>
    findings(
      'page.linked',
      walk({
        ...page([11], [1, 1], {}),
        path: '/books?kind=a&key=[redacted]',
        headers: { link: `<${target}>; rel="next"` },
      }),
      {
        style: links,
      },
    );
  expect(led('/books?kind=a&after=2')).toEqual([]);
  expect(led('/books?after=2').map(({ expected }) => expected)).toEqual(['the parameter kind of the request: a']);
});

test('records created without content are known by their address, or not at all', () => {
  const put = (name: string): Sketch => ({ method: 'PUT', path: `/books/a/${name}`, status: 201, text: '' });
  const given = evidence({ fill: [put('x%20y'), put('z')] });
  const params = { filled: 'fill', filledUid: '/name' };
  expect(createdUids({ ...params, filledSegment: 0 }, given)).toEqual(['x y', 'z']);
  expect(runJudge(() => createdUids(params, given))).toMatchObject({ kind: 'inconclusive' });
});
