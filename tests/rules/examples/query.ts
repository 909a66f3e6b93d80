/** Examples of the laws on queries: three books by one author and one by another. */
import type { CaseRuleId } from '../../../src/rules/ids.ts';
import { evidence, type Sketch } from '../support.ts';
import type { CaseExample } from './example.ts';

const made = (id: number, author = 'eliot'): Sketch => ({
  method: 'POST',
  status: 201,
  sent: { author },
  body: { id, author },
});
const BOOKS = { one: made(1), two: made(2), other: made(3, 'sand') };
const listed = (...books: readonly (readonly [number, string])[]): Sketch => ({
  body: { data: books.map(([id, author]) => ({ id, author })) },
});

const asked = (author: string, ...books: readonly (readonly [number, string])[]): Sketch => ({
  ...listed(...books),
  path: `/books?author=${author}`,
});

const PLACES = { step: 'probe', records: '/data', uid: '/id', wanted: ['one', 'two'], made: '/id' } as const;

export const queryExamples = {
  'query.filtered': {
    params: {
      ...PLACES,
      first: 'one',
      others: ['other'],
      conditions: [{ parameter: 'author', sent: '/author', shown: ['/author'], match: 'equals' }],
    },
    pass: evidence({ ...BOOKS, probe: [listed([1, 'eliot']), listed([2, 'eliot'])] }),
    fail: evidence({ ...BOOKS, probe: [listed([1, 'eliot']), listed([3, 'sand'])] }),
    where: ['body records', 'body records'],
  },
  'query.narrowed': {
    params: { step: 'probe', records: '/data', parameter: 'author', shown: ['/author'], match: 'equals' },
    pass: evidence({ probe: [asked('eliot', [1, 'eliot'])] }),
    fail: evidence({ probe: [asked('eliot', [1, 'eliot'], [2, 'sand'])] }),
    where: ['body records'],
  },
  'query.several': {
    params: { one: 'one', other: 'other', both: 'both', records: '/data' },
    pass: evidence({
      one: [listed([1, 'eliot'])],
      other: [listed([2, 'sand'])],
      both: [listed([2, 'sand'], [1, 'eliot'])],
    }),
    fail: evidence({ one: [listed([1, 'eliot'])], other: [listed([2, 'sand'])], both: [listed([1, 'eliot'])] }),
    where: ['body records'],
  },
  'query.sorted': {
    params: { ...PLACES, by: '/author', descending: false },
    pass: evidence({ ...BOOKS, probe: [listed([2, 'austen']), listed([3, 'sand'], [1, 'eliot'])] }),
    fail: evidence({ ...BOOKS, probe: [listed([2, 'sand']), listed([1, 'eliot'])] }),
    where: ['body records'],
  },
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;
