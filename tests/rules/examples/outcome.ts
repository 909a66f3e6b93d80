/** Examples of the rules about one answer: its outcome, its body, its warnings, what was stored. */
import type { Json } from '../../../src/model/json.ts';
import type { CaseRuleId } from '../../../src/rules/ids.ts';
import {
  evidence,
  exchange,
  FAULTY_ITEM,
  FLAGGED,
  GATEWAY,
  probe,
  problem,
  refusedItem,
  type Sketch,
  SUCCESS,
} from '../support.ts';
import { type CaseExample, formOf } from './example.ts';

const stored = { success: true, result: { book: { title: 'Sphere', isbn: 'a1' } } };
const warned = (
  code: string,
  detail: string,
): { success: true; messages: { code: string; severity: string; detail: string }[] } => ({
  success: true,
  messages: [{ code, severity: 'warning', detail }],
});
const sphere = { title: 'Sphere', pages: 12, tags: ['a', 'b'], price: 1.5, note: null };

const posted = (...items: readonly Json[]): Sketch => ({ method: 'POST', body: items });

const malformed = exchange({ step: 'malformed', method: 'POST' });
const after = { exchange: malformed.id, request: 'POST /books', twice: true } as const;

export const outcomeExamples = {
  'raw.still-responds': {
    params: { step: 'probe' },
    pass: probe({ status: 404 }),
    fail: { malformed: [malformed], probe: [{ ...exchange({ failure: 'refused' }), after }] },
    where: ['exchange'],
  },
  'input.batch-pointed': {
    params: {
      step: 'probe',
      kind: 'shape',
      statuses: [400],
      success: SUCCESS,
      family: GATEWAY,
      place: 1,
    },
    pass: probe({ status: 400, body: { errors: [{ code: 'type', source: { pointer: '/1/title' } }] } }),
    fail: probe({ status: 400, body: { errors: [{ code: 'type', source: { pointer: '/2/title' } }] } }),
    where: ['body#/errors'],
  },
  'input.batch-refused': {
    params: FAULTY_ITEM,
    pass: evidence({
      alone: posted(refusedItem('E2', 'E1')),
      batch: posted({ success: true }, refusedItem('E1', 'E2')),
    }),
    fail: evidence({ alone: posted(refusedItem('E1')), batch: posted({ success: true }, refusedItem('E0')) }),
    where: ['body#/1/errors/code'],
  },
  'outcome.accepted': {
    params: { step: 'probe', success: FLAGGED },
    pass: probe({ method: 'POST', status: 201, body: [{ success: true }, { success: true }] }),
    fail: probe({ method: 'POST', status: 201, body: [{ success: true }, { success: false }] }),
    where: ['status'],
  },
  'outcome.refused': {
    params: {
      step: 'probe',
      kind: 'value',
      statuses: [422],
      success: SUCCESS,
      family: GATEWAY,
      field: { name: 'title', element: 'E7' },
      codes: ['too_long'],
    },
    pass: probe({ method: 'POST', status: 422, body: problem('too_long', 'E7 is too long.', '/0/title') }),
    // A 2xx lets the request through, also where it is none of the declared ones.
    fail: probe({ method: 'POST', status: 202, body: problem('too_long', 'E7 is too long.', '/0/title') }),
    where: ['status'],
  },
  'outcome.form': formOf({ method: 'POST' }, { name: 'title', element: 'E7' }),
  'outcome.success-form': {
    params: { step: 'probe', success: FLAGGED },
    pass: probe({ method: 'POST', status: 201, body: [{ success: true }] }),
    fail: probe({ method: 'POST', status: 202, body: [{ success: true }] }),
    where: ['status'],
  },
  'outcome.refused-or-complete': {
    params: { step: 'probe', success: FLAGGED, pointers: ['/result/books_uid', '/result/loans/0/loans_uid'] },
    pass: probe({
      method: 'POST',
      status: 200,
      body: { success: true, result: { books_uid: 1, loans: [{ loans_uid: 2 }] } },
    }),
    fail: probe({ method: 'POST', status: 200, body: { success: true, result: { books_uid: 1, loans: [] } } }),
    where: ['body#/result/loans/0/loans_uid'],
  },
  'outcome.never': {
    params: { step: 'probe', statuses: [500], texts: ['Unexpected problem'] },
    pass: probe({ status: 400, body: problem('bad', 'It is refused.') }),
    fail: probe({ status: 500, body: problem('bad', 'Unexpected problem') }),
    where: ['status', 'body'],
  },
  'body.has': {
    params: { step: 'probe', pointers: ['/id', '/parts/0/name'] },
    pass: probe({ body: { id: 1, parts: [{ name: null }] } }),
    fail: probe({ body: { id: 1, parts: [] } }),
    where: ['body#/parts/0/name'],
  },
  'body.lacks': {
    params: { step: 'probe', pointers: ['/tfn'] },
    pass: probe({ body: { id: 1 } }),
    fail: probe({ body: { id: 1, tfn: '000000000' } }),
    where: ['body#/tfn'],
  },
  'body.equals': {
    params: { step: 'probe', pointer: '/a~1b', value: { x: 1, y: [2] } },
    pass: probe({ body: { 'a/b': { y: [2], x: 1 } } }),
    fail: probe({ body: { 'a/b': { y: [3], x: 1 } } }),
    where: ['body#/a~1b'],
  },
  'body.count': {
    params: { step: 'probe', pointer: '/result', count: 2 },
    pass: probe({ body: { result: [1, 2] } }),
    fail: probe({ body: { result: [1] } }),
    where: ['body#/result'],
  },
  'outcome.status': {
    params: { step: 'probe', statuses: [303, 304] },
    pass: probe({ status: 304 }),
    fail: probe({ status: 200 }),
    where: ['status'],
  },
  'body.each': {
    params: { step: 'probe', pointer: '/books', schema: { type: 'object', required: ['id'] } },
    pass: probe({ body: { books: [{ id: 1 }, { id: 2 }] } }),
    fail: probe({ body: { books: [{ id: 1 }, 2] } }),
    where: ['body#/books/1'],
  },
  'body.schema': {
    params: { step: 'probe', pointer: '/book', schema: { properties: { pages: { minimum: 1 } } } },
    pass: probe({ body: { book: { pages: 1 } } }),
    fail: probe({ body: { book: { pages: 0 } } }),
    where: ['body#/book/pages'],
  },
  'body.matches': {
    params: { step: 'probe', pointer: '/id', pattern: '^[0-9]+$' },
    pass: probe({ body: { id: '12' } }),
    fail: probe({ body: { id: '12a' } }),
    where: ['body#/id'],
  },
  'body.includes': {
    params: { step: 'probe', pointer: '/books', by: '/title', value: 'Sphere' },
    pass: probe({ body: { books: [{ title: 'Dune' }, { title: 'Sphere' }] } }),
    fail: probe({ body: { books: [{ title: 'Dune' }] } }),
    where: ['body#/books'],
  },
  'body.distinct': {
    params: { step: 'probe', pointer: '/books', by: '/title' },
    pass: probe({ body: { books: [{ title: 'Dune' }, { title: 'Sphere' }] } }),
    fail: probe({ body: { books: [{ title: 'Dune' }, { title: 'Dune' }] } }),
    where: ['body#/books/1/title'],
  },
  'body.sorted': {
    params: { step: 'probe', pointer: '', by: '/pages', descending: true },
    pass: probe({ body: [{ pages: 12 }, { pages: 9 }, { pages: 9 }] }),
    fail: probe({ body: [{ pages: 9 }, { pages: 12 }] }),
    where: ['body#/1/pages'],
  },
  'body.as-sent': {
    params: { step: 'probe', other: 'sent' },
    pass: evidence({ sent: { method: 'POST', sent: 'a,b' }, probe: { text: 'a,b' } }),
    fail: evidence({ sent: { method: 'POST', sent: 'a,b' }, probe: { text: 'a;b' } }),
    where: ['body'],
  },
  'header.equals': {
    params: { step: 'probe', name: 'X-Version', value: '2' },
    pass: probe({ headers: { 'x-version': '2' } }),
    fail: probe({ headers: { 'x-version': '1' } }),
    where: ['header X-Version'],
  },
  'header.matches': {
    params: { step: 'probe', name: 'ETag', pattern: '^"[0-9]+"$' },
    pass: probe({ headers: { etag: '"12"' } }),
    fail: probe({ headers: { etag: '12' } }),
    where: ['header ETag'],
  },
  'header.same': {
    params: { step: 'probe', name: 'ETag', other: 'read' },
    pass: evidence({ read: [{ headers: { etag: '"1"' } }], probe: [{ headers: { etag: '"1"' } }] }),
    fail: evidence({ read: [{ headers: { etag: '"1"' } }], probe: [{ headers: { etag: '"2"' } }] }),
    where: ['header ETag'],
  },
  'header.present': {
    params: { step: 'probe', name: 'Location' },
    pass: probe({ status: 201, headers: { location: '/books/1' } }),
    fail: probe({ status: 201 }),
    where: ['header Location'],
  },
  'header.absent': {
    params: { step: 'probe', name: 'X-Powered-By' },
    pass: probe({}),
    fail: probe({ headers: { 'x-powered-by': 'Shelf/1.2' } }),
    where: ['header X-Powered-By'],
  },
  'warning.given': {
    params: { step: 'probe', messages: '/messages', mentions: ['usi'], codes: ['10123'] },
    pass: probe({ body: warned('10123STUDNT', 'The usi could not be verified yet.') }),
    fail: probe({ body: warned('10999STUDNT', 'The name could not be verified yet.') }),
    where: ['body#/messages', 'body#/messages'],
  },
  'warning.none': {
    params: { step: 'probe', messages: '/messages', mentions: ['usi'] },
    pass: probe({ body: warned('10999STUDNT', 'The name could not be verified yet.') }),
    fail: probe({ body: warned('10123STUDNT', 'The usi could not be verified yet.') }),
    where: ['body#/messages'],
  },
  'warning.pointed': {
    params: { step: 'probe', messages: '/1/messages', mentions: 'usi', source: '/at', pointer: '/1/usi' },
    pass: probe({
      body: [
        {},
        {
          messages: [
            { text: 'The usi is new.', at: '/1/usi' },
            { text: 'A name.', at: '/0' },
          ],
        },
      ],
    }),
    fail: probe({ body: [{}, { messages: [{ text: 'The usi is new.', at: '/0/usi' }] }] }),
    where: ['body#/1/messages'],
  },
  'input.no-trace-inside': {
    params: {
      sent: 'probe',
      list: 'list',
      records: '/result',
      value: '/0/book/isbn',
      shown: '/book/isbn',
      success: SUCCESS,
    },
    pass: evidence({
      probe: { method: 'POST', sent: [{ book: { isbn: 'a1' } }], status: 400 },
      list: { body: { success: true, result: [{ book: { isbn: 'b2' } }] } },
    }),
    fail: evidence({
      probe: { method: 'POST', sent: [{ book: { isbn: 'a1' } }], status: 400 },
      list: { body: { success: true, result: [{ book: { isbn: 'b2' } }, { book: { isbn: 'a1' } }] } },
    }),
    where: ['body#/result'],
  },
  'store.no-trace': {
    params: { sent: 'probe', list: 'list', records: '/result', value: '/0/book/isbn', shown: '/book/isbn' },
    pass: evidence({
      probe: { method: 'POST', sent: [{ book: { isbn: 'a1' } }], status: 400 },
      list: { body: { success: true, result: [{ book: { isbn: 'b2' } }] } },
    }),
    fail: evidence({
      probe: { method: 'POST', sent: [{ book: { isbn: 'a1' } }], status: 400 },
      list: { body: { success: true, result: [{ book: { isbn: 'b2' } }, { book: { isbn: 'a1' } }] } },
    }),
    where: ['body#/result'],
  },
  'store.equals': {
    params: { written: 'probe', read: 'read', sent: '/0/book', shown: '/result/book', skip: ['secret'] },
    pass: evidence({
      probe: { method: 'POST', sent: [{ book: { title: 'Sphere', isbn: 'a1', secret: 's' } }], status: 201 },
      read: { body: stored },
    }),
    fail: evidence({
      probe: { method: 'POST', sent: [{ book: { title: 'Sphere', isbn: 'a2', secret: 's' } }], status: 201 },
      read: { body: stored },
    }),
    where: ['body#/result/book/isbn'],
  },
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;

/** Rows that are judged as these are. */
export const outcomeRows = {
  'lifecycle.read-back': {
    params: { written: 'create', read: 'read', sent: '', shown: '', skip: [] },
    pass: evidence({
      create: { method: 'POST', sent: sphere, status: 201 },
      read: { body: { title: 'Sphere', pages: 12, tags: ['a', 'b'], price: 1.5, id: 'x' } },
    }),
    fail: evidence({
      create: { method: 'POST', sent: sphere, status: 201 },
      read: { body: { title: 'Sphere', pages: '12', tags: ['b', 'a'], note: '', id: 'x' } },
    }),
    where: ['body#/pages', 'body#/tags', 'body#/price', 'body#/note'],
  },
  'lifecycle.create-answered': {
    params: { written: 'create', read: 'create', sent: '', shown: '/data', skip: ['secret'], sometimes: ['tags'] },
    pass: evidence({
      create: {
        method: 'POST',
        sent: { ...sphere, secret: 's' },
        status: 201,
        body: { data: { title: 'Sphere', pages: 12, price: 1.5, id: 'x' } },
      },
    }),
    fail: evidence({
      create: {
        method: 'POST',
        sent: { ...sphere, secret: 's' },
        status: 201,
        body: { data: { title: 'Sph', tags: ['a'], price: 2, id: 'x' } },
      },
    }),
    where: ['body#/data/title', 'body#/data/pages', 'body#/data/tags', 'body#/data/price'],
  },
} as const satisfies Readonly<Record<string, CaseExample>>;
