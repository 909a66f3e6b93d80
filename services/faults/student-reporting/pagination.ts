import { notFound } from '../../http/gateway-error.ts';
import { pageHeader, sizeHeader, unusableHeader, usualSize } from '../../student-reporting/engine/pagination.ts';
import type { Family } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type Seeded } from '../fault.ts';
import {
  asking,
  cutting,
  marking,
  orUsual,
  showing,
  telling,
  withHeaders,
  type PagingFault,
} from './paging-changes.ts';

const rule = (number: number): string => `student-reporting section 4, pagination rule ${String(number)}`;
const unlimited = 1_000_000;

/** Faults of paged lists; each exists for every list on which pagination can be enabled. */
const pagingFaults: Readonly<Record<string, PagingFault>> = {
  'unoffered-honoured': {
    unofferedOnly: true,
    breaks: 'A list that offers no pagination ignores the pagination headers (assumed).',
    describes: 'The list is paged when it is asked to be.',
    change: asking(
      ({ ask }) =>
        (call, family) =>
          ask(call, { ...family, paging: { isEnforced: false, maxSize: unlimited } }),
    ),
  },
  'default-size-unlimited': {
    enforcedOnly: true,
    breaks: `At most 200 records per call (${rule(1)}).`,
    describes: 'A page of no stated size holds every record.',
    change: asking(({ ask }) => (call, family) => {
      const asked = ask(call, family);
      const isUnlimited = asked.isEnabled && call.header(sizeHeader) === undefined;
      return isUnlimited ? { ...asked, size: unlimited } : asked;
    }),
  },
  'capped-unasked': {
    families: [
      'campuses',
      'courses',
      'courses-of-study',
      'courses-on-campus',
      'loans',
      'student-commonwealth-scholarships',
      'student-disabilities',
      'students',
      'units-of-study',
    ],
    breaks: `Unit enrolments is the only endpoint with enforced pagination (${rule(5)}).`,
    describes: 'Without pagination the list ends after 200 records.',
    change: cutting(({ cut }) => (list, asked, family) => {
      const whole = cut(list, asked, family);
      return asked.isEnabled ? whole : whole.slice(0, 200);
    }),
  },
  'empty-list-padded': {
    breaks: 'An empty list is an empty array (assumed).',
    describes: 'An empty list holds one record without members.',
    change: (family) =>
      inArea('read', ({ shown }) => ({
        shown: (page, list, kind, exchange) =>
          kind.family.name === family && list.length === 0
            ? [{ [kind.family.singular]: {} }]
            : shown(page, list, kind, exchange),
      })),
  },
  'records-doubled': {
    breaks: `Every record is on one page only (${rule(2)}).`,
    describes: 'Every record of a page stands there twice.',
    change: cutting(
      ({ cut }) =>
        (list, asked, family) =>
          cut(list, asked, family).flatMap((uid) => [uid, uid]),
    ),
  },
  'next-on-last-page': {
    breaks: `The response headers carry the next page number (${rule(3)}); there is none on the last page (assumed).`,
    describes: 'The last page names a next page.',
    change: marking((marks, { page }) => ({ ...marks, next: page + 1 })),
  },
  'previous-on-first-page': {
    breaks: `The response headers carry the previous page number (${rule(3)}); there is none on the first page (assumed).`,
    describes: 'The first page names a previous page, 0.',
    change: marking((marks, { page }) => ({ ...marks, previous: page - 1 })),
  },
  'total-pages-one-more': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'A full last page is counted as if another one followed.',
    change: marking((marks, { size }, records) => ({ ...marks, total: Math.floor(records / size) + 1 })),
  },
  'total-pages-missing': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'There is no total page count.',
    change: marking((marks) => ({ ...marks, total: undefined })),
  },
  'current-page-missing': {
    breaks: `The response headers carry the current page number (${rule(3)}).`,
    describes: 'There is no current page number.',
    change: marking((marks) => ({ ...marks, current: undefined })),
  },
  'cap-raised': {
    enforcedOnly: true,
    breaks: `At most 200 records per call (${rule(1)}).`,
    describes: 'A page size of 201 and more is honoured.',
    change: asking(
      ({ ask }) =>
        (call, family) =>
          ask(call, family.paging ? { ...family, paging: { ...family.paging, maxSize: Infinity } } : family),
    ),
  },
  'cap-ignored': {
    enforcedOnly: true,
    breaks: `Without pagination only the first 200 records are returned (${rule(4)}).`,
    describes: 'Without pagination all records are returned.',
    change: cutting(
      ({ cut }) =>
        (list, asked, family) =>
          cut(list, asked.isEnabled ? asked : { ...asked, size: Infinity }, family),
    ),
  },
  'cap-lowered': {
    enforcedOnly: true,
    breaks: `Without pagination the first 200 records are returned (${rule(4)}).`,
    describes: 'Without pagination only 199 records are returned.',
    change: cutting(
      ({ cut }) =>
        (list, asked, family) =>
          cut(list, asked.isEnabled ? asked : { ...asked, size: asked.size - 1 }, family),
    ),
  },
  'size-over-cap-refused': {
    enforcedOnly: true,
    breaks: 'A page size over 200 is taken as 200 (assumed).',
    describes: 'A page size over 200 is answered 400.',
    change: asking(({ ask }) => (call, family) => {
      const asked = ask(call, family);
      const isTooHigh = asked.isEnabled && Number(call.header(sizeHeader) ?? 0) > (family.paging?.maxSize ?? Infinity);
      if (isTooHigh) throw unusableHeader(sizeHeader, 'is too high');
      return asked;
    }),
  },
  'page-off-by-one': {
    breaks: `A page is counted from 1 (${rule(3)} names the page numbers; counting from 1 is assumed).`,
    describes: 'Page n holds the records of page n + 1.',
    change: cutting(
      ({ cut }) =>
        (list, asked, family) =>
          cut(list, asked.isEnabled ? { ...asked, page: asked.page + 1 } : asked, family),
    ),
  },
  'boundary-lost': {
    breaks: `Every record is on a page (${rule(2)}).`,
    describes: 'The last record of every page but the last is on no page.',
    change: showing((isLast) => (isLast ? [] : [0, -1])),
  },
  'page-begins-late': {
    breaks: `Every record is on a page (${rule(2)}).`,
    describes: 'The first record of every page is on no page.',
    change: showing(() => [1]),
  },
  'newest-lost': {
    breaks: `Every record is on a page (${rule(2)}).`,
    describes: 'The record that was made last is on no page.',
    change: showing((isLast) => (isLast ? [0, -1] : [])),
  },
  'almost-full-page-cut': {
    breaks: `Every record is on a page (${rule(2)}).`,
    describes: 'A page that lacks one record to be full lacks two.',
    change: cutting(({ cut }) => (list, asked, family) => {
      const page = cut(list, asked, family);
      return asked.isEnabled && page.length === asked.size - 1 ? page.slice(0, -1) : page;
    }),
  },
  'boundary-duplicated': {
    breaks: `Every record is on one page only (${rule(2)}).`,
    describes: 'The last record of a page is the first of the next one too.',
    change: cutting(({ cut }) => (list, asked, family) => {
      const start = (asked.page - 1) * asked.size;
      return asked.isEnabled && start > 0 ? list.slice(start - 1, start + asked.size - 1) : cut(list, asked, family);
    }),
  },
  'order-unstable': {
    breaks: 'The order of the records is stable (assumed).',
    describes: 'Every second call has the records in reverse order.',
    change: cutting(({ cut }) => {
      let calls = 0;
      return (list, asked, family) => {
        const page = cut(list, asked, family);
        calls += 1;
        return calls % 2 === 0 ? page.toReversed() : page;
      };
    }),
  },
  'order-between-walks': {
    breaks: 'The order of the records is stable (assumed).',
    describes: 'Each time the first page is asked for, the whole list is turned round.',
    change: cutting(({ cut }) => {
      let isTurned = false;
      return (list, asked, family) => {
        if (!asked.isEnabled) return cut(list, asked, family);
        if (asked.page === 1) isTurned = !isTurned;
        if (!isTurned) return cut(list, asked, family);
        const turned = list.slice(0, list.length).toReversed();
        return turned.slice((asked.page - 1) * asked.size, asked.page * asked.size);
      };
    }),
  },
  'current-page-wrong': {
    breaks: `The response headers carry the current page number (${rule(3)}).`,
    describes: 'The current page number is one too low.',
    change: marking((marks, { page }) => ({ ...marks, current: page - 1 })),
  },
  'next-page-wrong': {
    breaks: `The response headers carry the next page number (${rule(3)}).`,
    describes: 'The next page number is one too high, and there is one on the last page.',
    change: marking((marks, { page }) => ({ ...marks, next: page + 2 })),
  },
  'next-page-missing': {
    breaks: `The response headers carry the next page number (${rule(3)}).`,
    describes: 'There is no next page number.',
    change: marking((marks) => ({ ...marks, next: undefined })),
  },
  'next-page-compared-as-text': {
    breaks: `The response headers carry the next page number (${rule(3)}).`,
    describes: 'Whether there is a next page is compared as text: of 10 pages the second has none.',
    change: marking((marks, { page }) => ({
      ...marks,
      next: String(page) < String(marks.total) ? page + 1 : undefined,
    })),
  },
  'previous-page-wrong': {
    breaks: `The response headers carry the previous page number (${rule(3)}).`,
    describes: 'The previous page number is one too low, and there is one on the first page.',
    change: marking((marks, { page }) => ({ ...marks, previous: page - 2 })),
  },
  'previous-page-missing': {
    breaks: `The response headers carry the previous page number (${rule(3)}).`,
    describes: 'There is no previous page number.',
    change: marking((marks) => ({ ...marks, previous: undefined })),
  },
  'total-pages-wrong': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'The total is the number of records, not of pages.',
    change: marking((marks, _asked, records) => ({ ...marks, total: records })),
  },
  'total-pages-rounded-down': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'A last page that is not full is not counted.',
    change: marking((marks, { size }, records) => ({ ...marks, total: Math.floor(records / size) })),
  },
  'headers-unasked': {
    breaks: `No page headers are sent when pagination is not enabled (${rule(4)}).`,
    describes: 'Page headers are always sent.',
    change: telling(({ tell }) => (records, asked, family) => {
      const size = Number.isFinite(asked.size) ? asked.size : usualSize;
      return tell(records, { ...asked, isEnabled: true, size }, family);
    }),
  },
  'headers-missing': {
    breaks: `Page headers are sent when pagination is enabled (${rule(3)}).`,
    describes: 'Page headers are never sent.',
    change: telling(() => () => ({})),
  },
  'page-zero-accepted': {
    breaks: 'A page or page size that is not a positive decimal integer is answered 400 (assumed).',
    describes: 'Anything that is not a positive integer is taken as the default.',
    change: asking(
      ({ ask }) =>
        (call, family) =>
          ask(withHeaders(call, { [pageHeader]: orUsual('1'), [sizeHeader]: orUsual(String(usualSize)) }), family),
    ),
  },
  'past-end-404': {
    breaks: 'A page past the end is an empty array (assumed).',
    describes: 'A page past the end is answered 404.',
    change: cutting(({ cut }) => (list, asked, family) => {
      const { isEnabled, page, size } = asked;
      const cutOut = cut(list, asked, family);
      if (isEnabled && page > 1 && (page - 1) * size >= list.length) throw notFound();
      return cutOut;
    }),
  },
  'page-ignored': {
    breaks: `Pagination is configured through request headers (${rule(2)}).`,
    describes: 'The page is always the first.',
    change: asking(
      ({ ask }) =>
        (call, family) =>
          ask(withHeaders(call, { [pageHeader]: () => '1' }), family),
    ),
  },
  'page-size-ignored': {
    breaks: `Pagination is configured through request headers (${rule(2)}).`,
    describes: 'The page size is always 200.',
    change: asking(({ ask }) => (call, family) => {
      const asked = ask(call, family);
      return asked.isEnabled ? { ...asked, size: usualSize } : asked;
    }),
  },
  'headers-ignored': {
    breaks: `Pagination is enabled through request headers (${rule(2)}).`,
    describes: 'The list is answered as if pagination were not enabled.',
    change: asking(
      ({ ask }) =>
        (call, family) =>
          ask(withHeaders(call, { [pageHeader]: () => undefined, [sizeHeader]: () => undefined }), family),
    ),
  },
};

/** Those that make a difference in the lists of one family. */
export function pagingFaultsOf({ name, paging, actions }: Family): readonly Seeded<StudentReportingStages>[] {
  if (!actions.includes('list')) return [];
  return Object.entries(pagingFaults).flatMap(([what, fault]): readonly Seeded<StudentReportingStages>[] => {
    const isOther = (fault.unofferedOnly ?? false) !== (paging === undefined);
    if (fault.families === undefined ? isOther : !fault.families.includes(name)) return [];
    if (fault.enforcedOnly && !paging?.isEnforced) return [];
    const { breaks, describes, change } = fault;
    return [
      {
        id: `student-reporting.pagination.${name}.${what}`,
        service: 'student-reporting',
        kind: 'pagination',
        what,
        family: name,
        operation: `${name}.list`,
        breaks,
        describes,
        change: change(name),
      },
    ];
  });
}
