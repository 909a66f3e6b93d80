import { expect, test } from 'vitest';
import type { Judgement } from '../../src/rules/model.ts';
import { caseRule, PASS } from './judging.ts';
import { evidence, type Sketch } from './support.ts';

type Listed = readonly [title: string, id: number];

const judged = (listed: readonly Listed[], update: Sketch = { sent: { title: 'Ball' } }): Judgement =>
  caseRule(
    'lifecycle.update-makes-none',
    { create: 'create', update: 'update', list: 'list', uidSent: '/id', sent: '', records: '', record: '', uid: '/id' },
    evidence({
      create: { method: 'POST', status: 201, body: { id: 7 } },
      update: { method: 'PATCH', ...update },
      list: { body: listed.map(([title, id]) => ({ id, title })) },
    }),
  );
const saidOf = (judgement: Judgement): readonly string[] =>
  judgement.kind === 'judged' ? judgement.findings.map(({ actual }) => actual) : [judgement.kind];

test('an update that changes the record that it names makes none', () => {
  expect(
    judged([
      ['Cube', 6],
      ['Ball', 7],
      ['Cone', 8],
    ]),
  ).toEqual(PASS);
});

test('another record that has what was set was made by it, whatever became of the one that it names', () => {
  expect(
    saidOf(
      judged([
        ['Cube', 7],
        ['Ball', 8],
      ]),
    ),
  ).toEqual(['the updated record is unchanged']);
  expect(
    saidOf(
      judged([
        ['Ball', 7],
        ['Ball', 8],
      ]),
    ),
  ).toEqual(['the updated record is changed too']);
});

test('a list that lags behind, or an update without members, says nothing of it', () => {
  expect(saidOf(judged([['Cube', 7]]))).toEqual(['inapplicable']);
  expect(saidOf(judged([['Cube', 7]], {}))).toEqual(['inconclusive']);
});
