/** Examples of the rules that prove a requirement beyond its usual case: every member, other records, parts, limits, and the time taken. */
import type { Json } from '../../../src/plan/model.ts';
import type { CaseRuleId, PassiveRuleId } from '../../../src/rules/ids.ts';
import { evidence, exchange, operation, probe, type Sketch } from '../support.ts';
import type { CaseExample, PassiveExample } from './example.ts';

const MADE: Sketch = { method: 'POST', status: 201, body: [{ success: true, result: { books_uid: 7 } }] };
const book = (value: Json): Sketch => ({ body: { success: true, result: { book: value } } });
const listOf = (...books: readonly Json[]): Sketch => ({
  body: { success: true, result: books.map((one) => ({ book: one })) },
});
const listOfUids = (...uids: readonly number[]): Sketch => listOf(...uids.map((uid) => ({ books_uid: uid })));
const post = (sent: Json): Sketch => ({ method: 'POST', sent });
const together = (sketch: Sketch): Sketch => ({ ...sketch, together: true });
const patch = (value: Json): Sketch => ({ method: 'PATCH', sent: { book: value }, body: { success: true } });
const definition = (body: Json): Sketch => ({ path: '/openapi.json', body });

const BEFORE = book({ id: 1, title: 'Sphere', pages: 12, shelf: 'A3' });
const changed = { before: 'before', after: 'after', update: 'update', shown: '/result/book', sent: '/book' };

const LISTED = {
  create: 'create',
  read: 'read',
  list: 'list',
  uidSent: '/0/result/books_uid',
  shown: '/result/book',
  records: '/result',
  record: '/book',
  uid: '/book/books_uid',
};

const TAKEN = { statuses: [200, 201], flag: '/success' };
const made = (uid: number, value: Json): Sketch => ({
  ...post([{ book: value }]),
  status: 201,
  body: [{ success: true, result: { books_uid: uid } }],
});

const NEW: Json = { title: 'Sphere', pages: 12 };
const created = post([{ correlation_id: 'c1', book: NEW }]);

/** A definition in which adding books takes this body, and changing one takes an object that is declared once for all. */
function withForm(added: Json): Sketch {
  const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
  return definition({
    paths: {
      '/books': { post: { requestBody: json(added) } },
      '/books/{booksUid}': { get: {}, patch: { requestBody: { $ref: '#/components/requestBodies/Change' } } },
    },
    components: {
      requestBodies: { Change: json({ $ref: '#/components/schemas/Book' }) },
      schemas: { Book: { properties: {} }, Books: { type: 'array' } },
    },
  });
}

