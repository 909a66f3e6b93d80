/** Examples of the rules about the life of a record. */
import type { Json } from '../../../src/plan/model.ts';
import type { CaseRuleId } from '../../../src/rules/ids.ts';
import { evidence, type Sketch, SUCCESS } from '../support.ts';
import type { CaseExample } from './example.ts';

const MADE: Sketch = { method: 'POST', status: 201, body: [{ success: true, result: { books_uid: 7 } }] };
const listOf = (...uids: readonly Json[]): Sketch => ({
  body: { success: true, result: uids.map((uid) => ({ book: { books_uid: uid } })) },
});
const listed = (wanted: boolean): CaseExample['params'] => ({
  created: 'create',
  list: 'list',
  uidSent: '/0/result/books_uid',
  records: '/result',
  uid: '/book/books_uid',
  wanted,
});
const changed = { before: 'before', after: 'after', update: 'update', shown: '/result/book', sent: '/book' };
const shown = (book: Json): Sketch => ({ body: { success: true, result: { book } } });
const BEFORE = shown({ id: 1, title: 'Sphere', pages: 12 });
const batch = (...ids: readonly string[]): Json => ids.map((id) => ({ correlation_id: id, success: true }));

const RENAMED: Sketch = { method: 'PATCH', sent: { book: { title: 'Ball' } } };
const titled = (...books: readonly (readonly [title: string, uid: number])[]): Sketch => ({
  body: { success: true, result: books.map(([title, uid]) => ({ book: { title, books_uid: uid } })) },
});

