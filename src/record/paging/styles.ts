/** The styles of paging, by name. */
import { cursor } from './cursor.ts';
import { isLast } from './end.ts';
import { link } from './link.ts';
import type { PageSeen, PageStyle, Spot, Style, StyleName, PageTurn } from './model.ts';
import { offset } from './offset.ts';
import { pageNumber } from './page-number.ts';

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
