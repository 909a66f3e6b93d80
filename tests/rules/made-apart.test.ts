/** Two records are two by their whole addresses: below two others they may have one identifier (RFC 9110 §3.1). */
import { expect, test } from 'vitest';
import { bookContract, casesOfBooks } from '../plan/books.ts';
import { evidence, findings, onCase, type Sketch } from './support.ts';

const SUCCESS = { statuses: [200, 201] };
const made = (path: string, id = 1): Sketch => ({ method: 'POST', status: 201, path, sent: {}, body: { id } });

test('an identifier that is there again below another record is one of its own where it is read there', () => {
  const params = { create: 'create', other: 'other', made: '/id' };
  const read = { ...params, read: 'read', shown: '/id', success: SUCCESS };
  const creates = { create: made('/orders/a/lines'), other: made('/orders/b/lines') };
  const there = { path: '/orders/b/lines/1', body: { id: 1 } };
  const judged = (with_: object, more: Record<string, Sketch>): ReturnType<typeof onCase> =>
    onCase('lifecycle.made-apart', with_, evidence({ ...creates, ...more }));
  expect(findings(judged(read, { read: there }))).toBe(0);
  expect(findings(judged(read, { read: { ...there, status: 404 } }))).toBe(1);
  expect(judged(read, { read: { ...there, status: 503 } }).kind).toBe('inconclusive');
  // What there is one of below each is read without its identifier.
  expect(findings(judged(read, { read: { ...there, body: { id: 2 } } }))).toBe(1);
  // One record is above both, or none names it.
  expect(findings(judged(read, { read: there, other: made('/orders/a/lines') }))).toBe(1);
  expect(findings(judged(params, {}))).toBe(1);
  expect(findings(judged(params, { other: made('/orders/b/lines', 2) }))).toBe(0);
});

test('of those that are made at once each is read by its own address', () => {
  const creates = { one: 'one', other: 'other', success: SUCCESS, made: '/id', sent: '', shown: '', skip: [] };
  const params = { ...creates, 'one-read': 'a', 'other-read': 'b' };
  const write = (path: string, text: string): Sketch => ({ ...made(path), sent: { text }, together: true });
  const read = (path: string, text: string): Sketch => ({ path, body: { id: 1, text } });
  const writes = { one: write('/orders/a/lines', 'x'), other: write('/orders/b/lines', 'y') };
  const judged = (a: Sketch, b: Sketch): number =>
    findings(onCase('lifecycle.creates-at-once', params, evidence({ ...writes, a, b })));
  expect(judged(read('/orders/a/lines/1', 'x'), read('/orders/b/lines/1', 'y'))).toBe(0);
  expect(judged(read('/orders/a/lines/1', 'x'), read('/orders/b/lines/1', 'x'))).toBe(1);
  expect(judged(read('/orders/a/lines/1', 'x'), { status: 404, path: '/orders/b/lines/1' })).toBe(1);
  expect(judged(read('/lines/1', 'x'), read('/lines/1', 'x'))).toBe(1);
});

test('what the address of a record names besides it decides what is asked', () => {
  const parameters = (read: string): Readonly<Record<string, unknown>> | undefined =>
    casesOfBooks(
      bookContract({
        more: 'parents: { shelf: shelves }',
        operations: `  create: { method: POST, path: "/shelves/{shelf}/books", request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "${read}", response: plain, success: [200], access: public }`,
      }),
    )
      .get('create/lifecycle/lifecycle.made-apart')
      ?.checks.find(({ rule }) => rule === 'lifecycle.made-apart')?.params;
  expect(parameters('/books/{id}')).not.toHaveProperty('read');
  expect(parameters('/shelves/{shelf}/books/{id}')).toMatchObject({ read: 'read', success: { statuses: [200] } });
});
