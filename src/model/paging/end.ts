import { at } from '../pointer.ts';
import { type Ends, NO_PAGE, type PageSeen, type PageStyle, type Spot } from './model.ts';
import { shownAt } from './lists.ts';

/** How a page shows that it is the last. */

/** How a page that there is not is shown: of what is told by `next` and `previous`. */
export type NoPage = (typeof NO_PAGE)[number];

export function noPage(ends: Ends): NoPage | undefined {
  return NO_PAGE.find((one) => one === ends);
}

/** Whether what stands there says, in the way that the contract names, that there is no such page. */
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

/** Whether the page shows that no other follows; a page without a next one is a last one, however that is shown. */
export function isLast(style: PageStyle, seen: PageSeen): boolean {
  const { ends } = style;
  // Where no page names the next one, asking on from a page without records would go on for ever.
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

/** The number of pages, by the total that a page shows; infinite where it shows none. */
function pagesOf({ total }: PageStyle, seen: PageSeen): number {
  const shown = total === undefined ? undefined : shownAt(seen, total);
  if (shown === undefined || shown === null || !/^\d+$/.test(shown)) return Infinity;
  if (total?.counts === 'pages') return Number(shown);
  return Math.ceil(Number(shown) / seen.size);
}

/** Whether the end is shown as the contract says, and how it would be. */
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
  // A full page may be the last one: then the one after it is short, or empty.
  return {
    isShown: isLast(style, seen),
    words: ends === 'total' ? 'as many records as the total' : `a ${ends.replace('-', ' ')}`,
  };
}
