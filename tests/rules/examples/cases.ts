/** Examples of the case rules whose words differ from rule to rule, and whose evidence is more than one refusal. */
import type { CaseEvidence } from '../../../src/model/exchange.ts';
import type { Json } from '../../../src/plan/model.ts';
import type { CaseRuleId } from '../../../src/rules/ids.ts';
import { evidence, FLAGGED, probe, problem, PROBLEM_SCHEMA, type Sketch, SUCCESS } from '../support.ts';
import type { CaseExample } from './example.ts';

const REFUSED: Sketch = { status: 400, body: problem('refused', 'It is refused.') };
const ABSENT: Sketch = { status: 404, body: problem('not_found', 'There is no such record.') };
const book = (value: Json): Sketch => ({ body: { success: true, result: { book: value } } });
const total = (text: string): Sketch => ({ headers: { 'page-total': text } });
const listOf = (...uids: readonly number[]): Sketch => ({
  body: { success: true, result: uids.map((uid) => ({ book: { books_uid: uid } })) },
});
const BATCH: Sketch = {
  method: 'POST',
  sent: ['a', null, 'c'].map((code) => ({ book: { code } })),
  body: [7, 0, 9].map((uid) => ({ success: uid > 0, result: { books_uid: uid } })),
};
const FILLED: Sketch = {
  method: 'POST',
  status: 201,
  body: [5, 6, 7, 8].map((uid) => ({ success: true, result: { books_uid: uid } })),
};
const steady = (pages: readonly Sketch[], removed: number): CaseEvidence =>
  evidence({
    fill: FILLED,
    ...Object.fromEntries(pages.map((page, index) => [`page-${index + 1}`, page])),
    ...(removed === 0 ? { add: { method: 'POST', status: 201 } } : { remove: { method: 'DELETE' } }),
  });
const steadyParams = (more: object): CaseExample['params'] => ({
  pages: ['page-1', 'page-2', 'page-3'],
  records: '/result',
  uid: '/book/books_uid',
  filled: 'fill',
  filledUid: '/result/books_uid',
  ...more,
});
const CUBE: Sketch = { headers: { etag: '"a"' }, body: { title: 'Cube' } };
const CONE: Sketch = { headers: { etag: '"b"' }, body: { title: 'Cone' } };
const PATCH: Sketch = { method: 'PATCH', body: { success: true } };

const location = {
  created: 'create',
  followed: 'followed',
  known: 'known',
  made: '/0/result/books_uid',
  shown: '/result/book/books_uid',
  success: FLAGGED,
};
const MADE: Sketch = {
  method: 'POST',
  status: 201,
  body: [{ success: true, result: { books_uid: 7 } }],
  headers: { location: '/books/7' },
};

