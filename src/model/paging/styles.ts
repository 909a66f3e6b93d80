import type { PageOrder, PageSeen, PageStyle, PageTurn, Spot, Style, StyleName } from './model.ts';
import { shownTurn, textOf } from './lists.ts';
import { at } from '../pointer.ts';
import { isLast } from './end.ts';

/** Pages at the address that the page before gives. */

export const link: Style = {
  words: 'each page has the address of the one after it',
  shows: 'the address of a page',
  isAddressed: true,
  slot: () => undefined,
  token: () => undefined,
  wrong: () => [],
  next: (style, seen) => shownTurn(style, seen),
};

/** Pages that begin after so many records. */

export const offset: Style = {
  words: 'a page begins after so many records, and any offset can be asked for',
  shows: 'an offset',
  isAddressed: false,
  slot: ({ ask }) => ask.offset,
  token: (_style, position, size) => String((position - 1) * size),
  wrong: () => ['-1', 'abc'],
  next: (style, seen) =>
    style.next === undefined
      ? { token: String(seen.taken) }
      : shownTurn(style, seen, (value) => /^[1-9]\d*$/.test(value)),
};

/** Pages that are numbered. */

export const pageNumber: Style = {
  words: 'pages are numbered, and any of them can be asked for',
  shows: 'a page number',
  isAddressed: false,
  slot: ({ ask }) => ask.page,
  token: (style, position) => String(firstOf(style) + position - 1),
  wrong: (style) => [...(firstOf(style) === 0 ? [] : ['0']), '-1', 'abc'],
  next: (style, seen) =>
    style.next === undefined
      ? { token: String(firstOf(style) + seen.position) }
      : shownTurn(style, seen, (value) => /^[1-9]\d*$/.test(value)),
};

function firstOf({ ask }: PageStyle): number {
  return ask.first ?? 1;
}

/** Pages that are asked for by a token of the page before. */

export const cursor: Style = {
  words: 'each page says by which token the one after it is asked for',
  shows: 'a cursor',
  isAddressed: false,
  slot: ({ ask }) => ask.cursor,
  token: () => undefined,
  wrong: () => ['no-such-cursor'],
  next: (style, seen) => {
    const { next } = style;
    if (next === undefined || !('last' in next))
      return shownTurn(style, seen, (value) => value !== '' && value !== '0');
    const token = textOf(at(seen.records.at(-1), next.last));
    return token === undefined ? undefined : { token };
  },
};

/** What the records of a list are ordered by. Pure. */

const BY_IDENTIFIER: PageOrder = { descending: false };

/** Undefined where any order will do. */
export function orderOf({ order }: Pick<PageStyle, 'order'>): PageOrder | undefined {
  if (typeof order === 'object') return order;
  return order === true ? BY_IDENTIFIER : undefined;
}

/** Whether it says which records are the first: by what several may have alike, any of these may be. */
export function isOrderedById(style: Pick<PageStyle, 'order'>): boolean {
  const order = orderOf(style);
  return order !== undefined && order.by === undefined;
}

/** The styles of paging, by name. */

const STYLES: Readonly<Record<StyleName, Style>> = { 'page-number': pageNumber, offset, cursor, link };

export function styleOf({ style }: Pick<PageStyle, 'style'>): Style {
  return STYLES[style];
}

/** Whether any page can be asked for, and not only the one after another. */
export function isRandom(style: PageStyle): boolean {
  return styleOf(style).token(style, 1, 1) !== undefined;
}

/** Whether what stands there is a whole address. */
export function isAddress(style: Pick<PageStyle, 'style'>, spot: Spot): boolean {
  return 'link' in spot || styleOf(style).isAddressed;
}

/** What asks for the page after this one; undefined where this is the last. */
export function turnAfter(style: PageStyle, seen: PageSeen): PageTurn | undefined {
  return isLast(style, seen) ? undefined : styleOf(style).next(style, seen);
}
