/** A case at a list that others may write to: what is tried again, and what is said after all trials. */
import { expect, test } from 'vitest';
import type { Case, Group, ResolvedOperation } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { judgeGroup, needsRetry } from '../../src/verdict/judge.ts';
import { omitUndefined } from '../../src/model/objects.ts';
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
const context = { operations: { 'library@1/books/list': list }, forbiddenTexts: {}, passive: {} };

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
  expect(needsRetry(group, context)(planned, all)).toBe(again);
  expect(judgeGroup(group, all, context).map((one) => one.verdict)).toEqual([verdict]);
});

/** A look for a record over two pages, at which this run wrote or did not. */
type Look = readonly [isThere: boolean, crossed?: true];

test.each<readonly [what: string, looks: readonly Look[], again: boolean, verdict: string]>([
  ['it is there', [[true, true]], false, 'pass'],
  ['it is not', [[false]], false, 'fail'],
  ['it is not, while this run wrote', [[false, true]], true, 'inapplicable'],
  ['it is there as soon as nobody wrote', [[false, true], [true]], false, 'pass'],
  ['no such file when nobody wrote either', [[false, true], [false]], false, 'fail'],
  ['this run always wrote', Array.from({ length: 4 }, () => [false, true] as const), false, 'inapplicable'],
])('a record in a list of several pages: %s', (_what, looks, again, verdict) => {
  const params = { created: 'create', list: 'list', uidSent: '/id', records: '', uid: '/id', wanted: true };
  const looking = {
    ...planned,
    steps: [step('create'), ofList('list')],
    checks: [{ id: 'listed', spec: '1', rule: 'lifecycle.listed', params, given: [] }],
  } as unknown as Case;
  const all = looks.flatMap(([isThere, crossed], index) => {
    const source = index === 0 ? 'c' : `c~${index + 1}`;
    const page = (n: number, ids: readonly number[]): Exchange => ({
      ...exchange({ step: 'list', body: ids.map((id) => ({ id })) }),
      id: `${source}#list.${n}`,
      ...(crossed === undefined ? {} : { crossed }),
    });
    const made = { ...exchange({ step: 'create', status: 201, body: { id: 7 } }), id: `${source}#create` };
    return [made, page(1, [1, 2]), page(2, isThere ? [3, 7] : [3, 4])];
  });
  expect(needsRetry(group, context)(looking, all)).toBe(again);
  const of = { ...group, cases: [looking] };
  expect(judgeGroup(of, all, context).map((one) => one.verdict)).toEqual([verdict]);
});

/** A connection that is reset before any answer. */
const RESET = 0;

/** What a write was answered each time that its case was tried. */
test.each<readonly [what: string, statuses: readonly number[], again: boolean, verdicts: readonly string[]]>([
  ['lost its connection', [RESET], true, ['inconclusive', 'inconclusive']],
  ['lost its connection, and was taken then', [RESET, 201], false, ['pass', 'pass']],
  ['lost its connection each time', [RESET, RESET], false, ['inconclusive', 'inconclusive']],
  [
    'lost its connection, and what was wrong then may come of the first time',
    [RESET, 409],
    false,
    // That one may be answered so is the contract's.
    ['inconclusive', 'pass'],
  ],
  ['was taken', [201], false, ['pass', 'pass']],
  ['met a service that was away', [503], true, ['fail', 'fail']],
  ['met a service that was away, and was taken then', [502, 201], false, ['pass', 'pass']],
  ['met a service that was away each time', [503, 503], false, ['fail', 'fail']],
  [
    'met a service that was away, and what was wrong then may come of the first time',
    [504, 409],
    false,
    ['fail', 'fail'],
  ],
  ['was refused', [409], false, ['fail', 'pass']],
  ['broke the service', [500], false, ['fail', 'inapplicable']],
])('a write that %s', (_what, statuses, again, verdicts) => {
  const making = step('create', { success: { statuses: [201] } });
  const writing = {
    ...planned,
    steps: [making],
    checks: [
      {
        id: 'taken',
        spec: '1',
        rule: 'outcome.accepted',
        params: { step: 'create', success: making.success },
        given: [],
      },
    ],
  } as unknown as Case;
  const all = statuses.map((status, index): Exchange => {
    const { response, ...sent } = exchange({ step: 'create', method: 'POST', status, body: { errors: [] } });
    return {
      ...sent,
      ...(status === RESET
        ? { failure: { kind: 'reset', message: 'the connection was reset' } }
        : omitUndefined({ response })),
      id: `${index === 0 ? 'c' : `c~${index + 1}`}#create`,
      operation: 'books/create',
    };
  });
  const of = {
    ...group,
    endpoint: 'books',
    operation: 'create',
    cases: [writing],
    passive: [{ id: 'documented', spec: '1', rule: 'http.status-documented', params: {}, given: [] }],
  } as unknown as Group;
  const create = operation({
    service: 'library',
    spec: '1',
    method: 'POST',
    documented: { 201: {}, 409: {} } as never,
  });
  const known = { operations: { 'library@1/books/create': create }, forbiddenTexts: {}, passive: {} };
  expect(needsRetry(of, known)(writing, all)).toBe(again);
  expect(judgeGroup(of, all, known).map((one) => one.verdict)).toEqual(verdicts);
});

test('what may be closed on without an answer is not tried again where it is', () => {
  const raw = {
    id: 'c',
    steps: [step('probe')],
    checks: [{ id: 'raw', spec: '1', rule: 'raw.refused', params: { step: 'probe', mayClose: true }, given: [] }],
  } as unknown as Case;
  const { response: _response, ...sent } = exchange({ step: 'probe', method: 'GET' });
  const closed: Exchange = { ...sent, id: 'c#probe', failure: { kind: 'reset', message: 'it was closed' } };
  const of = { ...group, cases: [raw] } as unknown as Group;
  expect(judgeGroup(of, [closed], context).map(({ check, verdict }) => `${check} ${verdict}`)).toContain('raw pass');
  expect(needsRetry(of, context)(raw, [closed])).toBe(false);
});
