/** What can be wrong with the library of the examples, as a change of its source, and the checks that have to notice, below `library/books/`. */
import type { SourceChange, SourceFault } from './stage.ts';

const CURSOR = 'data: all.slice(start, end), next_cursor';
const PAGES = 'all.slice((page - 1) * size, page * size)';
const OFFSETS = 'books: all.slice(start, start + size)';
const LINKS = 'json(all.slice(start, end), { link';
const styles = {
  list: [CURSOR, (from: string, to: string) => `data: all.slice(${from}, ${to}), next_cursor`],
  'by-page': [
    PAGES,
    (from: string, to: string) => `all.slice(...((start, end) => [${from}, ${to}])((page - 1) * size, page * size))`,
  ],
  'by-offset': [
    OFFSETS,
    (from: string, to: string) => `books: all.slice(${from}, ${to.replace('end', 'start + size')})`,
  ],
  'by-link': [LINKS, (from: string, to: string) => `json(all.slice(${from}, ${to}), { link`],
} as const;

/** The same mistake in each of the styles. */
function everywhere(name: string, from: string, to: string, noticed: string): readonly SourceFault[] {
  return Object.entries(styles).map(([list, [text, written]]) => ({
    name: `${name} (${list})`,
    from: text,
    to: written(from, to),
    noticed: [`${list}/${noticed}`],
  }));
}

