/** Kinds of findings, for code that compares them. The schema of `report.json` describes each. */
export const FINDING_KINDS = [
  'status',
  'absent',
  'lost',
  'added',
  'value',
  'schema',
  'unlisted',
  'stray',
  'again',
  'no-list',
  'no-content',
  'content',
  'no-entry',
  'unnamed',
  'code',
  'not-utf-8',
  'byte-order-mark',
  'not-json',
  'stack-frame',
] as const;

/**
 * Positions of missing records: on all pages, before or after all others, the newest ones at either end, at the end or
 * beginning of each page, between a full page and the next, in the middle of a page.
 */
export const RECORD_PLACES = ['all', 'first', 'last', 'newest', 'page-end', 'page-begin', 'between', 'within'] as const;