export const provenExamples = {
  'definition.document': {
    params: { step: 'probe' },
    pass: probe(
      definition({ openapi: '3.1.0', info: { title: 'Library', version: '1.0.0' }, paths: {}, 'x-owner': 'library' }),
    ),
    fail: probe(definition({ openapi: '2.0', info: { title: '' }, paths: [], definitions: {} })),
    where: ['body#/openapi', 'body#/info/title', 'body#/info/version', 'body#/paths', 'body#/definitions'],
  },
  'definition.request-forms': {
    params: {
      step: 'probe',
      operations: [
        { method: 'POST', path: '/books', form: 'array' },
        { method: 'PATCH', path: '/books/{id}', form: 'object' },
      ],
    },
    pass: probe(withForm({ $ref: '#/components/schemas/Books' })),
    fail: probe(withForm({ $ref: '#/components/schemas/Book' })),
    where: ['body#/paths POST /books'],
  },
  'lifecycle.nothing-added': {
    params: {
      written: 'create',
      read: 'read',
      sent: '/0/book',
      shown: '/result/book',
      own: ['books_uid'],
      nullable: ['signed'],
      known: ['books_uid', 'title', 'pages', 'authors', 'signed', 'shelf'],
    },
    pass: evidence({
      create: created,
      read: book({ books_uid: 7, title: 'Sphere', pages: 12, authors: [], signed: null, links: {} }),
    }),
    fail: evidence({
      create: created,
      read: book({ books_uid: 7, title: 'Sphere', pages: 12, authors: [], shelf: null }),
    }),
    where: ['body#/result/book/shelf'],
  },
  'lifecycle.stored-once': {
    params: {
      created: 'create',
      before: 'before',
      list: 'list',
      sent: '/0/book',
      records: '/result',
      record: '/book',
      skip: [],
    },
    // The place has a record of its own that looks like the new one.
    pass: evidence({
      create: created,
      before: listOf({ books_uid: 6, title: 'Sphere', pages: 12 }),
      list: listOf({ books_uid: 6, title: 'Sphere', pages: 12 }, { books_uid: 7, title: 'Sphere', pages: 12 }),
    }),
    fail: evidence({
      create: created,
      before: listOf(),
      list: listOf({ books_uid: 7, title: 'Sphere', pages: 12 }, { books_uid: 8, title: 'Sphere', pages: 12 }),
    }),
    where: ['body#/result'],
  },
  'page.total-grown': {
    params: { before: 'before', after: 'after', added: 2, total: { header: 'page-total', counts: 'pages' } },
    pass: evidence({ before: { headers: { 'page-total': '3' } }, after: { headers: { 'page-total': '5' } } }),
    fail: evidence({ before: { headers: { 'page-total': '3' } }, after: { headers: { 'page-total': '3' } } }),
    where: ['header page-total'],
  },
  'lifecycle.made-apart': {
    params: { create: 'create', other: 'other', made: '/0/result/books_uid' },
    pass: evidence({ create: MADE, other: { ...MADE, body: [{ success: true, result: { books_uid: 8 } }] } }),
    fail: evidence({ create: MADE, other: MADE }),
    where: ['body#/0/result/books_uid'],
  },
  'lifecycle.listed-as-read': {
    params: LISTED,
    // A list that shows less is not wrong.
    pass: evidence({
      create: MADE,
      read: book({ books_uid: 7, title: 'Cube', pages: 12 }),
      list: listOf({ books_uid: 6, title: 'Sphere' }, { books_uid: 7, title: 'Cube' }),
    }),
    fail: evidence({
      create: MADE,
      read: book({ books_uid: 7, title: 'Cube', pages: 12 }),
      list: listOf({ books_uid: 6, title: 'Cube' }, { books_uid: 7, title: 'Sphere', pages: 12 }),
    }),
    where: ['body#/result/1/book/title'],
  },
  'lifecycle.listed-whole': {
    params: LISTED,
    // What it shows otherwise is for another rule.
    pass: evidence({
      create: MADE,
      read: book({ books_uid: 7, title: 'Cube', pages: 12 }),
      list: listOf({ books_uid: 6, title: 'Sphere' }, { books_uid: 7, title: 'Sphere', pages: 12 }),
    }),
    fail: evidence({
      create: MADE,
      read: book({ books_uid: 7, title: 'Cube', pages: 12 }),
      list: listOf({ books_uid: 6, title: 'Sphere', pages: 12 }, { books_uid: 7, title: 'Cube' }),
    }),
    where: ['body#/result/1/book/pages'],
  },
  'lifecycle.list-order': {
    params: { list: 'list', records: '/result', uid: '/book/books_uid' },
    // As texts, 10 would come before 9.
    pass: evidence({ list: listOfUids(8, 9, 10) }),
    fail: evidence({ list: listOfUids(8, 10, 9) }),
    where: ['body#/result/2/book/books_uid'],
  },
  'lifecycle.updates-at-once': {
    params: { one: 'one', other: 'other', read: 'read', sent: '/book', shown: '/result/book', success: TAKEN },
    pass: evidence({
      one: together(patch({ title: 'Cube' })),
      other: together(patch({ pages: 13 })),
      read: book({ title: 'Cube', pages: 13 }),
    }),
    fail: evidence({
      one: together(patch({ title: 'Cube' })),
      other: together(patch({ pages: 13 })),
      read: book({ title: 'Sphere', pages: 13 }),
    }),
    where: ['body#/result/book/title'],
  },
  'lifecycle.creates-at-once': {
    params: {
      one: 'one',
      other: 'other',
      'one-read': 'one-read',
      'other-read': 'other-read',
      made: '/0/result/books_uid',
      sent: '/0/book',
      shown: '/result/book',
      skip: [],
      success: TAKEN,
    },
    pass: evidence({
      one: together(made(7, { title: 'Sphere' })),
      other: together(made(8, { title: 'Cube' })),
      'one-read': book({ title: 'Sphere' }),
      'other-read': book({ title: 'Cube' }),
    }),
    fail: evidence({
      one: together(made(7, { title: 'Sphere' })),
      other: together(made(8, { title: 'Cube' })),
      'one-read': { status: 404, body: { success: false } },
      'other-read': book({ title: 'Sphere' }),
    }),
    where: ['status', 'body#/result/book/title'],
  },
  'lifecycle.key-at-once': {
    params: { one: 'one', other: 'other', success: TAKEN },
    pass: evidence({ one: together(made(7, NEW)), other: together({ status: 409, body: { success: false } }) }),
    fail: evidence({ one: made(7, NEW), other: made(8, NEW) }),
    where: ['status'],
  },
  'lifecycle.read-at-once': {
    params: { first: 'first', second: 'second', reads: 'reads', after: 'after', shown: '/result/book' },
    // What differs of itself is not compared: from read to read, or a second later.
    pass: evidence({
      first: book({ id: 1, times: 1, at: 7 }),
      second: book({ id: 1, times: 2, at: 7 }),
      reads: [book({ id: 1, times: 3, at: 7 }), book({ id: 1, times: 3, at: 8 })],
      after: book({ id: 1, times: 4, at: 8 }),
    }),
    fail: evidence({
      first: book({ id: 1, times: 1 }),
      second: book({ id: 1, times: 2 }),
      reads: [book({ id: 1, times: 3 }), book({ id: 2, times: 3 })],
      after: book({ id: 1, times: 4 }),
    }),
    where: ['body#/result/book/id'],
  },
  'lifecycle.same-record': {
    params: {
      created: 'created',
      read: 'read',
      'other-created': 'other-created',
      'other-read': 'other-read',
      made: '/id',
      shown: '/result/book/id',
    },
    pass: evidence({
      created: { method: 'POST', status: 201, body: { id: 1 } },
      'other-created': { method: 'POST', status: 201, body: { id: 2 } },
      'other-read': book({ id: '2' }),
      read: book({ id: 1 }),
    }),
    fail: evidence({
      created: { method: 'POST', status: 201, body: { id: 1 } },
      'other-created': { method: 'POST', status: 201, body: { id: 2 } },
      'other-read': book({ id: 2 }),
      read: book({ id: 2 }),
    }),
    where: ['body#/result/book/id'],
  },
  'lifecycle.others-kept': {
    params: { before: 'before', after: 'after', shown: '/result/book' },
    pass: evidence({ before: BEFORE, after: book({ shelf: 'A3', pages: 12, title: 'Sphere', id: 1 }) }),
    fail: evidence({ before: BEFORE, after: book({ id: 1, title: 'Ball', pages: 12, shelf: 'A3' }) }),
    where: ['body#/result/book/title'],
  },
  'lifecycle.refused-untouched': {
    params: {
      before: 'before',
      refused: 'refused',
      after: 'after',
      shown: '/result/book',
      success: { statuses: [200] },
    },
    pass: evidence({ before: BEFORE, refused: { method: 'PATCH', status: 401 }, after: BEFORE }),
    fail: evidence({
      before: BEFORE,
      refused: { method: 'PATCH', status: 401 },
      after: book({ id: 1, title: 'Ball', pages: 12, shelf: 'A3' }),
    }),
    where: ['body#/result/book/title'],
  },
} as const satisfies Readonly<Partial<Record<CaseRuleId, CaseExample>>>;

