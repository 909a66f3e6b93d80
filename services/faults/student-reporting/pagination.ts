/** Faults of lists and their pages; each exists for every list in which it makes a difference. */
import type { Call } from '../../http/message.ts';
import {
  isPositive,
  pageHeader,
  sizeHeader,
  unusableHeader,
  usualSize,
  type Asked,
  type Marks,
  type PagingStages,
} from '../../student-reporting/engine/pagination.ts';
import type { Family } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type Seeded } from '../fault.ts';
import { ofFamily, type StudentChange } from './changes.ts';

type Lists = 'paged' | 'enforced' | 'unoffered' | 'filled';
type PagingFault = readonly [breaks: string, describes: string, change: StudentChange, lists?: Lists];

/** The lists that a run fills past the cap. */
const filled = [
  'campuses',
  'courses',
  'courses-of-study',
  'courses-on-campus',
  'loans',
  'student-commonwealth-scholarships',
  'student-disabilities',
  'students',
  'units-of-study',
];

const rule = (number: number): string => `student-reporting section 4, pagination rule ${String(number)}`;
const unlimited = 1_000_000;

const asking = (other: (ask: PagingStages['ask']) => PagingStages['ask']): StudentChange =>
  inArea('paging', ({ ask }) => ({ ask: other(ask) }));

/** Another page is asked for than the caller asks for. */
const askedAs = (other: (asked: Asked) => Asked): StudentChange =>
  inArea('paging', ({ cut }) => ({ cut: (list, asked, family) => cut(list, other(asked), family) }));

/** A page that was cut is shown otherwise. */
const pagesAs = (other: (page: readonly number[], asked: Asked, all: number) => readonly number[]): StudentChange =>
  inArea('paging', ({ cut }) => ({
    cut: (list, asked, family) => other(cut(list, asked, family), asked, list.length),
  }));

const marking = (other: (marks: Marks, asked: Asked, records: number) => Marks): StudentChange =>
  inArea('paging', ({ marks }) => ({
    marks: (records, asked, family) => other(marks(records, asked, family), asked, records),
  }));

/** Page headers that were sent, with other values. */
const withHeaders = (call: Call, changes: Readonly<Record<string, (value: string) => string>>): Call => ({
  ...call,
  header: (name) => {
    const value = call.header(name);
    return value === undefined ? undefined : (changes[name]?.(value) ?? value);
  },
});

const orUsual =
  (usual: string) =>
  (value: string): string =>
    isPositive(value) ? value : usual;

