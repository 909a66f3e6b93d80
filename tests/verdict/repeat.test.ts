/** Which failing cases are repeated, and what the report says of the tries. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Case, Group } from '../../src/plan/model.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { casesToRepeat } from '../../src/verdict/repeat.ts';
import { exchange, operation } from '../rules/support.ts';
import { step } from './deciding.ts';

const caseOf = (id: string, rule = 'outcome.status'): Case =>
  ({
    id,
    title: '',
    steps: [step('probe')],
    checks: [
      {
        id: `${id}-check`,
        spec: '1',
        rule,
        params: { step: 'probe', statuses: [200], success: { statuses: [200] } },
        given: [],
      },
    ],
  }) as unknown as Case;
const groupOf = (cases: readonly Case[], more: Partial<Group> = {}): Group =>
  ({ id: 'g', service: 'library', spec: '1', setup: [], cases, passive: [], ...more }) as unknown as Group;
const operations = {
  'library@1/books/read': operation({ service: 'library', spec: '1', kind: 'read', path: '/books/{id}' }),
};
const context = { operations, forbiddenTexts: {}, passive: {} };
const responses = (id: string, ...statuses: readonly number[]): readonly Exchange[] =>
  statuses.map((status, index) => ({
    ...exchange({ step: 'probe', status }),
    id: `${index === 0 ? id : `${id}~${index + 1}`}#probe`,
  }));
const chosen = (group: Group, exchanges: readonly Exchange[]): readonly string[] =>
  casesToRepeat(group, { results: judgeGroup(group, exchanges, context), exchanges }, operations).map(({ id }) => id);

test('the first failing case of each rule is repeated', () => {
  const group = groupOf([caseOf('a'), caseOf('b'), caseOf('c'), caseOf('d', 'outcome.accepted')]);
  const exchanges = [...responses('a', 200), ...responses('b', 500), ...responses('c', 500), ...responses('d', 500)];
  expect(chosen(group, exchanges)).toEqual(['b', 'd']);
});

test('nothing is repeated without a failure, in a group whose cases depend on each other, or if a case was tried again', () => {
  const group = groupOf([caseOf('a')]);
  expect(chosen(group, responses('a', 200))).toEqual([]);
  expect(chosen(groupOf([caseOf('a')], { inTurn: true }), responses('a', 500))).toEqual([]);
  expect(chosen(group, responses('a', 500, 500))).toEqual([]);
});

test.each([
  [[500, 200, 200], { failed: 1, of: 3 }],
  [[500, 500, 200], { failed: 2, of: 3 }],
  [[500, 500, 500], { failed: 3, of: 3 }],
  [[500], undefined],
] as const)('responses %j: tries %j', (statuses, tries) => {
  const [result] = judgeGroup(groupOf([caseOf('a')]), responses('a', ...statuses), context);
  expect(result).toMatchObject({ verdict: 'fail' });
  expect(result?.tries).toEqual(tries);
});

test('a case that creates a record without deleting it is not repeated', () => {
  const writing = (undo?: object): Case => {
    const { request } = step('probe');
    return { ...caseOf('a'), steps: [step('probe', { request: { ...request, method: 'POST' }, ...undo } as object)] };
  };
  const undo = { undo: { method: 'DELETE', path: '/books/{id}', parameters: {} } };
  expect(chosen(groupOf([writing()]), responses('a', 500))).toEqual([]);
  expect(chosen(groupOf([writing(undo)]), responses('a', 500))).toEqual(['a']);
});
