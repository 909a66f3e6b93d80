import { at } from '../pointer.ts';
import { type Ends, NO_PAGE, type PageSeen, type PageStyle, type Spot } from './model.ts';
import { shownAt } from './lists.ts';

/** How a page shows that it is the last. */

/** How `next` and `previous` show that the page does not exist. */
export type NoPage = (typeof NO_PAGE)[number];

export function noPage(ends: Ends): NoPage | undefined {
  return NO_PAGE.find((item) => item === ends);
}

/** True if the value shows, in the way of the contract, that the page does not exist. */
export function isNoPage(seen: Pick<PageSeen, 'headers' | 'body'>, spot: Spot, ends: NoPage): boolean {
  const shown = shownAt(seen, spot);
  switch (ends) {
    case 'absent':
      return shown === undefined;
    case 'null':
      return shown === null;
    case 'empty':
      return shown === '';
    case 'zero':
      return shown === '0';
  }
}

/** True if no page follows. A page without a next one is the last, however the end is shown. */
export function isLast(style: PageStyle, seen: PageSeen): boolean {
  const { ends } = style;
  // If pages do not name the next one, an empty page must end the traversal.
  if ((style.next === undefined || 'last' in style.next) && seen.records.length === 0) return true;
  if (typeof ends === 'object') return at(seen.body, ends.flag) === ends.is;
  switch (ends) {
    case 'empty-page':
      return seen.records.length === 0;
    case 'short-page':
      return seen.records.length < seen.size;
    case 'total':
      return seen.position >= pagesOf(style, seen);
    default:
      return false;
  }
}

/** The number of pages by the total of a page; infinite if it has no total. */
function pagesOf({ total }: PageStyle, seen: PageSeen): number {
  const shown = total === undefined ? undefined : shownAt(seen, total);
  if (shown === undefined || shown === null || !/^\d+$/.test(shown)) return Infinity;
  if (total?.counts === 'pages') return Number(shown);
  return Math.ceil(Number(shown) / seen.size);
}

/** Whether the end is shown as the contract requires, and a description of that. */
export function endOf(style: PageStyle, seen: PageSeen): { readonly isShown: boolean; readonly words: string } {
  const { ends, next } = style;
  const none = noPage(ends);
  if (none !== undefined)
    return {
      isShown: next === undefined || 'last' in next || isNoPage(seen, next, none),
      words: none === 'zero' ? '0' : none,
    };
  if (typeof ends === 'object')
    return { isShown: at(seen.body, ends.flag) === ends.is, words: `${ends.flag} ${JSON.stringify(ends.is)}` };
  // A full page may be the last one; then the next one is short or empty.
  return {
    isShown: isLast(style, seen),
    words: ends === 'total' ? 'as many records as the total' : `a ${ends.replace('-', ' ')}`,
  };
}
