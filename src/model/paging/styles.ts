import type {
  PageOrder,
  TraversedPage,
  PageStyle,
  NextPageRequest,
  ResponsePlace,
  PagingStyle,
  StyleName,
} from './model.ts';
import { referencedPage, textOf } from './lists.ts';
import { valueAtPointer } from '../pointer.ts';
import { isLastPage } from './end.ts';

/** Each page has the URL of the next one. */

export const link: PagingStyle = {
  words: 'each page has the URL of the next page',
  shows: 'the URL of a page',
  isAddressed: true,
  slot: () => undefined,
  token: () => undefined,
  wrong: () => [],
  next: (style, seen) => referencedPage(style, seen),
};

/** A page begins at a record number. */

export const offset: PagingStyle = {
  words: 'a page begins at an offset, and any offset can be requested',
  shows: 'an offset',
  isAddressed: false,
  slot: ({ ask }) => ask.offset,
  token: (_style, position, size) => String((position - 1) * size),
  wrong: () => ['-1', 'abc'],
  next: (style, seen) =>
    style.next === undefined
      ? { token: String(seen.taken) }
      : referencedPage(style, seen, (value) => /^[1-9]\d*$/.test(value)),
};

/** Pages are numbered. */

export const pageNumber: PagingStyle = {
  words: 'pages are numbered, and any page can be requested',
  shows: 'a page number',
  isAddressed: false,
  slot: ({ ask }) => ask.page,
  token: (style, position) => String(firstOf(style) + position - 1),
  wrong: (style) => [...(firstOf(style) === 0 ? [] : ['0']), '-1', 'abc'],
  next: (style, seen) =>
    style.next === undefined
      ? { token: String(firstOf(style) + seen.position) }
      : referencedPage(style, seen, (value) => /^[1-9]\d*$/.test(value)),
};

function firstOf({ ask }: PageStyle): number {
  return ask.first ?? 1;
}

/** Each page has a token for the next one. */

export const cursor: PagingStyle = {
  words: 'each page has the cursor of the next page',
  shows: 'a cursor',
  isAddressed: false,
  slot: ({ ask }) => ask.cursor,
  token: () => undefined,
  wrong: () => ['no-such-cursor'],
  next: (style, seen) => {
    const { next } = style;
    if (next === undefined || !('last' in next))
      return referencedPage(style, seen, (value) => value !== '' && value !== '0');
    const token = textOf(valueAtPointer(seen.records.at(-1), next.last));
    return token === undefined ? undefined : { token };
  },
};

/** The sort order of a list. */

const BY_IDENTIFIER: PageOrder = { descending: false };

/** Undefined if any order is right. */
export function orderOf({ order }: Pick<PageStyle, 'order'>): PageOrder | undefined {
  if (typeof order === 'object') return order;
  return order === true ? BY_IDENTIFIER : undefined;
}

/** True if the order is unique, so that the first records are known. Other fields may have equal values. */
export function isOrderedById(style: Pick<PageStyle, 'order'>): boolean {
  const order = orderOf(style);
  return order !== undefined && order.by === undefined;
}

const STYLES: Readonly<Record<StyleName, PagingStyle>> = { 'page-number': pageNumber, offset, cursor, link };

export function styleOf({ style }: Pick<PageStyle, 'style'>): PagingStyle {
  return STYLES[style];
}

/** True if any page can be requested directly. */
export function isRandomAccess(style: PageStyle): boolean {
  return styleOf(style).token(style, 1, 1) !== undefined;
}

/** True if the value is a URL. */
export function isUrlReference(style: Pick<PageStyle, 'style'>, spot: ResponsePlace): boolean {
  return 'link' in spot || styleOf(style).isAddressed;
}

/** The request for the next page; undefined on the last one. */
export function nextPageRequest(style: PageStyle, seen: TraversedPage): NextPageRequest | undefined {
  return isLastPage(style, seen) ? undefined : styleOf(style).next(style, seen);
}