export const provenAnswers = {
  'http.in-time': {
    operation: operation({ budgetMs: 500 }),
    pass: { ...exchange(), durationMs: 500 },
    fail: { ...exchange(), durationMs: 501 },
    where: ['exchange'],
  },
} as const satisfies Readonly<Partial<Record<PassiveRuleId, PassiveExample>>>;

/** Rows that are judged as these are. */
export const provenRows = {
  'access.list-apart': {
    params: {
      created: 'create',
      list: 'stranger',
      uidSent: '/0/result/books_uid',
      records: '/result',
      uid: '/book/books_uid',
      wanted: false,
    },
    pass: evidence({ create: MADE, stranger: listOfUids(6) }),
    fail: evidence({ create: MADE, stranger: listOfUids(6, 7) }),
    where: ['body#/result'],
  },
  'input.no-trace-listed': {
    params: { sent: 'create', list: 'list', records: '/result', value: '/0/book/isbn', shown: '/book/isbn' },
    pass: evidence({ create: { ...post([{ book: { isbn: 'a1' } }]), status: 422 }, list: listOf({ isbn: 'a0' }) }),
    fail: evidence({
      create: { ...post([{ book: { isbn: 'a1' } }]), status: 422 },
      list: listOf({ isbn: 'a0' }, { isbn: 'a1' }),
    }),
    where: ['body#/result'],
  },
  'lifecycle.update-each': {
    params: changed,
    pass: evidence({
      before: BEFORE,
      update: patch({ title: 'Ball', pages: 13 }),
      after: book({ id: 1, title: 'Ball', pages: 13, shelf: 'A3' }),
    }),
    fail: evidence({
      before: BEFORE,
      update: patch({ title: 'Ball', pages: 13 }),
      after: book({ id: 1, title: 'Ball', pages: 12, shelf: 'A3' }),
    }),
    where: ['body#/result/book/pages'],
  },
  'lifecycle.clear-each': {
    params: changed,
    pass: evidence({
      before: BEFORE,
      update: patch({ pages: null, shelf: null }),
      after: book({ id: 1, title: 'Sphere' }),
    }),
    fail: evidence({
      before: BEFORE,
      update: patch({ pages: null, shelf: null }),
      after: book({ id: 1, title: 'Sphere', shelf: 'A3' }),
    }),
    where: ['body#/result/book/shelf'],
  },
} as const satisfies Readonly<Record<string, CaseExample>>;
