/** Pages of a list that changes, or that is requested in several ways. */
import type { Template } from '../plan/catalogue/template.ts';
import { pagination } from './families.ts';
import { sizeByCap } from '../plan/catalogue/selectors/paging.ts';

export const pageScenarios: readonly Template[] = [
  pagination('page.leads', {
    after: 'one-alone',
    aspect: 'page-links',
    when: '{records} records, {size} per page; the links of the last page are followed',
    asks: 'the links of a page lead to the pages that they name',
    applies: { paging: 'offered', 'page-size': 'asked', 'page-shows': 'links' },
    each: { records: [5], size: [2] },
    key: '',
    collection: { fill: { add: '{records}' }, walk: { page: 'every', size: '{size}', onward: 'links' } },
    expect: { rule: 'page.leads' },
  }),

  // One page, at the limits and beyond.

  pagination('page.cap', {
    after: 'page.clamped',
    when: '{records} records, page size {size} requested',
    asks: 'a page has at most {cap} records',
    applies: { paging: 'enforced', 'page-size': 'asked', collection: ['own', 'shared'] },
    each: { records: sizeByCap((cap) => cap + 5), size: 'sizes.one-over-the-cap', cap: sizeByCap((cap) => cap) },
    key: 'over',
    collection: { fill: { add: '{records}' }, probe: { page: 1, size: '{size}' } },
    // A rejected page size returns no records.
    expect: { rule: 'page.cap', given: { fill: 'success', probe: 'answered' } },
  }),

  pagination('page.past-the-end', {
    when: 'a page far past the last page is requested',
    asks: 'the page is empty',
    applies: { paging: 'offered', pages: 'at-will', 'past-the-end': 'empty' },
    collection: { probe: { page: 99999 } },
    expect: { rule: 'page.past-the-end' },
  }),

  // A list below a new parent has no records to return past its end, so the case creates some. Lists that report paging
  // only on request are left out.
  pagination('page.beyond-the-end', {
    title: 'A page past the end of a list with records is empty',
    fails: 'returns records past the last page: {actual}',
    why: 'The test creates three records and requests a page far past the end. A service that returns the last page again makes clients read the same records without end.',
    when: '{records} records, and a page past the last one is requested',
    asks: 'the page is empty',
    applies: { paging: 'offered', pages: 'at-will', 'past-the-end': 'empty', collection: 'own', unasked: 'first-page' },
    each: { records: [3] },
    key: '',
    collection: { fill: { add: '{records}' }, probe: { page: 99 } },
    expect: { as: 'page.past-the-end' },
  }),

  // One collection, requested in several ways or changed meanwhile.

  pagination('page.total-scaled', {
    aspect: 'page-sizes',
    when: 'one list is requested with 5 page sizes',
    asks: 'all totals describe the same number of records',
    applies: { paging: 'offered', 'page-shows': 'total', 'page-size': 'asked' },
    collection: {
      fill: { add: 7 },
      plain: {},
      'size-1': { page: 1, size: 1 },
      'size-2': { page: 1, size: 2 },
      'size-3': { page: 1, size: 3 },
      'size-7': { page: 1, size: 7 },
      // More than the list has, and not more than most services allow.
      'size-10': { page: 1, size: 10 },
    },
    expect: { rule: 'page.total-scaled', given: ['fill', 'size-1', 'size-2', 'size-3', 'size-7', 'size-10'] },
  }),

  pagination('page.total-grown', {
    aspect: 'page-growth',
    when: '{added} records are added to a list after its total was read',
    asks: 'the total includes them',
    applies: { paging: 'offered', 'page-shows': 'total', 'page-size': 'asked' },
    each: { added: [2] },
    key: '',
    collection: {
      fill: { add: 3 },
      before: { page: 1, size: 1 },
      more: { add: 2 },
      after: { page: 1, size: 1 },
      remove: { remove: 'first' },
      left: { page: 1, size: 1 },
    },
    expect: [
      {
        rule: 'page.total-grown',
        with: { before: 'before', after: 'after', added: '{added}' },
        given: ['fill', 'before', 'more', 'after'],
      },
      {
        id: 'page.total-shrunk',
        title: 'The total excludes deleted records',
        fails: 'includes a deleted record in the total of a list: {actual} instead of {expected}',
        why: 'The test reads the total, deletes a record and reads the total again. A total that includes records marked as deleted sends clients to empty pages.',
        as: 'page.total-grown',
        asks: 'the total excludes the deleted record',
        with: { before: 'after', after: 'left', deleted: 1 },
        given: ['after', 'remove', 'left'],
      },
    ],
  }),

  pagination('page.order-kept', {
    aspect: 'page-order',
    when: 'all pages of one list are read twice',
    asks: 'the records have the same order both times',
    applies: { paging: 'offered', 'page-size': 'asked' },
    collection: { fill: { add: 5 }, first: { page: 'every', size: 2 }, second: { page: 'every', size: 2 } },
    expect: { rule: 'page.order-kept', given: ['fill', 'first', 'second'] },
  }),

  // Only if the number of records is known, because the pages are planned.
  pagination('page.added-during-walk', {
    aspect: 'page-changes',
    when: 'a record is added while all pages of {operation.path} are read',
    applies: { paging: 'offered', pages: 'at-will', 'page-size': 'asked', 'page-order': 'known', collection: 'own' },
    each: { operation: 'itself' },
    key: '',
    collection: {
      fill: { add: 6 },
      'page-1': { page: 1, size: 2 },
      add: { add: 1 },
      'page-2': { page: 2, size: 2 },
      'page-3': { page: 3, size: 2 },
      'page-4': { page: 4, size: 2 },
    },
    expect: { rule: 'page.added-during-walk', given: ['fill', 'add', 'page-1'] },
  }),

  // Page numbers shift after the deletion of an earlier record, but not after that of a later one.
  pagination('page.removed-during-walk', {
    title: 'Deleting the last record during pagination does not hide other records',
    fails: 'loses records during pagination when the last record is deleted: {actual}',
    why: 'The test deletes the last record of the list after it read the first page. Page numbers count from the start of the list, so the following pages must still have every other record.',
    aspect: 'page-changes',
    when: 'the last record is deleted while all pages of {operation.path} are read',
    applies: { paging: 'offered', pages: 'at-will', 'page-size': 'asked', 'page-order': 'known', collection: 'own' },
    each: { operation: 'itself' },
    key: '',
    collection: {
      fill: { add: 6 },
      'page-1': { page: 1, size: 2 },
      remove: { remove: 'last' },
      'page-2': { page: 2, size: 2 },
      'page-3': { page: 3, size: 2 },
      'page-4': { page: 4, size: 2 },
    },
    expect: { as: 'page.added-during-walk', given: ['fill', 'remove', 'page-1'] },
  }),

  pagination('page.own-alone', {
    aspect: 'page-others',
    when: 'records are created while another organisation reads its total',
    asks: 'the total includes only records that the caller can see',
    applies: { paging: 'offered', 'page-shows': 'total', 'page-size': 'asked', collection: 'shared' },
    collection: {
      before: { page: 1, size: 1, token: 'other' },
      fill: { add: 2 },
      after: { page: 1, size: 1, token: 'other' },
    },
    expect: { rule: 'page.own-alone', with: { before: 'before', after: 'after' }, given: ['before', 'fill', 'after'] },
  }),

  // The second page of size 1 is record 2, that of size 2 records 3 and 4, and so on: together they cover all but the
  // first of 128 records.
  pagination('page.others-apart', {
    aspect: 'page-others',
    when: 'records are created, and another organisation requests later pages',
    asks: 'the pages have none of the new records',
    applies: {
      paging: 'offered',
      pages: 'at-will',
      'page-size': 'asked',
      collection: 'shared',
      identifies: 'among-all',
    },
    collection: {
      fill: { add: 2 },
      'of-1': { page: 2, size: 1, token: 'other' },
      'of-2': { page: 2, size: 2, token: 'other' },
      'of-4': { page: 2, size: 4, token: 'other' },
      'of-8': { page: 2, size: 8, token: 'other' },
      'of-16': { page: 2, size: 16, token: 'other' },
      'of-32': { page: 2, size: 32, token: 'other' },
      'of-64': { page: 2, size: 64, token: 'other' },
    },
    expect: { rule: 'page.others-apart', given: ['fill'] },
  }),

  // Lists without paging.

  pagination('page.ignored', {
    title: 'A list without paging ignores page headers in the request',
    fails: 'sends page headers with a list that has no paging: {where} is {actual}',
    why: 'Only lists with paging return page headers. A client that sees them expects further pages.',
    when: 'a list without paging is requested with page headers',
    asks: 'the response has no page headers',
    applies: { paging: 'none', unasked: 'bare' },
    collection: { probe: { page: 1, size: 1 } },
    expect: { as: 'page.no-headers', given: ['control', 'probe'] },
  }),
];
