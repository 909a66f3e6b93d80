/** That an answer broke off is judged by itself: what is said of all answers is about those that came. */
import { expect, test } from 'vitest';
import type { Group } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { FailureKind } from '../../src/model/failure.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { exchange, operation } from '../rules/support.ts';

const RULES = ['http.media-type', 'http.complete', 'http.answered'];
const group = {
  id: 'g',
  service: 'library',
  spec: '1',
  endpoint: 'books',
  operation: 'read',
  setup: [],
  cases: [],
  passive: RULES.map((rule) => ({ id: rule, spec: '1', rule, params: {}, given: [] })),
} as unknown as Group;
const operations = { 'library@1/books/read': operation({ service: 'library', spec: '1', method: 'GET' }) };

const came = (mediaType = 'application/json'): Exchange => ({
  ...exchange({ body: { id: 1 }, headers: { 'content-type': mediaType } }),
  operation: 'books/read',
});

function failed(kind: FailureKind): Exchange {
  const { response: _response, ...sent } = came();
  return { ...sent, failure: { kind, message: `it was ${kind}` } };
}

const verdicts = (...all: readonly Exchange[]): readonly string[] =>
  judgeGroup(
    group,
    all.map((one, index) => ({ ...one, id: `c#${index}` })),
    { operations, forbiddenTexts: {}, passive: {} },
  ).map(({ verdict }) => verdict);

test.each<readonly [FailureKind, readonly string[]]>([
  ['truncated', ['pass', 'fail', 'pass']],
  ['protocol', ['pass', 'fail', 'pass']],
  // One connection may be lost on the way.
  ['reset', ['pass', 'pass', 'pass']],
  // Nobody knows what would have come.
  ['timeout', ['inconclusive', 'inconclusive', 'pass']],
  ['refused', ['inconclusive', 'inconclusive', 'pass']],
])('where others came: %s', (kind, wanted) => {
  expect(verdicts(came(), failed(kind), came())).toEqual(wanted);
});

test('what is wrong in those that came is wrong', () => {
  expect(verdicts(failed('truncated'), came('text/html'))[0]).toBe('fail');
});

test.each<FailureKind>(['truncated', 'protocol', 'reset'])('where none came nothing is said of them: %s', (kind) => {
  expect(verdicts(failed(kind), failed(kind))[0]).toBe('inconclusive');
});
