/** What a group makes before its cases is a good request as any other: where it is refused, its own check fails. */
import { expect, test } from 'vitest';
import type { Group } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { exchange, operation, type Sketch } from '../rules/support.ts';
import { step } from './deciding.ts';

const PROOF = 'library/books/create/outcome.accepted';
const request = { ...step('books').request, method: 'POST' };
const success = {
  statuses: [201],
  flag: '/done',
  provenBy: PROOF,
  brings: { pointer: '/id', type: 'number' },
} as const;
const books = step('books', { request, success });

function aside(made: Sketch, setup = books): readonly (readonly [string, string])[] {
  const group = { id: 'g', spec: '1', setup: [setup], cases: [], passive: [] } as unknown as Group;
  const sent: Exchange = { ...exchange({ ...made, step: 'books' }), id: 'g#setup.books' };
  const results = judgeGroup(group, [sent], { operations: {}, forbiddenTexts: {}, passive: {} });
  expect(results.every((one) => one.aside === true && one.evidence.join() === 'g#setup.books')).toBe(true);
  return results.map(({ check, verdict }) => [check, verdict]);
}

test.each<[string, Sketch]>([
  ['by its status', { status: 409, body: {} }],
  ['by its flag', { status: 201, body: { done: false } }],
  ['by a breakdown', { status: 500, body: {} }],
])('refused %s', (_how, made) => {
  expect(aside(made)).toEqual([[PROOF, 'fail']]);
});

test.each<[string, Sketch, typeof books?]>([
  ['is accepted', { status: 201, body: { done: true, id: 7 } }],
  ['is throttled', { status: 429, body: {} }],
  ['meets a service that is away', { status: 503, headers: { 'retry-after': '9' } }],
  ['was not answered', { failure: 'timeout' }],
  [
    'refers to another record',
    { status: 409 },
    { ...books, request: { ...request, parameters: { of: { $ref: 'a#/id' } } } },
  ],
  ['makes nothing', { status: 409 }, { ...books, success: { statuses: [201], provenBy: PROOF } }],
])('nothing is said of what %s', (_what, made, setup) => {
  expect(aside(made, setup)).toEqual([]);
});

test.each<[string, readonly number[], readonly string[]]>([
  ['as it was made at last', [503, 201], []],
  ['that was refused at last', [503, 409], [PROOF]],
])('a setup that was made anew is judged %s', (_how, statuses, failing) => {
  const group = { id: 'g', spec: '1', setup: [books], cases: [], passive: [] } as unknown as Group;
  const sent = statuses.map((status, index): Exchange => {
    const made = exchange({ status, body: { done: true, id: 7 }, step: 'books' });
    return { ...made, id: `g${index === 0 ? '' : `~${index + 1}`}#setup.books` };
  });
  const results = judgeGroup(group, sent, { operations: {}, forbiddenTexts: {}, passive: {} });
  expect(results.map(({ check }) => check)).toEqual(failing);
});

test('what was answered before a setup was made anew counts for no rule of every answer, unless it was away then too', () => {
  const group = {
    id: 'g',
    service: 'library',
    spec: '1',
    endpoint: 'books',
    operation: 'create',
    setup: [books],
    cases: [],
    passive: [{ id: 'media', spec: '1', rule: 'http.media-type', given: [], params: {} }],
  } as unknown as Group;
  const judged = (statuses: readonly number[]): readonly string[] => {
    const sent = statuses.map((status, index): Exchange => {
      const headers = { 'content-type': status === 503 ? 'text/plain' : 'application/json' };
      const made = exchange({ status, headers, body: { done: true, id: 7 }, step: 'books' });
      return { ...made, operation: 'books/create', id: `g${index === 0 ? '' : `~${index + 1}`}#setup.books` };
    });
    const operations = { 'library@1/books/create': operation({ service: 'library', spec: '1', path: '/books' }) };
    const results = judgeGroup(group, sent, { operations, forbiddenTexts: {}, passive: {} });
    return results.filter(({ check }) => check === 'media').map(({ verdict }) => verdict);
  };
  expect([judged([503, 201]), judged([503, 503])]).toEqual([['pass'], ['fail']]);
});
