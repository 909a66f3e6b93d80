/** The page numbers in the headers of a page, and how one looks where there is no such page. */
import { header } from '../../record/headers.ts';
import type { Page, PageParams } from './page-rule.ts';

export function pageNumber(page: Page, name: string): number | undefined {
  const value = header(page.response, name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** How a page number looks where there is no such page. */
export function isEnd(page: Page, name: string, ends: PageParams['ends']): boolean {
  const value = header(page.response, name);
  if (ends === 'absent') return value === undefined;
  return value === (ends === 'zero' ? '0' : '');
}

export function endText(ends: PageParams['ends']): string {
  return ends === 'absent' ? 'absent' : ends === 'zero' ? '0' : 'empty';
}
