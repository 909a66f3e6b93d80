/** Pages of a list that changes, or that is asked for in several ways. */
import type { Template } from '../plan/catalogue/template.ts';
import { pagination } from './families.ts';
import { sizeByCap } from '../plan/catalogue/selectors/paging.ts';

export const pageScenarios: readonly Template[] = [
  pagination('page.leads', {
    after: 'one-alone',
    aspect: 'page-links',
    when: '{records} records, {size} a page, and from the last page to those that it has links to',
    asks: 'the links of a page lead where they say',
    applies: { paging: 'offered', 'page-size': 'asked', 'page-shows': 'links' },
    each: { records: [5], size: [2] },
    key: '',
    collection: { fill: { add: '{records}' }, walk: { page: 'every', size: '{size}', onward: 'links' } },
    expect: { rule: 'page.leads' },
  }),

  // One page, at the limits and beyond.

  pagination('page.cap', {
    after: 'page.clamped',
    when: '{records} records, {size} asked for',
    asks: 'a size over {cap} brings no more than {cap}',
    applies: { paging: 'enforced', 'page-size': 'asked', collection: 'own' },
    each: { records: sizeByCap((cap) => cap + 5), size: 'sizes.one-over-the-cap', cap: 'sizes.cap' },
    key: 'over',
    collection: { fill: { add: '{records}' }, probe: { page: 1, size: '{size}' } },
    // A rejected page size returns no records.
    expect: { rule: 'page.cap', given: { fill: 'success', probe: 'answered' } },
  }),

  pagination('page.past-the-end', {
    when: 'a page far past the end',
    asks: 'a page past the end is empty',
    applies: { paging: 'offered', pages: 'at-will', 'past-the-end': 'empty' },
    collection: { probe: { page: 99999 } },
    expect: { rule: 'page.past-the-end' },
  }),

  // A list below a new parent has no records to return past its end, so the case creates some. Lists that report paging
  // only on request are left out.
  pagination('page.beyond-the-end', {
    title: 'A page past the end of a list that has records is empty',
    fails: 'brings records past the last page: {actual}',
    why: 'There is nothing there, and asking is no fault.',
    when: '{records} records, and a page past them',
    asks: 'a page past the end is empty',
    applies: { paging: 'offered', pages: 'at-will', 'past-the-end': 'empty', collection: 'own', unasked: 'first-page' },
    each: { records: [3] },
    key: '',
    collection: { fill: { add: '{records}' }, probe: { page: 99 } },
    expect: { as: 'page.past-the-end' },
  }),

  // One collection, requested in several ways or changed meanwhile.

  pagination('page.total-scaled', {
    aspect: 'page-sizes',
    when: 'one collection at 5 page sizes',
    asks: 'the totals speak of one number of records',
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
    when: '{added} records are added to a list that was counted',
    asks: 'the total counts them',
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
        title: 'The total no longer counts a record that was deleted',
        fails: 'still counts what was deleted from a list: {actual} instead of {expected}',
        why: 'A list is counted, one of its records is deleted, and it is counted again. A total that takes in records which are only marked as deleted sends a client to pages on which there is nothing.',
        as: 'page.total-grown',
        asks: 'the total no longer counts what was deleted',
        with: { before: 'after', after: 'left', deleted: 1 },
        given: ['after', 'remove', 'left'],
      },
    ],
  }),

  pagination('page.order-kept', {
    aspect: 'page-order',
    when: 'one collection is walked twice',
    asks: 'both walks bring the records in the same order',
    applies: { paging: 'offered', 'page-size': 'asked' },
    collection: { fill: { add: 5 }, first: { page: 'every', size: 2 }, second: { page: 'every', size: 2 } },
    expect: { rule: 'page.order-kept', given: ['fill', 'first', 'second'] },
  }),

  // Only if the number of records is known, because the pages are planned.
  pagination('page.added-during-walk', {
    aspect: 'page-changes',
    when: 'a record is added while {operation.path} is walked',
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
    title: 'A record removed at the end of a walk hides no other',
    fails: 'loses records of a walk when one is removed: {actual}',
    why: 'Between two pages of a walk the last record is removed. Page numbers count from the beginning, so that every other record must still come.',
    aspect: 'page-changes',
    when: 'the last record is removed while {operation.path} is walked',
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
    when: 'records are made while another organisation counts',
    asks: 'the total counts what the caller may see',
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
    when: 'records are made, and another organisation asks for later pages',
    asks: 'it is shown none of them',
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
    title: 'A list without paging ignores the paging headers',
    fails: 'sends page headers with a list that has no paging: {where} is {actual}',
    why: 'Only the lists that offer paging answer with page headers.',
    when: 'paging is asked for where it is not offered',
    asks: 'no page headers come',
    applies: { paging: 'none', unasked: 'bare' },
    collection: { probe: { page: 1, size: 1 } },
    expect: { as: 'page.no-headers', given: ['control', 'probe'] },
  }),
];
