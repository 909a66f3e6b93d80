/** The styles of paging: where they look, how they go on, and how they see the end. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { linkTarget } from '../../src/model/headers.ts';
import { endOfList } from '../../src/model/paging/end.ts';
import type { ListEnd, TraversedPage, PageStyle } from '../../src/model/paging/model.ts';
import { withValueAt, valueAtSpot, withPagingValue } from '../../src/model/paging/lists.ts';
import { isUrlReference, isRandomAccess, styleOf, nextPageRequest } from '../../src/model/paging/styles.ts';

const seen = (body: Json, more: Partial<TraversedPage> = {}): TraversedPage => ({
  headers: [],
  body,
  position: 1,
  records: [{ id: 'a' }, { id: 'b' }],
  taken: 2,
  size: 2,
  ...more,
});
const NUMBERS: PageStyle = { style: 'page-number', ask: { page: { query: 'page' } }, ends: 'short-page' };
const OFFSETS: PageStyle = { style: 'offset', ask: { offset: { query: 'offset' } }, ends: 'empty-page' };
const CURSORS: PageStyle = {
  style: 'cursor',
  ask: { cursor: { body: '/page/cursor' } },
  next: { body: '/next' },
  ends: 'null',
};
const LINKS: PageStyle = { style: 'link', ask: {}, next: { link: 'next' }, ends: 'absent' };

describe('where a page is asked for', () => {
  const request = { parameters: {}, headers: {} };

  test.each([
    [{ header: 'x-page' }, { headers: { 'x-page': '2' } }],
    [{ path: 'page' }, { parameters: { page: '2' } }],
    [{ query: 'page' }, { query: [['page', '2']] }],
    [{ body: '/page/cursor' }, { body: { kind: 'json', value: { page: { cursor: '2' } } } }],
  ])('%j', (slot, wanted) => {
    expect(withPagingValue(request, slot, '2')).toMatchObject(wanted);
  });

  test('another page takes the place of the first, and what else was asked stays', () => {
    const first = {
      ...request,
      query: [
        ['page', '1'],
        ['author', 'eliot'],
      ] as const,
    };
    expect(withPagingValue(first, { query: 'page' }, '2').query).toEqual([
      ['author', 'eliot'],
      ['page', '2'],
    ]);
    const body = { ...request, body: { kind: 'json', value: { filter: { author: 'eliot' } } } };
    expect(withPagingValue(body, { body: '/filter/after' }, 'x').body).toEqual({
      kind: 'json',
      value: { filter: { author: 'eliot', after: 'x' } },
    });
  });

  test('a pointer of escaped names makes what is not there', () => {
    expect(withValueAt({}, '/a~1b/c', 1)).toEqual({ 'a/b': { c: 1 } });
    expect(withValueAt([{ a: 1 }, {}], '/1/b', 2)).toEqual([{ a: 1 }, { b: 2 }]);
  });
});

describe('the next page', () => {
  test('of numbers is one more, counted from 1 or from 0', () => {
    expect(nextPageRequest(NUMBERS, seen({}, { position: 3 }))).toEqual({ token: '4' });
    const fromNone: PageStyle = { ...NUMBERS, ask: { ...NUMBERS.ask, first: 0 } };
    expect(styleOf(fromNone).token(fromNone, 1, 2)).toBe('0');
    expect(nextPageRequest(fromNone, seen({}, { position: 3 }))).toEqual({ token: '3' });
    expect(styleOf(fromNone).wrong(fromNone)).not.toContain('0');
  });

  test('of offsets begins after what has come', () => {
    expect(nextPageRequest(OFFSETS, seen({}, { taken: 5, position: 3 }))).toEqual({ token: '5' });
    expect(styleOf(OFFSETS).token(OFFSETS, 3, 20)).toBe('40');
  });

  test('of cursors is what the page shows, or what its last record has', () => {
    expect(nextPageRequest(CURSORS, seen({ next: 'abc' }))).toEqual({ token: 'abc' });
    expect(nextPageRequest(CURSORS, seen({ next: 17 }))).toEqual({ token: '17' });
    const own: PageStyle = { ...CURSORS, next: { last: '/id' }, ends: 'short-page' };
    expect(nextPageRequest(own, seen({}))).toEqual({ token: 'b' });
    expect(nextPageRequest(own, seen({}, { records: [], taken: 0 }))).toBeUndefined();
  });

  test('of links is their target, whatever else the field has', () => {
    const headers = [['link', '</b?x=1,2>; title="a, b"; REL=prev, </c>; rel="last Next"']] as const;
    expect(nextPageRequest(LINKS, seen([], { headers }))).toEqual({ address: '/c' });
    expect(linkTarget({ headers }, 'prev')).toBe('/b?x=1,2');
    expect(linkTarget({ headers }, 'first')).toBeUndefined();
    const inBody: PageStyle = { ...LINKS, next: { body: '/links/next' }, ends: 'null' };
    expect(nextPageRequest(inBody, seen({ links: { next: 'https://books.test/2' } }))).toEqual({
      address: 'https://books.test/2',
    });
  });

  test('can be any page, or only the one after this', () => {
    expect([NUMBERS, OFFSETS, CURSORS, LINKS].map((style) => isRandomAccess(style))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the end', () => {
  const ways: readonly (readonly [ListEnd, Json, Partial<TraversedPage>, Json, Partial<TraversedPage>])[] = [
    ['null', { next: null }, {}, { next: '4' }, {}],
    ['absent', {}, {}, { next: '4' }, {}],
    ['empty', { next: '' }, {}, { next: '4' }, {}],
    ['zero', { next: 0 }, {}, { next: 1 }, {}],
    ['short-page', {}, { records: [{}] }, {}, {}],
    ['empty-page', {}, { records: [] }, {}, { records: [{}] }],
    ['total', { total: 2 }, {}, { total: 3 }, {}],
    [{ flag: '/more', is: false }, { more: false }, {}, { more: true }, {}],
  ];

  test.each(ways)('%j', (ends, last, atLast, other, atOther) => {
    const style: PageStyle = {
      ...OFFSETS,
      ...(typeof ends === 'string' && ['null', 'absent', 'empty', 'zero'].includes(ends)
        ? { next: { body: '/next' } }
        : {}),
      total: { body: '/total', counts: 'records' },
      ends,
    };
    expect(nextPageRequest(style, seen(last, atLast))).toBeUndefined();
    expect(endOfList(style, seen(last, atLast)).isShown).toBe(true);
    expect(nextPageRequest(style, seen(other, atOther))).toBeDefined();
    expect(endOfList(style, seen(other, atOther)).isShown).toBe(false);
  });

  test('a value that is null is told from one that is not there', () => {
    expect(valueAtSpot({ headers: [], body: { next: null } }, { body: '/next' })).toBeNull();
    expect(valueAtSpot({ headers: [], body: {} }, { body: '/next' })).toBeUndefined();
  });
});

test('a style says what leads from page to page, and what that is called', () => {
  const styles = [NUMBERS, OFFSETS, CURSORS, LINKS];
  expect(styles.map((style) => styleOf(style).shows)).toEqual([
    'a page number',
    'an offset',
    'a cursor',
    'the URL of a page',
  ]);
  expect(styles.map((style) => isUrlReference(style, { body: '/next' }))).toEqual([false, false, false, true]);
  expect(styles.map((style) => isUrlReference(style, { link: 'next' }))).toEqual([true, true, true, true]);
});
