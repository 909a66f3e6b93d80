/** Ways of paging that documents of real services have, each as small as it can be. */
import { expect, test } from 'vitest';
import { draftPagination } from '../../src/init/paging.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const BOOKS = { type: 'array', items: { type: 'object', properties: { id: TEXT } } };

function pages(names: readonly string[], properties: object | undefined, headers: object = {}): unknown {
  const parameters = names.map((name) => ({ name, in: 'query', schema: TEXT }));
  const schema = properties === undefined ? BOOKS : { type: 'object', properties };
  const get = {
    parameters,
    responses: { 200: { description: '', headers, content: { 'application/json': { schema } } } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths: { '/books': { get } } };
  const [operation] = parseApiDocument(JSON.stringify(document), 'books.json').operations;
  return operation === undefined ? undefined : draftPagination(operation);
}

test('a size of 0 may be asked for where the document says so', () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0 } };
  const get = {
    parameters: [{ name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } }, limit],
    responses: { 200: { description: '', content: { 'application/json': { schema: BOOKS } } } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths: { '/books': { get } } };
  const [operation] = parseApiDocument(JSON.stringify(document), 'books.json').operations;
  expect(operation === undefined ? undefined : draftPagination(operation)).toMatchObject({
    style: { ask: { offset: { query: 'offset' }, size: { query: 'limit', minimum: 0 } } },
  });
});

test.each([
  [
    'a token, which the answer names beside the records',
    pages(['pageToken', 'maxResults'], { items: BOOKS, nextPageToken: TEXT }),
    {
      style: 'cursor',
      ask: { cursor: { query: 'pageToken' }, size: { query: 'maxResults' } },
      next: { body: '/nextPageToken' },
      ends: 'absent',
    },
  ],
  [
    'a size, and an address in the metadata of the answer',
    pages(['PageSize'], { books: BOOKS, meta: { type: 'object', properties: { next_page_url: TEXT } } }),
    { style: 'link', ask: { size: { query: 'PageSize' } }, next: { body: '/meta/next_page_url' }, ends: 'absent' },
  ],
  [
    'a marker, and the next one beside the records',
    pages(['marker', 'limit'], { entries: BOOKS, next_marker: TEXT }),
    {
      style: 'cursor',
      ask: { cursor: { query: 'marker' }, size: { query: 'limit' } },
      next: { body: '/next_marker' },
      ends: 'absent',
    },
  ],
  [
    'a member that is called as the parameter is, and a flag that says it is done',
    pages(['iterator', 'limit'], { data: BOOKS, iterator: TEXT, done: FLAG }),
    {
      style: 'cursor',
      ask: { cursor: { query: 'iterator' }, size: { query: 'limit' } },
      next: { body: '/iterator' },
      ends: { flag: '/done', is: true },
    },
  ],
  [
    'a number by one letter, where links lead on',
    pages(['n'], undefined, { Link: {} }),
    { style: 'link', ask: { size: { query: 'n' } }, next: { link: 'next' }, ends: 'absent' },
  ],
  [
    'a size, and a text that leads on, which nothing that is asked for takes',
    pages(['limit', 'since'], { messages: BOOKS, paging: { type: 'object', properties: { next: TEXT } } }),
    { style: 'link', ask: { size: { query: 'limit' } }, next: { body: '/paging/next' }, ends: 'absent' },
  ],
  [
    'after the last record, as long as there are more',
    pages(['after', 'limit'], { data: BOOKS, has_more: FLAG }),
    {
      style: 'cursor',
      ask: { cursor: { query: 'after' }, size: { query: 'limit' } },
      next: { last: '/id' },
      ends: { flag: '/has_more', is: false },
    },
  ],
  [
    'after the last record, until a page is short',
    pages(['starting_after', 'amount'], { data: BOOKS }),
    {
      style: 'cursor',
      ask: { cursor: { query: 'starting_after' }, size: { query: 'amount' } },
      next: { last: '/id' },
      ends: 'short-page',
    },
  ],
  [
    'a cursor that stands in an address among links',
    pages(['page[cursor]', 'page[size]'], {
      data: BOOKS,
      links: { type: 'object', properties: { next: { type: ['string', 'null'] } } },
    }),
    {
      style: 'link',
      ask: { size: { query: 'page[size]' } },
      next: { body: '/links/next' },
      ends: 'null',
    },
  ],
  [
    'numbers, with links of the head',
    pages(['page', 'per_page'], undefined, { Link: { schema: TEXT } }),
    {
      style: 'page-number',
      ask: { page: { query: 'page' }, size: { query: 'per_page' } },
      next: { link: 'next' },
      ends: 'absent',
    },
  ],
])('pages are asked for by %s', (_way, found, style) => {
  expect(found).toEqual({ style });
});
