/** What is looked for in a list may stand on any of its pages; where it may have slipped between two of them, nothing is said. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { CaseEvidence, Exchange } from '../../src/model/exchange.ts';
import type { RuleId } from '../../src/rules/ids.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { caseRule, PASS } from './judging.ts';
import { evidence } from './support.ts';

interface Book {
  readonly id: number;
  readonly title: string;
}
const MINE: Book = { id: 7, title: 'Cube' };
const others = (...ids: readonly number[]): readonly Book[] => ids.map((id) => ({ id, title: `Book ${id}` }));

/** The list as it came in pages, each with these books. */
function walked(pages: readonly (readonly Book[])[], more: Partial<Exchange> = {}): CaseEvidence {
  const given = evidence({
    create: { method: 'POST', status: 201, sent: { title: MINE.title }, body: { id: MINE.id } },
    update: { method: 'PATCH', sent: { title: MINE.title }, body: {} },
    refused: { method: 'POST', status: 422, sent: { title: MINE.title } },
    read: { body: MINE as unknown as Json },
    list: pages.map((books) => ({ body: { data: books as unknown as Json } })),
  });
  return { ...given, list: (given['list'] ?? []).map((page) => ({ ...page, ...more })) };
}

const LIST = { list: 'list', records: '/data', record: '' };
const NAMED = { ...LIST, created: 'create', create: 'create', uidSent: '/id', uid: '/id' };
const PARAMS = {
  'lifecycle.listed': { ...NAMED, wanted: true },
  'lifecycle.listed-once': NAMED,
  'lifecycle.stored-once': { ...LIST, created: 'create', sent: '', skip: [] },
  'lifecycle.listed-as-read': { ...NAMED, read: 'read', shown: '' },
  'lifecycle.update-makes-none': { ...NAMED, update: 'update', sent: '' },
  'lifecycle.list-order': { list: 'list', records: '/data', uid: '/id' },
  'store.no-trace': { sent: 'refused', list: 'list', records: '/data', value: '/title', shown: '/title' },
} as const satisfies Partial<Record<RuleId, object>>;
type Law = keyof typeof PARAMS;

const judge = (law: Law, given: CaseEvidence, more: object = {}): Judgement =>
  caseRule(law, { ...PARAMS[law], ...more }, given);
const found = (judgement: Judgement): readonly string[] =>
  judgement.kind === 'judged' ? judgement.findings.map(({ where, actual }) => `${where}: ${actual}`) : [judgement.kind];

const LATER = [others(1, 2), [...others(3), MINE]];
const NOWHERE = [others(1, 2), others(3, 4)];
const WANTED: readonly Law[] = ['lifecycle.listed', 'lifecycle.listed-once', 'lifecycle.stored-once'];

test.each<Law>([...WANTED, 'lifecycle.listed-as-read', 'lifecycle.update-makes-none'])(
  '%s finds a record on a later page',
  (law) => {
    expect(judge(law, walked(LATER))).toEqual(PASS);
  },
);

test.each(WANTED)('%s tells of a record that is on none, and of one that is on two', (law) => {
  expect(found(judge(law, walked(NOWHERE)))).toHaveLength(1);
  if (law !== 'lifecycle.listed')
    expect(found(judge(law, walked([[MINE], [MINE]])))).toEqual([
      'body#/data: 2 times'.concat(law === 'lifecycle.stored-once' ? ' in 2 records' : ''),
    ]);
});

test('what must not be there is found on a later page', () => {
  expect(found(judge('store.no-trace', walked(LATER)))).toEqual(['body#/data: {"id":7,"title":"Cube"}']);
  expect(found(judge('lifecycle.listed', walked(LATER), { wanted: false }))).toEqual(['body#/data: still listed']);
  expect(judge('store.no-trace', walked(NOWHERE))).toEqual(PASS);
});

test('a finding names the place on its own page', () => {
  const twice = [others(1), [{ ...MINE, id: 8 }, MINE]];
  expect(found(judge('lifecycle.update-makes-none', walked(twice)))[0]).toMatch(/^body#\/data\/0: /);
  expect(found(judge('lifecycle.list-order', walked([others(1, 2), others(3, 2)])))).toEqual(['body#/data/1/id: 2']);
  const otherwise = [others(1), [{ ...MINE, title: 'Ball' }]];
  expect(found(judge('lifecycle.listed-as-read', walked(otherwise)))).toEqual(['body#/data/0/title: "Ball"']);
});

describe('a record that is on no page', () => {
  test.each([...WANTED, 'store.no-trace'] as const)(
    'may have slipped through, where this run wrote between two: %s',
    (law) => {
      expect(judge(law, walked(NOWHERE, { crossed: true }))).toMatchObject({ kind: 'inapplicable', unsettled: true });
    },
  );

  test('is not there, where there is but one', () => {
    for (const law of WANTED)
      expect(found(judge(law, walked([others(1, 2)], { crossed: true }))), law).toEqual([
        expect.stringMatching(/^body#/),
      ]);
  });

  test('may stand where the walk did not go', () => {
    for (const law of [...WANTED, 'store.no-trace'] as const)
      expect(judge(law, walked(NOWHERE, { cut: true })), law).toMatchObject({
        reason: expect.stringContaining('limits.pages') as string,
      });
  });
});

test('of records that were not kept whole nothing is compared', () => {
  const given = walked(LATER);
  const reduced = {
    ...given,
    list: (given['list'] ?? []).map((page) => ({
      ...page,
      response: { ...page.response, body: '{"data":[{"id":7}]}', reduced: 'judged' },
    })),
  } as CaseEvidence;
  for (const law of ['lifecycle.stored-once', 'lifecycle.listed-as-read', 'store.no-trace'] as const)
    expect(judge(law, reduced).kind, law).toBe('inapplicable');
  expect(judge('lifecycle.listed', reduced)).toEqual(PASS);
});

test('a text of ours is found on any page that a stranger sees', () => {
  const given = evidence({
    create: { method: 'POST', sent: { title: 'k3fj29dk' } },
    stranger: [{ body: [] }, { body: [{ title: 'k3fj29dk' }] }],
  });
  const judgement = caseRule('access.canary', { sent: 'create', text: '/title', strangers: ['stranger'] }, given);
  expect(found(judgement)).toEqual(['response: k3fj29dk']);
});
