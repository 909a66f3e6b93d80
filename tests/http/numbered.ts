/** A list whose pages are numbered in headers. */
import type { WalkedPages } from '../../src/plan/model.ts';

export const NUMBERED: WalkedPages = {
  style: {
    style: 'page-number',
    ask: { page: { header: 'page' } },
    next: { header: 'page-next' },
    ends: 'absent',
  },
  size: 2,
  records: '/result',
  uid: '/book/books_uid',
};