export const lifecycleExamples = {
  'lifecycle.listed': {
    params: listed(true),
    pass: evidence({ create: MADE, list: listOf(6, 7) }),
    fail: evidence({ create: MADE, list: listOf(6, '7') }),
    where: ['body#/result'],
  },
  'lifecycle.listed-once': {
    params: {
      created: 'create',
      list: 'list',
      uidSent: '/0/result/books_uid',
      records: '/result',
      uid: '/book/books_uid',
    },
    pass: evidence({ create: MADE, list: listOf(6, 7) }),
    fail: evidence({ create: MADE, list: listOf(6, 7, 7) }),
    where: ['body#/result'],
  },
  'lifecycle.update-only-named': {
    params: changed,
    pass: evidence({
      before: BEFORE,
      update: { method: 'PATCH', sent: { book: { title: 'Ball' } } },
      after: shown({ pages: 12, id: 1, title: 'Ball' }),
    }),
    fail: evidence({
      before: BEFORE,
      update: { method: 'PATCH', sent: { book: { title: 'Ball' } } },
      after: shown({ id: 1, title: 'Sphere', updated: true }),
    }),
    where: ['body#/result/book/pages', 'body#/result/book/title', 'body#/result/book/updated'],
  },
  'lifecycle.update-alone': {
    params: { ...changed, own: ['updated'], success: SUCCESS },
    pass: evidence({
      before: BEFORE,
      update: { method: 'PATCH', sent: { book: { title: 'Ball' } }, body: { success: true } },
      after: shown({ pages: 12, id: 1, title: 'Sphere', updated: true }),
    }),
    fail: evidence({
      before: BEFORE,
      update: { method: 'PATCH', sent: { book: { title: 'Ball' } }, body: { success: true } },
      after: shown({ id: 1, title: 'Ball', shelf: 'B' }),
    }),
    where: ['body#/result/book/pages', 'body#/result/book/shelf'],
  },
  'lifecycle.inner-correlation': {
    params: { step: 'create', member: 'id', sent: '/shelf/books/0', shown: '/books/0' },
    pass: evidence({ create: { sent: { shelf: { books: [{ id: 'b' }] } }, body: { id: 'a', books: [{ id: 'b' }] } } }),
    fail: evidence({ create: { sent: { shelf: { books: [{ id: 'b' }] } }, body: { id: 'a', books: [{ id: 'a' }] } } }),
    where: ['body#/books/0/id'],
  },
  'lifecycle.correlation-echoed': {
    params: { step: 'create', member: 'correlation_id' },
    pass: evidence({
      create: {
        method: 'POST',
        sent: { correlation_id: 'c1', book: {} },
        body: { success: true, correlation_id: 'c1' },
      },
    }),
    fail: evidence({ create: { method: 'POST', sent: { correlation_id: 'c1', book: {} }, body: { success: true } } }),
    where: ['body correlation_id'],
  },
  'lifecycle.batch-alike': {
    params: { step: 'batch', flag: '/success' },
    pass: evidence({
      batch: {
        method: 'POST',
        body: [
          { success: true, id: 1 },
          { success: true, id: 2 },
        ],
      },
    }),
    fail: evidence({
      batch: {
        method: 'POST',
        body: [
          { success: true, messages: [{ code: '1' }] },
          { success: true, result: { id: 2 } },
        ],
      },
    }),
    where: ['body#/1/messages', 'body#/1/result'],
  },
  'lifecycle.batch-independent': {
    params: { step: 'batch', flag: '/success', wanted: [true, false, true] },
    pass: evidence({ batch: { method: 'POST', body: [{ success: true }, { success: false }, { success: true }] } }),
    fail: evidence({ batch: { method: 'POST', body: [{ success: true }, { success: false }, { success: false }] } }),
    where: ['body /success'],
  },
  'lifecycle.update-makes-none': {
    params: {
      create: 'create',
      update: 'update',
      list: 'list',
      uidSent: '/0/result/books_uid',
      sent: '/book',
      records: '/result',
      record: '/book',
      uid: '/book/books_uid',
    },
    pass: evidence({ create: MADE, update: RENAMED, list: titled(['Cube', 6], ['Ball', 7]) }),
    fail: evidence({ create: MADE, update: RENAMED, list: titled(['Cube', 7], ['Ball', 8]) }),
    where: ['body#/result/1'],
  },
  'lifecycle.empties': {
    params: { before: 'before', read: 'read', members: ['channels'], shown: '' },
    pass: evidence({ before: { body: { channels: [{}] } }, read: { body: { name: 'x', channels: [] } } }),
    fail: evidence({ before: { body: { channels: [{}] } }, read: { body: { name: 'x', channels: [{}] } } }),
    where: ['body#/channels'],
  },
  'lifecycle.marked': {
    params: { before: 'before', read: 'read', shown: '', mark: { at: '/state', is: 'ENDED' } },
    pass: evidence({ before: { body: { state: 'OPEN' } }, read: { body: { state: 'ENDED' } } }),
    fail: evidence({ before: { body: { state: 'OPEN' } }, read: { body: { state: 'OPEN' } } }),
    where: ['body#/state'],
  },
  'input.no-trace': {
    params: { list: 'list', before: 'before', records: '/result', count: 0 },
    // The place has a record of its own.
    pass: evidence({ before: listOf(1), list: listOf(1) }),
    fail: evidence({ before: listOf(1), list: listOf(1, 2) }),
    where: ['body#/result'],
  },
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;

/** Rows that are judged as these are. */
export const lifecycleRows = {
  'lifecycle.not-listed': {
    params: listed(false),
    pass: evidence({ create: MADE, list: listOf(6) }),
    fail: evidence({ create: MADE, list: listOf(6, 7) }),
    where: ['body#/result'],
  },
  'lifecycle.update-clear': {
    params: changed,
    pass: evidence({
      before: BEFORE,
      update: { method: 'PATCH', sent: { book: { pages: null } } },
      after: shown({ id: 1, title: 'Sphere' }),
    }),
    fail: evidence({
      before: BEFORE,
      update: { method: 'PATCH', sent: { book: { pages: null } } },
      after: shown({ id: 1, title: 'Sphere', pages: null }),
    }),
    where: ['body#/result/book/pages'],
  },
  'lifecycle.empties-only': {
    params: { before: 'before', after: 'after', shown: '/result/book', skip: ['pages'] },
    pass: evidence({ before: BEFORE, after: shown({ id: 1, title: 'Sphere' }) }),
    fail: evidence({ before: BEFORE, after: shown({ id: 1 }) }),
    where: ['body#/result/book/title'],
  },
  'lifecycle.batch-order': {
    params: { step: 'batch', member: 'correlation_id' },
    pass: evidence({ batch: { method: 'POST', sent: batch('a', 'b', 'c'), body: batch('a', 'b', 'c') } }),
    fail: evidence({ batch: { method: 'POST', sent: batch('a', 'b', 'c'), body: batch('a', 'c', 'b') } }),
    where: ['body correlation_id'],
  },
} as const satisfies Readonly<Record<string, CaseExample>>;
