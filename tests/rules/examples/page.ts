/** Examples of the laws of paging: a collection of five in pages of two. */
import type { CaseEvidence } from '../../../src/model/exchange.ts';
import type { PageStyle } from '../../../src/model/paging/model.ts';
import type { CaseRuleId } from '../../../src/rules/ids.ts';
import { evidence, type Sketch } from '../support.ts';
import type { CaseExample } from './example.ts';

export const HEADERS = { current: 'page', next: 'page-next', previous: 'page-previous', total: 'pages' } as const;

export const STYLE: PageStyle = {
  style: 'page-number',
  ask: { page: { header: 'page' }, size: { header: 'page-size', maximum: 200 } },
  current: { header: HEADERS.current },
  next: { header: HEADERS.next },
  previous: { header: HEADERS.previous },
  total: { header: HEADERS.total, counts: 'pages' },
  ends: 'absent',
  order: { descending: false },
};

export const PAGE_PARAMS = {
  step: 'walk',
  records: '/result',
  uid: '/book/books_uid',
  style: STYLE,
  size: 2,
  cap: 2,
  filled: 'fill',
  filledUid: '/result/books_uid',
  shared: false,
} as const;

/** A page with these uids; `at` is its number and the total of pages. */
export function page(uids: readonly number[], at: readonly [number, number], headers: Sketch['headers'] = {}): Sketch {
  const [current, total] = at;
  return {
    body: { success: true, result: uids.map((uid) => ({ book: { books_uid: uid } })) },
    headers: {
      page: String(current),
      pages: String(total),
      ...(current < total ? { 'page-next': String(current + 1) } : {}),
      ...(current > 1 ? { 'page-previous': String(current - 1) } : {}),
      ...headers,
    },
  };
}

const FILL: Sketch = {
  method: 'POST',
  status: 201,
  body: [11, 12, 13, 14, 15].map((uid) => ({ success: true, result: { books_uid: uid } })),
};
export const PAGES = [page([11, 12], [1, 3]), page([13, 14], [2, 3]), page([15], [3, 3])] as const;

export function walk(...pages: readonly Sketch[]): CaseEvidence {
  return evidence({ fill: FILL, walk: pages });
}

/** The whole walk passes; these pages in place of it fail. */
function law(where: readonly string[], ...pages: readonly Sketch[]): CaseExample {
  return { params: PAGE_PARAMS, pass: walk(...PAGES), fail: walk(...pages), where };
}

const LINKS: PageStyle = {
  style: 'link',
  ask: { size: { query: 'size' } },
  next: { link: 'next' },
  previous: { link: 'prev' },
  ends: 'absent',
};

function linked(next: string): Sketch {
  return { body: { result: [{ book: { books_uid: 1 } }] }, headers: { link: `<${next}>; rel="next"` } };
}

const BARE = { page: null, pages: null, 'page-next': null, 'page-previous': null } as const;

export const pageExamples = {
  'page.walk-complete': law(['pages', 'pages'], page([11, 12], [1, 3]), page([14, 99], [2, 3]), PAGES[2]),
  'page.no-duplicates': law(['pages'], page([11, 12], [1, 3]), page([12, 13], [2, 3]), page([14, 15], [3, 3])),
  'page.order': law(['pages'], page([11, 12], [1, 3]), page([14, 13], [2, 3]), PAGES[2]),
  'page.size': law(
    ['body records', 'body records'],
    page([11], [1, 3]),
    page([12, 13], [2, 3]),
    page([14, 15, 16], [3, 3]),
  ),
  'page.cap': law(['body records'], page([11, 12, 13], [1, 2]), page([14, 15], [2, 2])),
  'page.headers': law(
    ['header page', 'header pages', 'header page-previous'],
    PAGES[0],
    page([13, 14], [2, 3], { page: 'two', pages: null, 'page-previous': '' }),
    PAGES[2],
  ),
  'page.total': law(
    ['header pages', 'header pages', 'header pages'],
    page([11, 12], [1, 5]),
    page([13, 14], [2, 5]),
    page([15], [3, 5]),
  ),
  'page.next': law(
    ['header page-next', 'header page-next'],
    PAGES[0],
    page([13, 14], [2, 3], { 'page-next': '4' }),
    page([15], [3, 3], { 'page-next': '4' }),
  ),
  'page.previous': law(
    ['header page-previous', 'header page-previous'],
    page([11, 12], [1, 3], { 'page-previous': '0' }),
    page([13, 14], [2, 3], { 'page-previous': null }),
    PAGES[2],
  ),
  'page.no-headers': {
    params: PAGE_PARAMS,
    pass: walk(page([11, 12], [1, 3], BARE)),
    fail: walk(page([11, 12], [1, 3], { ...BARE, pages: '3' })),
    where: ['header pages'],
  },
  'page.not-enabled': {
    params: PAGE_PARAMS,
    pass: walk(page([11, 12], [1, 3], BARE)),
    fail: walk(page([11, 12, 13, 14, 15], [1, 1], BARE)),
    where: ['body records'],
  },
  'page.past-the-end': {
    params: PAGE_PARAMS,
    pass: walk(page([], [9, 3])),
    fail: walk(page([15], [9, 3])),
    where: ['body records'],
  },
  'page.linked': {
    params: { ...PAGE_PARAMS, style: LINKS },
    pass: evidence({ walk: [{ path: '/books?kind=a', ...linked('/books?kind=a&after=2') }] }),
    fail: evidence({
      walk: [
        { path: '/books?kind=a', ...linked('/books?after=2') },
        { path: '/books?kind=a&after=2', ...linked('http://books.internal/books?kind=a&after=4') },
      ],
    }),
    where: ['header link rel=next', 'header link rel=next'],
  },
  'page.leads': {
    params: { ...PAGE_PARAMS, style: LINKS },
    pass: evidence({ walk: [PAGES[0], PAGES[1], PAGES[2], { ...PAGES[1], onward: 'previous' }] }),
    fail: evidence({ walk: [PAGES[0], PAGES[1], PAGES[2], { ...PAGES[0], onward: 'previous' }] }),
    where: ['body records'],
  },
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;

/** Rows that are judged as these are. */
export const pageRows = {
  'page.ignored': {
    params: PAGE_PARAMS,
    pass: walk(page([11, 12, 13], [1, 1], BARE)),
    fail: walk(page([11, 12, 13], [1, 1])),
    where: ['header page', 'header pages'],
  },
} as const satisfies Readonly<Record<string, CaseExample>>;
