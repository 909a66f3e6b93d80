/** A case at a list that others may write to: what is tried again, and what is said after all trials. */
import { expect, test } from 'vitest';
import type { Case, Group, ResolvedOperation } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import { judgeGroup, tryAgain } from '../../src/verdict/judge.ts';
import { exchange, operation } from '../rules/support.ts';
import { step } from './deciding.ts';

const PATH = '/books';
const ofList = (name: string, method = 'GET') => step(name, { request: { ...step(name).request, method, path: PATH } });
const planned = {
  id: 'c',
  title: '',
  steps: [ofList('get'), ofList('head', 'HEAD'), ofList('again')],
  checks: [
    {
      id: 'length',
      spec: '1',
      rule: 'method.head-length',
      params: { head: 'head', get: 'get', again: 'again' },
      given: [],
    },
  ],
} as unknown as Case;
const group = { id: 'g', service: 'library', spec: '1', setup: [], cases: [planned], passive: [] } as unknown as Group;
const list: ResolvedOperation = operation({ service: 'library', spec: '1', kind: 'list', path: PATH });
const context = { operations: { 'library@1/books/list': list }, never: {} };

/** A trial: the lengths of what GET brought before, what HEAD named, and what GET brought after it. */
type Trial = readonly [get: number, head: number, again: number];
const WROTE: Trial = [3, 3, 5];
const KEPT: Trial = [3, 3, 3];
const WRONG: Trial = [3, 9, 3];

function exchanges(trials: readonly Trial[]): readonly Exchange[] {
  return trials.flatMap(([get, head, again], index) =>
    (index === 0 ? ['c'] : [`c~${index + 1}`, `c~${index + 1}=`]).flatMap((source) =>
      Object.entries({ get, head, again }).map(([name, length]) => ({
        ...exchange({
          step: name,
          headers: { 'content-length': String(length) },
          ...(name === 'head' ? {} : { body: 'x'.repeat(length) }),
        }),
        id: `${source}#${name}`,
      })),
    ),
  );
}

test.each<readonly [what: string, trials: readonly Trial[], again: boolean, verdict: string]>([
  ['somebody wrote', [WROTE], true, 'inapplicable'],
  ['somebody wrote at first, and then it was kept', [WROTE, KEPT], false, 'pass'],
  ['somebody wrote twice', [WROTE, WROTE, WROTE], true, 'inapplicable'],
  ['somebody writes all the time', [WROTE, WROTE, WROTE, WROTE], false, 'inapplicable'],
  ['somebody wrote at first, and then it departed', [WROTE, WRONG], true, 'fail'],
  [
    'somebody wrote at first, and then it departed whenever it was tried',
    [WROTE, WRONG, WRONG, WRONG, WRONG],
    false,
    'fail',
  ],
  ['somebody wrote at first, and then it departed once', [WROTE, WRONG, KEPT, KEPT], false, 'inconclusive'],
  ['it was kept', [KEPT], false, 'pass'],
])('%s', (_what, trials, again, verdict) => {
  const all = exchanges(trials);
  expect(tryAgain(group, context)(planned, all)).toBe(again);
  expect(judgeGroup(group, all, context).map((one) => one.verdict)).toEqual([verdict]);
});
