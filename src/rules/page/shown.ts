/** What a page says of itself and of other pages, and what a style of paging lets it say. */
import { finding } from '../evidence.ts';
import type { Finding } from '../model.ts';
import type { Page } from './page-rule.ts';
import type { PageStyle, Spot } from '../../record/paging/model.ts';
import { shownAt, spotName } from '../../record/paging/places.ts';
import { isAddress, styleOf } from '../../record/paging/styles.ts';

/** As it is told where it is wrong. */
export function told(page: Page, spot: Spot): string | undefined {
  const value = shownAt(page.seen, spot);
  return value === null ? 'null' : value;
}

/** The number that stands there; undefined where there is none. */
export function numberAt(page: Page, spot: Spot): number | undefined {
  const value = shownAt(page.seen, spot);
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** What the style calls the page at a position, where it stands there as more than an address or a token of its own. */
export function tokenOf(style: PageStyle, spot: Spot, position: number, size: number): number | undefined {
  const token = isAddress(style, spot) ? undefined : styleOf(style).token(style, position, size);
  return token === undefined ? undefined : Number(token);
}

/**
 * Which page was asked for, from 1: the one that the page before named. Where that led astray each page is judged by what was
 * asked for, and not by how many came before it.
 */
export function askedAt(list: readonly Page[], index: number, style: PageStyle, size: number): number {
  const { next } = style;
  const before = list[index - 1];
  if (before === undefined || next === undefined || 'last' in next) return index + 1;
  const [said, first, second] = [numberAt(before, next), tokenOf(style, next, 1, size), tokenOf(style, next, 2, size)];
  if (said === undefined || first === undefined || second === undefined || first === second) return index + 1;
  const position = (said - first) / (second - first) + 1;
  return Number.isInteger(position) && position > 0 ? position : index + 1;
}

/** Whether something stands there that can lead to a page. */
export function leads(page: Page, style: PageStyle, spot: Spot): boolean {
  if (tokenOf(style, spot, 1, 1) !== undefined) return numberAt(page, spot) !== undefined;
  const value = shownAt(page.seen, spot);
  return value !== undefined && value !== null && value !== '';
}

/** What is wanted where nothing stands that leads to a page. */
export function wanted(style: PageStyle, spot: Spot): string {
  return 'link' in spot ? 'the address of a page' : styleOf(style).shows;
}

/** What is wrong with what a page says of the page at a position. */
export function misled(page: Page, style: PageStyle, spot: Spot, position: number, size: number): readonly Finding[] {
  const token = tokenOf(style, spot, position, size);
  const isRight = token === undefined ? leads(page, style, spot) : numberAt(page, spot) === token;
  if (isRight) return [];
  return [
    token === undefined
      ? finding(page.exchange, spotName(spot), wanted(style, spot), told(page, spot))
      : otherNumber(page, spot, token),
  ];
}

/** Another number than the one that is due; of a total `words` say what it counts. */
export function otherNumber(page: Page, spot: Spot, due: number, words = String(due)): Finding {
  const came = numberAt(page, spot);
  const shown = told(page, spot);
  return came === undefined
    ? finding(page.exchange, spotName(spot), words, shown)
    : finding(page.exchange, spotName(spot), words, shown, { asked: String(due), came: String(came) });
}
