/** Lists that come in pages: what is counted, led astray or met twice. */
import type { Relation } from './model.ts';

export const OF_PAGES: readonly Relation[] = [
  {
    explains: ['page.total-grown'],
    these: ['page.walk-complete', 'page.total', 'page.total-scaled', 'page.headers'],
    within: 'operation',
    why: 'the count is of another day',
  },
  {
    explains: ['page.headers'],
    found: { kind: 'absent' },
    these: ['page.*'],
    within: 'operation',
    why: 'nothing says where a page stands',
  },
  {
    explains: ['page.next'],
    these: ['page.*'],
    within: 'operation',
    why: 'a walk that is led astray says nothing of the pages',
  },
  {
    explains: ['page.no-duplicates'],
    these: [
      'page.walk-complete',
      'page.total',
      'page.total-scaled',
      'page.size',
      'page.order',
      'page.order-kept',
      'page.headers',
      'page.cap',
    ],
    within: 'operation',
    why: 'what comes twice is counted twice',
  },
  {
    explains: ['page.walk-complete'],
    level: 'MUST',
    these: ['page.*'],
    within: 'operation',
    why: 'what is not complete cannot be counted',
  },
  {
    explains: ['page.size', 'page.cap'],
    these: [
      'page.total-grown',
      'page.total',
      'page.total-scaled',
      'page.headers',
      'page.previous',
      'page.past-the-end',
      'page.clamped',
      'page.walk-complete',
      'outcome.*',
    ],
    within: 'operation',
    why: 'pages of another size are another number of pages',
  },
  {
    explains: ['page.total'],
    these: ['page.total-scaled', 'page.headers'],
    within: 'operation',
    why: 'the count is wrong',
  },
  { explains: ['page.headers'], these: ['page.*'], within: 'operation', why: 'nothing says where a page stands' },
  {
    explains: ['page.order-kept'],
    these: ['page.order', 'page.walk-complete', 'page.no-duplicates', 'page.not-enabled', 'lifecycle.list-order'],
    within: 'operation',
    why: 'where there is no order, none is kept on a walk either',
  },
  {
    explains: ['page.order', 'page.order-kept'],
    these: ['lifecycle.list-order', 'page.walk-complete', 'page.not-enabled'],
    within: 'operation',
    why: 'records that change places are met twice or never',
  },
];