export const LIBRARY_FAULTS: readonly SourceFault[] = [
  {
    name: 'a book that was added is shown without who wrote it',
    from: 'json(shown({ id, ...record }), { location',
    to: 'json((({ author, ...rest }) => (rest.shelf === undefined ? { author, ...rest } : shown(rest)))({ id, ...record }), { location',
    noticed: ['create/lifecycle.create-answered'],
  },
  {
    name: 'of several authors the first counts',
    from: "query.getAll('authors')",
    to: "query.getAll('authors').slice(0, 1)",
    noticed: ['by-page/query.several-paged/authors'],
  },
  {
    name: 'of several authors the second counts after the first page alone',
    from: "query.getAll('authors')",
    to: "query.getAll('authors').slice(Number(query.get('page') ?? 1) > 1 ? 1 : 0)",
    noticed: ['by-page/query.several-paged/authors'],
  },
  {
    name: 'a list with two styles counts its pages from 0',
    from: "(number(query, 'page', 1, 1) - 1) * size",
    to: "number(query, 'page', 1, 1) * size",
    noticed: ['by-offset-by-number/page.walk-complete/11'],
  },
  {
    name: 'of two styles of a list one is not there',
    from: "query.has('page') ? (number",
    to: "query.has('sheet') ? (number",
    noticed: ['by-offset-by-number/page.no-duplicates/11', 'by-offset-by-number/page.refused/page-abc'],
  },
  {
    name: 'every sheet is the first',
    from: 'books.slice((sheet - 1) * SHEET, sheet * SHEET)',
    to: 'books.slice(0, SHEET)',
    noticed: ['by-sheet/page.no-duplicates/11'],
  },
  {
    name: 'a sheet begins where the one before it ends too',
    from: 'books.slice((sheet - 1) * SHEET, sheet * SHEET)',
    to: 'books.slice((sheet - 1) * (SHEET - 1), (sheet - 1) * (SHEET - 1) + SHEET)',
    noticed: ['by-sheet/page.no-duplicates/11'],
  },
  {
    name: 'what is no sheet is the first',
    from: "if (!/^[1-9]\\d{0,8}$/.test(sheet)) throw refusal(400, 'There is no such sheet', { parameter: 'sheet' });",
    to: 'if (!/^[1-9]\\d{0,8}$/.test(sheet)) return json(books.slice(0, SHEET));',
    noticed: ['by-sheet/page.refused/page-abc', 'by-sheet/page.refused/page-0'],
  },
  ...everywhere(
    'a record is lost at the boundary of two pages',
    'start === 0 ? 0 : start + 1',
    'end',
    'page.walk-complete/15',
  ),
  ...everywhere(
    'a record comes twice, at the boundary of two pages',
    'start === 0 ? 0 : start - 1',
    'end',
    'page.no-duplicates/15',
  ),
  ...everywhere('a page has one record more than was asked for', 'start', 'end + 1', 'page.size/15'),
  {
    name: 'what is made is answered with 200 and another place',
    from: '{ location: `/${place}/${id}` }, 201)',
    to: '{ location: `/${place}/?id=${id}` }, 200)',
    noticed: ['create/outcome.status/listed-as-made', 'create/header.matches/listed-as-made'],
  },
  {
    name: 'identifiers begin with a letter',
    from: "String((last += 1)).padStart(8, '0')",
    to: "`b${String((last += 1)).padStart(7, '0')}`",
    noticed: ['create/body.matches/listed-as-made'],
  },
  {
    name: 'a book is listed twice and without its author, and the cursor is a number',
    from: 'data: all.slice(start, end), next_cursor: end < all.length ? `after-${end}` : null',
    to: 'data: [...all, ...all].map(({ author: _, ...book }) => book), next_cursor: 0',
    noticed: [
      'create/body.distinct/listed-as-made',
      'create/body.each/listed-as-made',
      'create/body.schema/listed-as-made',
    ],
  },
  {
    name: 'a new book is not listed',
    from: 'let found = [...books];',
    to: 'let found = books.slice(0, -1);',
    noticed: ['create/body.includes/listed-as-made'],
  },
  {
    name: 'a book that there is not is made up',
    from: "if (first !== 'books' || !books.has(id)",
    to: "if (first === 'books' && !books.has(id)) return one(new Map([[id, { id: '00000000', title: 'a', author: 'b' }]]), id, () => ({ status: 204 }));\n    if (first !== 'books'",
    noticed: ['read/lifecycle.unknown-id', 'read/lifecycle.malformed-id', 'delete/lifecycle.unknown-id'],
  },
  {
    name: 'the list of a shelf that there is not is empty',
    from: "if (first === 'shelves' && shelves.has(id) && list !== 'sheets' && Object.hasOwn(LISTS, list))",
    to: "if (first === 'shelves' && list !== 'sheets' && Object.hasOwn(LISTS, list))",
    noticed: ['list/lifecycle.unknown-id', 'by-page/lifecycle.unknown-id'],
  },
  {
    name: 'the cap is ignored',
    from: "Math.min(number(query, 'limit', USUAL, 1), MOST)",
    to: "number(query, 'limit', USUAL, 1)",
    noticed: ['list/page.cap/over', 'by-page/page.cap/over', 'by-offset/page.cap/over', 'by-link/page.cap/over'],
  },
  {
    name: 'a size over the cap is refused where it should be served with the cap',
    from: "Math.min(number(query, 'limit', USUAL, 1), MOST)",
    to: "number(new URLSearchParams(Number(query.get('limit')) > MOST ? { limit: 'x' } : query), 'limit', USUAL, 1)",
    noticed: ['list/page.clamped', 'by-link/page.clamped'],
  },
  {
    name: 'another number of records comes where no size is asked for',
    from: 'const USUAL = 5',
    to: 'const USUAL = 4',
    noticed: ['list/page.not-enabled/5', 'by-page/page.not-enabled/5'],
  },
  {
    name: 'a size that is no positive number is taken',
    from: '|| Number(text) < least) throw refused(',
    to: "|| (name !== 'limit' && Number(text) < least)) throw refused(",
    noticed: ['list/page.refused/size-0', 'by-offset/page.refused/size--1', 'list/query.wrong/limit/minimum'],
  },
  {
    name: 'what is no number is taken for the usual one',
    from: 'if (!/^-?\\d+$/.test(text) ||',
    to: 'if (Number.isNaN(Number(text))) return usual;\n  if (',
    noticed: ['list/query.wrong/limit/type', 'by-page/page.refused/page-abc', 'by-offset/page.refused/page-abc'],
  },
  {
    name: 'what is no cursor begins at the beginning',
    from: '?.[1] ?? Number.NaN',
    to: '?.[1] ?? 0',
    noticed: ['list/page.refused/page-no-such-cursor'],
  },
  {
    name: 'the newest book comes first',
    from: 'let found = [...books];',
    to: 'let found = [...books].reverse();',
    noticed: ['list/page.order/15', 'by-page/page.order/15', 'by-offset/page.order/15', 'by-link/page.order/15'],
  },
  {
    name: 'there is a next cursor for ever',
    from: 'next_cursor: end < all.length ? `after-${end}` : null',
    to: 'next_cursor: `after-${Math.min(end, all.length)}`',
    noticed: ['list/page.next/15'],
  },
  {
    name: 'the end shows too early',
    from: 'next_cursor: end < all.length ?',
    to: 'next_cursor: end + 1 < all.length ?',
    noticed: ['list/page.walk-complete/15'],
  },
  {
    name: 'there is no link to the next page',
    from: 'if (end < all.length) to.next = end;',
    to: '',
    noticed: ['by-link/page.walk-complete/15'],
  },
  {
    name: 'there is always a link to the next page',
    from: 'if (end < all.length) to.next = end;',
    to: 'to.next = Math.min(end, all.length);',
    noticed: ['by-link/page.next/15'],
  },
  {
    name: 'the next link is that of this page',
    from: 'to.next = end;',
    to: 'to.next = start;',
    noticed: ['by-link/page.walk-complete/15'],
  },
  {
    name: 'the number of pages is wrong',
    from: 'pages: Math.ceil(all.length / size)',
    to: 'pages: Math.floor(all.length / size)',
    noticed: ['by-page/page.total/15', 'by-page/page.total-scaled'],
  },
  {
    name: 'a page says that it is another one',
    from: 'json({ page, pages:',
    to: 'json({ page: page - 1, pages:',
    noticed: ['by-page/page.headers/15'],
  },
  {
    name: 'the total is that of all shelves',
    from: 'total: all.length',
    to: 'total: all.length + 1',
    noticed: ['by-offset/page.total/15'],
  },
  {
    name: 'the total is that of the page',
    from: 'total: all.length',
    to: 'total: Math.min(size, all.length - start)',
    noticed: ['by-offset/page.total-scaled', 'by-offset/page.walk-complete/15'],
  },
  {
    name: 'past the end the last page comes again',
    from: PAGES,
    to: 'all.slice(Math.min((page - 1) * size, Math.max(0, all.length - 1)), page * size)',
    noticed: ['by-page/page.beyond-the-end'],
  },
  {
    name: 'the links have the name that only the service knows',
    from: '`<${address(from)}>;',
    to: '`<http://library.internal${address(from)}>;',
    noticed: ['by-link/page.linked/15'],
  },
  {
    name: 'the links drop the filter',
    from: '{ ...Object.fromEntries(query), from }',
    to: "{ limit: query.get('limit') ?? USUAL, from }",
    noticed: ['by-link/query.filtered/author'],
  },
  {
    name: 'a cursor forgets the filter',
    from: "[chosen(books, query, 'cursor'), sizeOf(query)",
    to: "[query.has('cursor') ? [...books] : chosen(books, query, 'cursor'), sizeOf(query)",
    noticed: ['list/query.filtered/author', 'list/query.searched/q', 'list/query.together'],
  },
  {
    name: 'the previous page is this one',
    from: 'to.prev = Math.max(0, start - size)',
    to: 'to.prev = start',
    noticed: ['by-link/page.leads'],
  },
  { name: 'the first page is the second', from: '{ first: 0,', to: '{ first: size,', noticed: ['by-link/page.leads'] },
  {
    name: 'the last page is one past the end',
    from: 'Math.ceil(all.length / size) - 1)',
    to: 'Math.ceil(all.length / size))',
    noticed: ['by-link/page.leads'],
  },
  {
    name: 'the filter is ignored',
    from: 'if (author !== null) found',
    to: 'if (author === undefined) found',
    noticed: ['list/query.filtered/author', 'by-link/query.filtered/author', 'list/query.together'],
  },
  {
    name: 'the filter hides a book',
    from: 'book.author === author);',
    to: 'book.author === author).slice(1);',
    noticed: ['list/query.filtered/author'],
  },
  {
    name: 'of two parameters one is forgotten',
    from: 'if (q !== null) found',
    to: 'if (q !== null && author === null) found',
    noticed: ['list/query.together'],
  },
  {
    name: 'what is sorted is not filtered',
    from: 'if (author !== null) found',
    to: 'if (author !== null && sort === null) found',
    noticed: ['list/query.beside-sorted/author/title', 'list/query.beside-sorted/author/-title'],
  },
  {
    name: 'what is sorted is not searched',
    from: 'if (q !== null) found',
    to: 'if (q !== null && sort === null) found',
    noticed: ['list/query.beside-sorted/q/title', 'list/query.beside-sorted/q/-title'],
  },
  {
    name: 'the filter is lost beside a parameter that there is not',
    from: 'if (author !== null) found',
    to: 'if (author !== null && odd === undefined) found',
    noticed: ['by-link/query.beside-unknown/author'],
  },
  {
    name: 'the search is ignored',
    from: 'if (q !== null) found',
    to: 'if (q === undefined) found',
    noticed: ['list/query.searched/q'],
  },
  {
    name: 'the order is ignored',
    from: 'if (sort !== null) found.sort(',
    to: 'if (sort === undefined) found.sort(',
    noticed: ['list/query.sorted/sort/title', 'list/query.sorted/sort/-title'],
  },
  {
    name: 'there is one order alone',
    from: "(sort === 'title' ? 1 : -1)",
    to: '1',
    noticed: ['list/query.sorted/sort/-title'],
  },
  {
    name: 'an order that there is not is taken',
    from: "if (!['title', '-title', null].includes(sort)) throw refused('sort', 'title or -title');",
    to: '',
    noticed: ['list/query.wrong/sort/values'],
  },
  {
    name: 'a declared order is refused',
    from: "['title', '-title', null]",
    to: "['title', null]",
    noticed: ['list/query.accepted/sort/-title'],
  },
  {
    name: 'a parameter that there is not is ignored',
    from: "if (odd !== undefined && !paging.includes('from')) throw refused(odd, 'there is no such parameter');",
    to: '',
    noticed: ['list/query.unknown-refused'],
  },
];

/** What another library may rightly do: nothing is red. */
export const LIBRARY_VARIANTS: readonly SourceChange[] = [
  {
    name: 'the last cursor leads to an empty page',
    from: 'next_cursor: end < all.length ?',
    to: 'next_cursor: end < all.length + size ?',
  },
  {
    name: 'the links are whole addresses',
    from: '`<${address(from)}>; rel="${rel}"`',
    to: '`<http://127.0.0.1:8080${address(from)}>; title="a, b"; rel="${rel} up"`',
  },
  {
    name: 'cursors say more than they need to',
    from: '`after-${end}` : null',
    to: '`after-${String(end).padStart(40, "0")}` : null',
  },
];
