import { expect, test } from 'vitest';
import type { CaseEvidence } from '../../src/model/exchange.ts';
import type { Judgement } from '../../src/rules/model.ts';
import type { Case, Group } from '../../src/plan/model.ts';
import {
  type CaseTrials,
  confirmation,
  isCausedByOtherClients,
  readsSharedList,
} from '../../src/verdict/confirm-by-retry.ts';
import { exchange, operation } from '../rules/support.ts';
import { step } from './deciding.ts';

/** A trial: what its one read finds, and what it finds when it is sent once more; nothing of what is right. */
type Tried = readonly [found: string, again: string, crossed?: true];

function record(trials: readonly Tried[]): CaseTrials {
  return trials.map(([one, other, crossed]) => ({ evidence: read(one, crossed), echoes: read(other) }));
}

function read(found: string, crossed?: true): CaseEvidence {
  return { read: [{ ...exchange({ body: found }), ...(crossed === undefined ? {} : { crossed }) }] };
}

function judge({ read: reads }: CaseEvidence): Judgement {
  const body = reads?.[0]?.response?.body ?? '';
  if (body.includes('unjudged')) return { kind: 'inconclusive', cause: 'no answer' };
  const actual = body.replaceAll('"', '');
  return { kind: 'judged', findings: actual === '' ? [] : [{ where: 'body', expected: '1', actual, evidence: 'e' }] };
}

const SAME: Tried = ['2', '2'];
const OTHER: Tried = ['2', '3'];
const NONE: Tried = ['', ''];
const BACK: Tried = ['2', ''];
const LOST: Tried = ['unjudged', 'unjudged'];

test.each<readonly [what: string, trials: readonly Tried[], is: string, told: string]>([
  ['it was not tried again', [], 'open', ''],
  ['too few have found it', [SAME, SAME], 'open', ''],
  ['each has found it, whichever read is taken', [SAME, SAME, SAME], 'confirmed', ''],
  ['others were seen twice, and three found it between', [OTHER, SAME, BACK, SAME, SAME], 'confirmed', ''],
  ['a trial without an answer says nothing', [SAME, LOST, SAME], 'open', ''],
  ['one does not find it', [SAME, NONE], 'open', ''],
  ['two do not find it, and nobody was seen', [SAME, NONE, NONE], 'untold', 'intermittent'],
  ['two do not find it, and others were seen', [OTHER, NONE, NONE], 'kept', ''],
  ['two do not find it, others were seen, and one finds it all the same', [OTHER, NONE, SAME, NONE], 'open', ''],
  ['three find it and two do not', [SAME, SAME, NONE, SAME, NONE], 'untold', 'intermittent'],
  ['others are always there', Array.from({ length: 6 }, () => OTHER), 'untold', 'two consecutive reads'],
])('%s', (_what, trials, is, told) => {
  const found = confirmation(read('2'), record(trials), judge);
  expect(found.is).toBe(is);
  const why = found.is === 'untold' ? found.why : '';
  expect(why).toContain(told);
  expect(isCausedByOtherClients(why)).toBe(is === 'untold');
});

const OURS: Tried = ['2', '2', true];

test.each<readonly [what: string, trials: readonly Tried[], is: string]>([
  ['two do not find it', [NONE, NONE], 'kept'],
  ['one does not find it', [NONE], 'open'],
  ['two do not find it, and one at which it wrote again does', [OURS, NONE, NONE], 'kept'],
  ['two do not find it, and one at which nobody wrote does', [SAME, NONE, NONE], 'open'],
  ['nobody can tell to the end', [SAME, NONE, SAME, NONE, SAME, NONE], 'untold'],
  ['each has found it', [OURS, SAME, SAME], 'confirmed'],
])('where this run wrote to the list at first: %s', (_what, trials, is) => {
  expect(confirmation(read('2', true), record(trials), judge).is).toBe(is);
});

test.each([
  ['whenever', ['2', '3', true], 'other cases of this run write'],
  ['not whenever', OTHER, 'other clients write to the list'],
] as const)('where it wrote %s two reads differed, that is told', (_when, last, told) => {
  const ours: readonly Tried[] = Array.from({ length: 5 }, () => ['2', '3', true] as const);
  const found = confirmation(read('2', true), record([...ours, last]), judge);
  expect(found.is === 'untold' ? found.why : '').toContain(told);
});

test('where it wrote only later, what was found at first is still told', () => {
  expect(confirmation(read('2'), record([OURS, NONE, NONE]), judge).is).toBe('untold');
});

test.each([
  ['GET', '/books', true],
  ['HEAD', '/books', true],
  ['POST', '/books', false],
  ['GET', '/books/1', false],
])('a case of which a step is %s %s reads a list that others may write to: %s', (method, path, is) => {
  const operations = { list: operation({ service: 'library', spec: '1', kind: 'list', path: '/books' }) };
  const sent = step('probe', { request: { ...step('probe').request, method, path } });
  const group = { service: 'library', spec: '1' } as Group;
  expect(readsSharedList(group, { steps: [sent] } as unknown as Case, operations)).toBe(is);
});

test.each([
  ['the same records in another order', [[1, 2], [3]], [[2, 1], [3]], undefined, 'in another order'],
  ['pages that overlap, with the same total', [[1, 2], [2]], [[3, 1], [2]], 3, 'in another order'],
  ['a record more', [[1, 2], [3]], [[1, 2], [4]], 3, 'other clients write to the list'],
  ['another total', [[1, 2], [2]], [[1, 2], [3]], undefined, 'other clients write to the list'],
] as const)('two reads that bring %s', (_what, one, other, total, told) => {
  const pages = (list: readonly (readonly number[])[]): CaseEvidence => ({
    read: list.map((ids) => exchange({ body: { total: total ?? ids.length, list: ids.map((id) => ({ id })) } })),
  });
  const trials = Array.from({ length: 6 }, () => ({ evidence: pages(one), echoes: pages(other) }));
  const first = ({ read: reads = [] }: CaseEvidence): Judgement => {
    const actual = reads.map(({ response }) => response?.body).join(' ');
    return { kind: 'judged', findings: [{ where: 'walk', expected: '1', actual, evidence: 'e' }] };
  };
  const listing = { records: '/list', uid: '/id', style: { total: { body: '/total', counts: 'records' } } } as const;
  const found = confirmation(pages(one), trials, first, listing);
  expect(found.is === 'untold' ? found.why : '').toContain(told);
});
