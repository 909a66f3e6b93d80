/** What a group makes before its cases is a good request as any other: where it is refused, its own check fails. */
import { expect, test } from 'vitest';
import type { Group } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { exchange, type Sketch } from '../rules/support.ts';
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
  const results = judgeGroup(group, [sent], { operations: {}, never: {}, passive: {} });
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