const pagingFaults: Readonly<Record<string, PagingFault>> = {
  'unoffered-honoured': [
    'A list that offers no pagination ignores the pagination headers (assumed).',
    'The list is paged if the request asks for a page.',
    asking((ask) => (call, family) => ask(call, { ...family, paging: { isEnforced: false, maxSize: unlimited } })),
    'unoffered',
  ],
  'default-size-unlimited': [
    `At most 200 records per call (${rule(1)}).`,
    'A page without a requested size has all records.',
    asking((ask) => (call, family) => {
      const asked = ask(call, family);
      return asked.isEnabled && call.header(sizeHeader) === undefined ? { ...asked, size: unlimited } : asked;
    }),
    'enforced',
  ],
  'empty-list-padded': [
    'An empty list is an empty array (assumed).',
    'An empty list has one record without fields.',
    inArea('read', ({ shown }) => ({
      shown: (page, list, kind, exchange) =>
        list.length === 0 ? [{ [kind.family.singular]: {} }] : shown(page, list, kind, exchange),
    })),
  ],
  'records-doubled': [
    `Every record is on one page only (${rule(2)}).`,
    'Every record of a page occurs twice.',
    pagesAs((page) => page.flatMap((uid) => [uid, uid])),
  ],
  'next-on-last-page': [
    `The response headers carry the next page number (${rule(3)}); there is none on the last page (assumed).`,
    'The last page has a link to a next page.',
    marking((marks, { page }) => ({ ...marks, next: page + 1 })),
  ],
  'total-pages-missing': [
    `The response headers carry the total page count (${rule(3)}).`,
    'The response has no total page count.',
    marking((marks) => ({ ...marks, total: undefined })),
  ],
  'cap-lowered': [
    `Without pagination the first 200 records are returned (${rule(4)}).`,
    'Without pagination only 199 records are returned.',
    askedAs((asked) => (asked.isEnabled ? asked : { ...asked, size: asked.size - 1 })),
    'enforced',
  ],
  'size-over-cap-refused': [
    'A page size over 200 is taken as 200 (assumed).',
    'A page size over 200 returns 400.',
    asking((ask) => (call, family) => {
      const asked = ask(call, family);
      const isTooHigh = asked.isEnabled && Number(call.header(sizeHeader) ?? 0) > (family.paging?.maxSize ?? Infinity);
      if (isTooHigh) throw unusableHeader(sizeHeader, 'is too high');
      return asked;
    }),
    'enforced',
  ],
  'current-page-missing': [
    `The response headers carry the current page number (${rule(3)}).`,
    'The response has no current page number.',
    marking((marks) => ({ ...marks, current: undefined })),
  ],
  'cap-ignored': [
    `Without pagination only the first 200 records are returned (${rule(4)}).`,
    'Without pagination all records are returned.',
    askedAs((asked) => (asked.isEnabled ? asked : { ...asked, size: Infinity })),
    'enforced',
  ],
  'cap-raised': [
    `At most 200 records per call (${rule(1)}).`,
    'Page sizes of 201 and more are accepted.',
    asking(
      (ask) => (call, family) =>
        ask(call, family.paging ? { ...family, paging: { ...family.paging, maxSize: Infinity } } : family),
    ),
    'enforced',
  ],
  'capped-unasked': [
    `Unit enrolments is the only endpoint with enforced pagination (${rule(5)}).`,
    'Without pagination the list ends after 200 records.',
    pagesAs((page, asked) => (asked.isEnabled ? page : page.slice(0, 200))),
    'filled',
  ],
  'page-size-ignored': [
    `Pagination is configured through request headers (${rule(2)}).`,
    'The page size is always 200.',
    asking((ask) => (call, family) => {
      const asked = ask(call, family);
      return asked.isEnabled ? { ...asked, size: usualSize } : asked;
    }),
  ],
  'page-off-by-one': [
    `A page is counted from 1 (${rule(3)} names the page numbers; counting from 1 is assumed).`,
    'Page n has the records of page n + 1.',
    askedAs((asked) => (asked.isEnabled ? { ...asked, page: asked.page + 1 } : asked)),
  ],
  'boundary-lost': [
    `Every record is on a page (${rule(2)}).`,
    'The last record of every page except the last is missing.',
    pagesAs((page, asked, all) => (asked.isEnabled && asked.page * asked.size < all ? page.slice(0, -1) : page)),
  ],
  'almost-full-page-cut': [
    `Every record is on a page (${rule(2)}).`,
    'A page that should have one record less than the page size has two less.',
    pagesAs((page, asked) => (asked.isEnabled && page.length === asked.size - 1 ? page.slice(0, -1) : page)),
  ],
  'order-unstable': [
    'The order of the records is stable (assumed).',
    'Every second response has the records in reverse order.',
    inArea('paging', ({ cut }) => {
      let calls = 0;
      return { cut: (...given) => ((calls += 1) % 2 === 0 ? cut(...given).toReversed() : cut(...given)) };
    }),
  ],
  'next-page-wrong': [
    `The response headers carry the next page number (${rule(3)}).`,
    'The next page number is one too high, and the last page has one.',
    marking((marks, { page }) => ({ ...marks, next: page + 2 })),
  ],
  'previous-page-wrong': [
    `The response headers carry the previous page number (${rule(3)}).`,
    'The previous page number is one too low, and the first page has one.',
    marking((marks, { page }) => ({ ...marks, previous: page - 2 })),
  ],
  'previous-page-missing': [
    `The response headers carry the previous page number (${rule(3)}).`,
    'The response has no previous page number.',
    marking((marks) => ({ ...marks, previous: undefined })),
  ],
  'total-pages-wrong': [
    `The response headers carry the total page count (${rule(3)}).`,
    'The total is the number of records, not of pages.',
    marking((marks, _asked, records) => ({ ...marks, total: records })),
  ],
  'total-pages-rounded-down': [
    `The response headers carry the total page count (${rule(3)}).`,
    'The page count leaves out a last page that is not full.',
    marking((marks, { size }, records) => ({ ...marks, total: Math.floor(records / size) })),
  ],
  'headers-unasked': [
    `No page headers are sent when pagination is not enabled (${rule(4)}).`,
    'Page headers are always sent.',
    inArea('paging', ({ tell }) => ({
      tell: (records, asked, family) => {
        const size = Number.isFinite(asked.size) ? asked.size : usualSize;
        return tell(records, { ...asked, isEnabled: true, size }, family);
      },
    })),
  ],
  'headers-missing': [
    `Page headers are sent when pagination is enabled (${rule(3)}).`,
    'Page headers are never sent.',
    inArea('paging', () => ({ tell: () => ({}) })),
  ],
  'page-zero-accepted': [
    'A page or page size that is not a positive decimal integer is answered 400 (assumed).',
    'A value that is not a positive integer is replaced by the default.',
    asking(
      (ask) => (call, family) =>
        ask(withHeaders(call, { [pageHeader]: orUsual('1'), [sizeHeader]: orUsual(String(usualSize)) }), family),
    ),
  ],
  'page-ignored': [
    `Pagination is configured through request headers (${rule(2)}).`,
    'The page is always the first.',
    asking((ask) => (call, family) => ask(withHeaders(call, { [pageHeader]: () => '1' }), family)),
  ],
};

/** Those that make a difference in the lists of one family. */
export function pagingFaultsOf({ name, paging, actions }: Family): readonly Seeded<StudentReportingStages>[] {
  if (!actions.includes('list')) return [];
  const has = {
    paged: paging !== undefined,
    enforced: paging?.isEnforced === true,
    unoffered: paging === undefined,
    filled: filled.includes(name),
  };
  return Object.entries(pagingFaults)
    .filter(([, [, , , lists = 'paged']]) => has[lists])
    .map(([what, [breaks, describes, change]]) => ({
      id: `student-reporting.pagination.${name}.${what}`,
      service: 'student-reporting',
      kind: 'pagination',
      what,
      family: name,
      operation: `${name}.list`,
      breaks,
      describes,
      change: ofFamily(name, change),
    }));
}
