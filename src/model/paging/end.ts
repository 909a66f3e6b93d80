import { valueAtPointer } from '../pointer.ts';
import { type ListEnd, MISSING_PAGE_FORMS, type TraversedPage, type PageStyle, type ResponsePlace } from './model.ts';
import { valueAtSpot } from './lists.ts';

/** How a page shows that it is the last. */

/** How `next` and `previous` show that the page does not exist. */
export type MissingPageForm = (typeof MISSING_PAGE_FORMS)[number];

export function missingPageForm(ends: ListEnd): MissingPageForm | undefined {
  return MISSING_PAGE_FORMS.find((item) => item === ends);
}

/** True if the value shows, in the way of the contract, that the page does not exist. */
export function isMissingPage(
  seen: Pick<TraversedPage, 'headers' | 'body'>,
  place: ResponsePlace,
  ends: MissingPageForm,
): boolean {
  const shown = valueAtSpot(seen, place);
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
export function isLastPage(style: PageStyle, seen: TraversedPage): boolean {
  const { ends } = style;
  // If pages do not name the next one, an empty page must end the traversal.
  if ((style.next === undefined || 'last' in style.next) && seen.records.length === 0) return true;
  if (typeof ends === 'object') return valueAtPointer(seen.body, ends.flag) === ends.is;
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
function pagesOf({ total }: PageStyle, seen: TraversedPage): number {
  const shown = total === undefined ? undefined : valueAtSpot(seen, total);
  if (shown === undefined || shown === null || !/^\d+$/.test(shown)) return Infinity;
  if (total?.counts === 'pages') return Number(shown);
  return Math.ceil(Number(shown) / seen.size);
}

/** Whether the end is shown as the contract requires, and a description of that. */
export function endOfList(
  style: PageStyle,
  seen: TraversedPage,
): { readonly isShown: boolean; readonly words: string } {
  const { ends, next } = style;
  const none = missingPageForm(ends);
  if (none !== undefined)
    return {
      isShown: next === undefined || 'last' in next || isMissingPage(seen, next, none),
      words: none === 'zero' ? '0' : none,
    };
  if (typeof ends === 'object')
    return {
      isShown: valueAtPointer(seen.body, ends.flag) === ends.is,
      words: `${ends.flag} ${JSON.stringify(ends.is)}`,
    };
  // A full page may be the last one; then the next one is short or empty.
  return {
    isShown: isLastPage(style, seen),
    words: ends === 'total' ? 'as many records as the total' : `a ${ends.replace('-', ' ')}`,
  };
}
