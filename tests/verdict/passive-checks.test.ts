/** What is sent to another operation of the endpoint on the way is judged by the checks of every answer there. */
import { describe, expect, test } from 'vitest';
import type { Group, Step } from '../../src/plan/model.ts';
import type { PassiveRuleId } from '../../src/rules/ids.ts';
import { passiveChecksByEndpoint } from '../../src/verdict/passive-checks.ts';
import { type JudgeContext, judgeGroup } from '../../src/verdict/judge.ts';
import { asked, type Asked } from '../legal/legal.ts';
import { exchange, operation, type Sketch } from '../rules/support.ts';
import { step } from './deciding.ts';

const RULES: readonly PassiveRuleId[] = ['http.date', 'http.kept-fields', 'http.status-documented', 'http.token-life'];
const checkOf = (place: string, rule: string) => ({ id: `library/books/${place}/${rule}`, spec: '1', rule });
const groupOf = (name: string, more: object = {}) =>
  ({
    id: `library@1/books/${name}/lifecycle`,
    service: 'library',
    spec: '1',
    endpoint: 'books',
    operation: name,
    setup: [],
    cases: [],
    passive: RULES.map((rule) => checkOf(name, rule)),
    ...more,
  }) as unknown as Group;

const read = operation({ method: 'GET', path: '/books/{id}', access: 'token', documented: { 200: {}, 404: {} } });
const update = operation({ method: 'PATCH', path: '/books/{id}' });
const ask = step('after').request;
const READ: Step = step('after', { request: { ...ask, method: 'GET', path: '/books/{id}', auth: { kind: 'good' } } });

/** Checks of the read that fail by what one step of an update was answered. */
function failing(answer: Asked | readonly Asked[], change: Partial<Step> = {}, planned = [groupOf('read')]) {
  const steps = [answer].flat().map((_one, index) => ({ ...READ, ...change, name: `after-${index}` }));
  const group = groupOf('update', { cases: [{ id: 'library/books/update/lifecycle/c', steps, checks: [] }] });
  const sent = [answer].flat().map((one, index) => ({
    ...asked({ ...one, step: `after-${index}` }),
    id: `library/books/update/lifecycle/c#after-${index}`,
  }));
  const context: JudgeContext = {
    operations: { 'library@1/books/read': read, 'library@1/books/update': update },
    forbiddenTexts: {},
    passive: passiveChecksByEndpoint([group, ...planned]),
  };
  const found = judgeGroup(group, sent, context).filter(({ check }) => check.includes('/read/'));
  expect(found.every(({ aside, verdict }) => aside === true && verdict === 'fail')).toBe(true);
  return found.map(({ check }) => check.replace('library/books/read/', ''));
}

const bare: Sketch = { headers: { date: null } };

test('an answer that breaks a rule fails the check of its own operation, whichever group asked for it', () => {
  expect(failing(bare)).toEqual(['http.date']);
  expect(failing([{}, bare, bare])).toEqual(['http.date']);
  expect(failing({ status: 203 })).toEqual(['http.status-documented']);
  expect(failing({})).toEqual([]);
});

test('and so does one of what the group made before its cases', () => {
  const create = operation({ kind: 'create', name: 'create', method: 'POST', path: '/books' });
  const request = { ...ask, method: 'POST', path: '/books', auth: { kind: 'good' } as const };
  const groups = [groupOf('update', { setup: [step('books', { request })] }), groupOf('create')];
  const [group] = groups;
  const sent = { ...exchange({ ...bare, step: 'books', method: 'POST' }), id: `${group?.id}#setup.books` };
  const operations = { 'library@1/books/create': create, 'library@1/books/update': update };
  const results = judgeGroup(group as Group, [sent], {
    operations,
    forbiddenTexts: {},
    passive: passiveChecksByEndpoint(groups),
  });
  expect(results.filter(({ aside }) => aside).map(({ check }) => check)).toEqual(['library/books/create/http.date']);
});

test('what was seen so while test data was cleared says nothing, and still stands beside the others', () => {
  const group = groupOf('update', { cases: [{ id: 'library/books/update/lifecycle/c', steps: [READ], checks: [] }] });
  const sent = { ...exchange({ ...bare, step: 'after' }), id: 'library/books/update/lifecycle/c#after' };
  const gone = { ...exchange({ step: 'sentinel', status: 404 }), id: `${group.id}#setup.sentinel` };
  const context: JudgeContext = {
    operations: { 'library@1/books/read': read, 'library@1/books/update': update },
    forbiddenTexts: {},
    passive: passiveChecksByEndpoint([group, groupOf('read')]),
  };
  const found = judgeGroup(group, [sent, gone], context).find(({ check }) => check.endsWith('/read/http.date'));
  expect(found).toMatchObject({ verdict: 'inconclusive', aside: true });
});

test('a 304 is held against the whole answer beside it, and needs no word of the contract', () => {
  const conditional = { request: { ...READ.request, headers: { 'if-none-match': { $header: 'before#etag' } } } };
  const whole: Sketch = { headers: { etag: '"a"' } };
  const unchanged: Asked = { status: 304, text: '', asked: [['if-none-match', '"a"']] };
  expect(failing([whole, { ...unchanged, headers: { etag: '"a"' } }], conditional)).toEqual([]);
  expect(failing([whole, unchanged], conditional)).toEqual(['http.kept-fields']);
});

describe('nothing is said of', () => {
  test.each<[string, Sketch, Partial<Step>?]>([
    ['a refusal: it may be what the case is after', { ...bare, status: 404 }],
    ['what was not answered', { failure: 'timeout' }],
    ['a request that nobody let in was to send', bare, { request: { ...READ.request, auth: { kind: 'other' } } }],
    ['one with a field that its contract has not', bare, { request: { ...READ.request, headers: { accept: 'a/b' } } }],
    ['another method', bare, { request: { ...READ.request, method: 'HEAD' } }],
    ['an address that an answer gave', bare, { request: { ...READ.request, location: 'made' } }],
    ['what was sent several times', bare, { send: { kind: 'burst', times: 2 } }],
    ['a text that no client sends', bare, { via: 'socket' }],
  ])('%s', (_what, answer, change) => {
    expect(failing(answer, change)).toEqual([]);
  });

  test('an operation of which the part has no check, or not that one', () => {
    expect(failing(bare, {}, [])).toEqual([]);
    expect(failing(bare, {}, [groupOf('read', { passive: [checkOf('read', 'http.json')] })])).toEqual([]);
  });
});
