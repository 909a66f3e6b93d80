export interface PagingDeviation {
  readonly breaks: string;
  readonly describes: string;
  /** True for what can only go wrong where pagination is enforced. */
  readonly enforcedOnly?: boolean;
  /** True for what can only go wrong where pagination is not offered. */
  readonly unofferedOnly?: boolean;
}

const rule = (number: number): string => `student-reporting section 4, pagination rule ${String(number)}`;

/** Faults of paged lists; each exists for every list on which pagination can be enabled. */
export const paginationFaults = {
  'unoffered-honoured': {
    unofferedOnly: true,
    breaks: 'A list that offers no pagination ignores the pagination headers (assumed).',
    describes: 'The list is paged when it is asked to be.',
  },
  'default-size-unlimited': {
    enforcedOnly: true,
    breaks: `At most 200 records per call (${rule(1)}).`,
    describes: 'A page of no stated size holds every record.',
  },
  'empty-list-padded': {
    breaks: 'An empty list is an empty array (assumed).',
    describes: 'An empty list holds one record without members.',
  },
  'records-doubled': {
    breaks: `Every record is on one page only (${rule(2)}).`,
    describes: 'Every record of a page stands there twice.',
  },
  'next-on-last-page': {
    breaks: `The response headers carry the next page number (${rule(3)}); there is none on the last page (assumed).`,
    describes: 'The last page names a next page.',
  },
  'previous-on-first-page': {
    breaks: `The response headers carry the previous page number (${rule(3)}); there is none on the first page (assumed).`,
    describes: 'The first page names a previous page, 0.',
  },
  'total-pages-one-more': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'A full last page is counted as if another one followed.',
  },
  'total-pages-missing': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'There is no total page count.',
  },
  'current-page-missing': {
    breaks: `The response headers carry the current page number (${rule(3)}).`,
    describes: 'There is no current page number.',
  },
  'cap-raised': {
    enforcedOnly: true,
    breaks: `At most 200 records per call (${rule(1)}).`,
    describes: 'A page size of 201 and more is honoured.',
  },
  'cap-ignored': {
    enforcedOnly: true,
    breaks: `Without pagination only the first 200 records are returned (${rule(4)}).`,
    describes: 'Without pagination all records are returned.',
  },
  'cap-lowered': {
    enforcedOnly: true,
    breaks: `Without pagination the first 200 records are returned (${rule(4)}).`,
    describes: 'Without pagination only 199 records are returned.',
  },
  'size-over-cap-refused': {
    enforcedOnly: true,
    breaks: 'A page size over 200 is taken as 200 (assumed).',
    describes: 'A page size over 200 is answered 400.',
  },
  'page-off-by-one': {
    breaks: `A page is counted from 1 (${rule(3)} names the page numbers; counting from 1 is assumed).`,
    describes: 'Page n holds the records of page n + 1.',
  },
  'boundary-lost': {
    breaks: `Every record is on a page (${rule(2)}).`,
    describes: 'The last record of every page but the last is on no page.',
  },
  'boundary-duplicated': {
    breaks: `Every record is on one page only (${rule(2)}).`,
    describes: 'The last record of a page is the first of the next one too.',
  },
  'order-unstable': {
    breaks: 'The order of the records is stable (assumed).',
    describes: 'Every second call has the records in reverse order.',
  },
  'current-page-wrong': {
    breaks: `The response headers carry the current page number (${rule(3)}).`,
    describes: 'The current page number is one too low.',
  },
  'next-page-wrong': {
    breaks: `The response headers carry the next page number (${rule(3)}).`,
    describes: 'The next page number is one too high, and there is one on the last page.',
  },
  'next-page-missing': {
    breaks: `The response headers carry the next page number (${rule(3)}).`,
    describes: 'There is no next page number.',
  },
  'previous-page-wrong': {
    breaks: `The response headers carry the previous page number (${rule(3)}).`,
    describes: 'The previous page number is one too low, and there is one on the first page.',
  },
  'previous-page-missing': {
    breaks: `The response headers carry the previous page number (${rule(3)}).`,
    describes: 'There is no previous page number.',
  },
  'total-pages-wrong': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'The total is the number of records, not of pages.',
  },
  'total-pages-rounded-down': {
    breaks: `The response headers carry the total page count (${rule(3)}).`,
    describes: 'A last page that is not full is not counted.',
  },
  'headers-unasked': {
    breaks: `No page headers are sent when pagination is not enabled (${rule(4)}).`,
    describes: 'Page headers are always sent.',
  },
  'headers-missing': {
    breaks: `Page headers are sent when pagination is enabled (${rule(3)}).`,
    describes: 'Page headers are never sent.',
  },
  'page-zero-accepted': {
    breaks: 'A page or page size that is not a positive decimal integer is answered 400 (assumed).',
    describes: 'Anything that is not a positive integer is taken as the default.',
  },
  'past-end-404': {
    breaks: 'A page past the end is an empty array (assumed).',
    describes: 'A page past the end is answered 404.',
  },
  'page-ignored': {
    breaks: `Pagination is configured through request headers (${rule(2)}).`,
    describes: 'The page is always the first.',
  },
  'page-size-ignored': {
    breaks: `Pagination is configured through request headers (${rule(2)}).`,
    describes: 'The page size is always 200.',
  },
  'headers-ignored': {
    breaks: `Pagination is enabled through request headers (${rule(2)}).`,
    describes: 'The list is answered as if pagination were not enabled.',
  },
} as const satisfies Record<string, PagingDeviation>;

export type PaginationFault = keyof typeof paginationFaults;