export const ownCaseExamples = {
  'lifecycle.location-leads': {
    params: location,
    pass: evidence({ create: MADE, followed: book({ books_uid: 7 }) }),
    fail: evidence({ create: MADE, followed: book({ books_uid: 8 }) }),
    where: ['body#/result/book/books_uid'],
  },
  'lifecycle.batch-readable': {
    params: {
      batch: 'batch',
      reads: ['read-0', 'read-2'],
      places: [0, 2],
      sent: '/0/book',
      shown: '/result/book',
      skip: [],
      success: FLAGGED,
    },
    pass: evidence({ batch: BATCH, 'read-0': book({ code: 'a' }), 'read-2': book({ code: 'other' }) }),
    fail: evidence({ batch: BATCH, 'read-0': book({ code: 'c' }), 'read-2': ABSENT }),
    where: ['body#/result/book/code', 'status'],
  },
  'lifecycle.update-atomic': {
    params: { before: 'before', update: 'update', after: 'after', member: '/result/book/title', success: FLAGGED },
    pass: evidence({
      before: book({ title: 'Sphere', pages: 12 }),
      update: REFUSED,
      after: book({ pages: 13, title: 'Sphere' }),
    }),
    fail: evidence({
      before: book({ title: 'Sphere', pages: 12 }),
      update: REFUSED,
      after: book({ title: 'Changed', pages: 12 }),
    }),
    where: ['body#/result/book/title'],
  },
  'lifecycle.concurrent-writes': {
    params: {
      writes: 'writes',
      read: 'read',
      members: ['title', 'author'],
      sent: '/book',
      shown: '/result/book',
      success: FLAGGED,
    },
    pass: evidence({
      writes: [
        { ...PATCH, sent: { book: { title: 'a1', author: 'a2' } } },
        { ...PATCH, sent: { book: { title: 'b1', author: 'b2' } } },
      ],
      read: book({ title: 'a1', author: 'a2' }),
    }),
    fail: evidence({
      writes: [
        { ...PATCH, sent: { book: { title: 'a1', author: 'a2' } } },
        { ...PATCH, sent: { book: { title: 'b1', author: 'b2' } } },
      ],
      read: book({ title: 'a1', author: 'b2' }),
    }),
    where: ['body#/result/book'],
  },
  'input.text-trap': {
    params: { written: 'create', read: 'read', sent: '/book/title', shown: '/result/book/title', success: FLAGGED },
    pass: evidence({
      create: { method: 'POST', sent: { book: { title: 'Ame\u0301lie' } }, body: { success: true } },
      read: book({ title: 'Ame\u0301lie' }),
    }),
    fail: evidence({
      create: { method: 'POST', sent: { book: { title: 'Ame\u0301lie' } }, body: { success: true } },
      read: book({ title: 'Am\u00e9lie' }),
    }),
    where: ['body#/result/book/title'],
  },
  'input.blanks-stored': {
    params: { written: 'create', read: 'read', sent: '/book', shown: '/result/book', skip: [], success: FLAGGED },
    pass: evidence({
      create: { method: 'POST', sent: { book: { title: ' Sphere ', shelf: ' a ' } }, body: { success: true } },
      read: book({ title: ' Sphere ', shelf: ' a ' }),
    }),
    fail: evidence({
      create: { method: 'POST', sent: { book: { title: ' Sphere ', shelf: ' a ' } }, body: { success: true } },
      read: book({ title: ' Sphere ', shelf: 'a' }),
    }),
    where: ['body#/result/book/shelf'],
  },
  'input.number-text': {
    params: { written: 'create', read: 'read', shown: '/result/book/price', text: '1.5e1', success: FLAGGED },
    pass: evidence({
      create: { method: 'POST', sent: '{"book":{"price":1.5e1}}', body: { success: true } },
      read: book({ price: 15 }),
    }),
    fail: evidence({
      create: { method: 'POST', sent: '{"book":{"price":1.5e1}}', body: { success: true } },
      read: book({ price: 1.5 }),
    }),
    where: ['body#/result/book/price'],
  },
  'access.same-answer': {
    params: { forbidden: 'forbidden', absent: 'absent' },
    pass: evidence({
      forbidden: { path: '/books/7', status: 404, body: problem('not_found', 'There is no book 7.') },
      absent: { path: '/books/999', status: 404, body: problem('not_found', 'There is no book 999.') },
    }),
    fail: evidence({
      forbidden: { path: '/books/7', status: 404, body: problem('not_found', 'The book is not yours.') },
      absent: { path: '/books/999', status: 404, body: problem('not_found', 'There is no book 999.') },
    }),
    where: ['body'],
  },
  'access.canary': {
    params: { sent: 'create', text: '/book/code', strangers: ['stranger'] },
    pass: evidence({ create: { method: 'POST', sent: { book: { code: 'q7wx1k9zpa' } } }, stranger: listOf() }),
    fail: evidence({
      create: { method: 'POST', sent: { book: { code: 'q7wx1k9zpa' } } },
      stranger: { body: { success: true, result: [{ book: { code: 'q7wx1k9zpa' } }] } },
    }),
    where: ['response'],
  },
  'token.same-refusal': {
    params: { unknown: 'unknown', known: 'known' },
    pass: evidence({
      unknown: { status: 400, body: { error: 'invalid_grant' } },
      known: { status: 400, body: { error: 'invalid_grant' } },
    }),
    fail: evidence({
      unknown: { status: 400, body: { error: 'invalid_client' } },
      known: { status: 400, body: { error: 'invalid_grant' } },
    }),
    where: ['body#/error'],
  },
  'page.total-scaled': {
    params: {
      steps: [
        { step: 'size-1', size: 1 },
        { step: 'size-3', size: 3 },
      ],
      total: { header: 'page-total', counts: 'pages' },
    },
    pass: evidence({ 'size-1': total('7'), 'size-3': total('3') }),
    fail: evidence({ 'size-1': total('7'), 'size-3': total('2') }),
    where: ['header page-total'],
  },
  'page.order-kept': {
    params: { first: 'first', second: 'second', records: '/result', uid: '/book/books_uid' },
    pass: evidence({ first: [listOf(5, 6), listOf(7)], second: [listOf(5, 6), listOf(7)] }),
    fail: evidence({ first: [listOf(5, 6), listOf(7)], second: [listOf(7, 6), listOf(5)] }),
    where: ['pages'],
  },
  'page.added-during-walk': {
    params: steadyParams({}),
    pass: steady([listOf(5, 6), listOf(7, 8), listOf(9)], 0),
    fail: steady([listOf(9, 5), listOf(5, 6), listOf(7)], 0),
    where: ['body records'],
  },
  'page.others-apart': {
    params: { pages: ['two', 'four'], records: '/result', uid: '/uid', filled: 'fill', filledUid: '/result/uid' },
    pass: evidence({
      fill: { method: 'POST', body: [{ result: { uid: 7 } }, { result: { uid: 8 } }] },
      two: { body: { result: [{ uid: 3 }] } },
      four: { status: 404 },
    }),
    fail: evidence({
      fill: { method: 'POST', body: [{ result: { uid: 7 } }, { result: { uid: 8 } }] },
      two: { body: { result: [{ uid: 3 }] } },
      four: { body: { result: [{ uid: 5 }, { uid: 8 }] } },
    }),
    where: ['body records'],
  },
  'page.own-alone': {
    params: { before: 'before', after: 'after', total: { header: 'page-total', counts: 'pages' } },
    pass: evidence({ before: total('0'), after: total('0') }),
    fail: evidence({ before: total('0'), after: total('2') }),
    where: ['header page-total'],
  },
  'method.trace': {
    params: { step: 'probe' },
    pass: probe({ method: 'TRACE', status: 200, text: 'TRACE /books HTTP/1.1\r\naccept: text/plain' }),
    fail: probe({ method: 'TRACE', status: 200, text: 'TRACE /books HTTP/1.1\r\nauthorization: Bearer [redacted]' }),
    where: ['body'],
  },
  'method.trace-refused': {
    params: { step: 'probe' },
    pass: probe({ method: 'TRACE', status: 403 }),
    fail: probe({ method: 'TRACE' }),
    where: ['status'],
  },
  'method.override': {
    params: { probe: 'probe', after: 'after', success: SUCCESS },
    pass: evidence({ probe: {}, after: {} }),
    fail: evidence({ probe: {}, after: ABSENT }),
    where: ['status'],
  },
  'method.safe': {
    params: { before: 'get', steady: 'steady', after: 'again', shown: '/result/book', members: ['title', 'read_at'] },
    pass: evidence({
      get: book({ title: 'Sphere', read_at: 1 }),
      steady: book({ title: 'Sphere', read_at: 2 }),
      again: book({ title: 'Sphere', read_at: 3, seen: 2 }),
    }),
    fail: evidence({
      get: book({ title: 'Sphere', read_at: 1 }),
      steady: book({ title: 'Sphere', read_at: 2 }),
      again: book({ title: 'Ball', read_at: 3 }),
    }),
    where: ['body#/result/book/title'],
  },
  'method.allow-same': {
    params: { options: 'options', probe: 'probe' },
    pass: evidence({
      options: { method: 'OPTIONS', status: 204, text: '', headers: { allow: 'POST, OPTIONS' } },
      probe: { method: 'HEAD', status: 405, text: '', headers: { allow: 'POST' } },
    }),
    fail: evidence({
      options: { method: 'OPTIONS', status: 204, text: '', headers: { allow: 'POST, HEAD, OPTIONS' } },
      probe: { method: 'HEAD', status: 405, text: '', headers: { allow: 'POST' } },
    }),
    where: ['header allow'],
  },
  'method.get-content': {
    params: { plain: 'plain', steady: 'steady', probe: 'probe' },
    pass: evidence({
      plain: book({ id: 1, now: 1 }),
      probe: book({ id: 1, now: 2, seen: 1 }),
      steady: book({ id: 1, now: 3, seen: 2 }),
    }),
    fail: evidence({ plain: book({ id: 1, now: 1 }), steady: book({ id: 1, now: 2 }), probe: book({ id: 2, now: 3 }) }),
    where: ['body#/result/book/id'],
  },
  'path.encoded': {
    params: { plain: 'plain', step: 'probe', success: SUCCESS },
    pass: evidence({ plain: book({ id: 1 }), probe: { path: '/%62ooks', ...book({ id: 1 }) } }),
    fail: evidence({ plain: book({ id: 1 }), probe: { path: '/%62ooks', ...ABSENT } }),
    where: ['status'],
  },
  'path.error-shape': {
    params: { step: 'probe', error: PROBLEM_SCHEMA },
    pass: probe({ status: 404, body: problem('not_found', 'There is nothing.') }),
    fail: probe({ status: 404, text: '<h1>Not found</h1>', headers: { 'content-type': 'text/html' } }),
    where: ['body'],
  },
  'path.over-long': {
    params: { short: 'short', step: 'probe', success: SUCCESS },
    pass: evidence({ short: {}, probe: { status: 414, body: problem('too_long', 'The target is too long.') } }),
    fail: evidence({ short: {}, probe: { status: 500, body: problem('failed', 'no') } }),
    where: ['status'],
  },
  'media.range-unit': {
    params: { step: 'probe', after: 'after', success: SUCCESS },
    pass: evidence({ probe: {}, after: {} }),
    fail: evidence({ probe: { status: 416 }, after: {} }),
    where: ['status'],
  },
  'media.condition-refused': {
    params: { plain: 'plain', probe: 'probe' },
    pass: evidence({ plain: ABSENT, probe: ABSENT }),
    fail: evidence({ plain: ABSENT, probe: { status: 304, text: '' } }),
    where: ['status'],
  },
  'conditional.changed-tag': {
    params: { before: 'before', after: 'after' },
    pass: evidence({ before: CUBE, after: CONE }),
    fail: evidence({ before: CUBE, after: { headers: { etag: '"a"' }, body: { title: 'Cone' } } }),
    where: ['header etag'],
  },
  'conditional.stale-tag': {
    params: { before: 'before', after: 'after', stale: 'stale' },
    pass: evidence({
      before: CUBE,
      after: CONE,
      stale: CONE,
    }),
    fail: evidence({
      before: CUBE,
      after: CONE,
      stale: { status: 304, headers: { etag: '"b"' }, text: '' },
    }),
    where: ['status'],
  },
  'conditional.current-tag': {
    params: { after: 'after', current: 'current' },
    pass: evidence({ after: { headers: { etag: '"b"' } }, current: { status: 304, text: '' } }),
    fail: evidence({ after: { headers: { etag: '"b"' } }, current: { headers: { etag: 'W/"b"' } } }),
    where: ['status'],
  },
  'conditional.if-match': {
    params: { before: 'before', after: 'after', write: 'write', behind: 'behind' },
    pass: evidence({ before: CUBE, after: CONE, write: { ...PATCH, status: 412 }, behind: { status: 304, text: '' } }),
    fail: evidence({ before: CUBE, after: CONE, write: PATCH, behind: CUBE }),
    where: ['status'],
  },
  'media.origin-not-reflected': {
    params: { step: 'probe', origin: 'https://page.invalid' },
    pass: probe({ headers: { 'access-control-allow-origin': 'https://page.invalid' } }),
    fail: probe({
      headers: { 'access-control-allow-origin': 'https://page.invalid', 'access-control-allow-credentials': 'true' },
    }),
    where: ['header access-control-allow-origin'],
  },
  'raw.refused': {
    params: { step: 'probe', statuses: [400], mayClose: true },
    pass: probe(REFUSED),
    fail: evidence({ probe: [REFUSED, {}] }),
    where: ['exchange'],
  },
  'coverage.exercised': {
    params: { step: 'probe', success: SUCCESS, unprovoked: [] },
    pass: probe({}),
    fail: probe(REFUSED),
    where: ['status'],
  },
} as const satisfies Readonly<Partial<Record<CaseRuleId, CaseExample>>>;

/** Rows that are judged as these are. */
export const rowCases = {
  'page.removed-during-walk': {
    params: steadyParams({ removed: 1 }),
    pass: steady([listOf(5, 6), listOf(7), listOf()], 1),
    fail: steady([listOf(5, 6), listOf(), listOf()], 1),
    where: ['body records'],
  },
} as const satisfies Readonly<Record<string, CaseExample>>;
