/** What comes without paging, where others have records in the list, or nobody says in which order it is. */
import { describe, expect, test } from 'vitest';
import type { CaseEvidence } from '../../src/model/exchange.ts';
import type { PageStyle } from '../../src/model/paging/model.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { page, PAGE_PARAMS, STYLE } from './examples/page.ts';
import { caseRule, PASS } from './judging.ts';
import { evidence } from './support.ts';

const { order: _order, ...ANY_ORDER } = STYLE;
const DESCENDING: PageStyle = { ...STYLE, order: { descending: true } };

const given = (plain: readonly number[], walk: readonly (readonly number[])[] = []): CaseEvidence =>
  evidence({
    fill: { status: 201, body: [13, 11, 12].map((uid) => ({ result: { books_uid: uid } })) },
    walk: walk.map((uids, index) => page(uids, [index + 1, walk.length])),
    plain: page(plain, [1, 1]),
  });
const judge = (evidence: CaseEvidence, more: object): Judgement =>
  caseRule('page.not-enabled', { ...PAGE_PARAMS, step: 'plain', walk: 'walk', ...more }, evidence);
const found = (judgement: Judgement): unknown =>
  judgement.kind === 'judged' ? judgement.findings.map(({ expected, actual }) => `${expected}: ${actual}`) : judgement;

describe('where others have records in it', () => {
  const WALK = [[3, 5], [11, 12], [13]];

  test('the first of a walk come, whoever made them', () => {
    expect(judge(given([3, 5], WALK), { shared: true })).toEqual(PASS);
  });

  test.each([
    ['the last', [12, 13], 'from 12 to 13'],
    ['too many', [3, 5, 11], '3 records'],
    ['too few', [3], '1 record'],
    ['another order', [5, 3], 'from 5 to 3'],
  ])('%s are told', (_what, plain, told) => {
    expect(found(judge(given(plain, WALK), { shared: true }))).toEqual([expect.stringContaining(told)]);
    expect(found(judge(given(plain, WALK), { shared: true }))).toEqual([
      expect.stringContaining('the first 2 records of 5'),
    ]);
  });

  test('of a list in any order any of its records may come, each once', () => {
    const free = { shared: true, style: ANY_ORDER };
    expect(judge(given([12, 5], WALK), free)).toEqual(PASS);
    for (const plain of [[5, 5], [5, 99], [5]])
      expect(found(judge(given(plain, WALK), free)), String(plain)).toHaveLength(1);
  });
});

describe('where only this case has', () => {
  test.each([
    ['ascends', STYLE, [11, 12], [13, 12]],
    ['descends', DESCENDING, [13, 12], [11, 12]],
    ['has any order', ANY_ORDER, [13, 11], [13, 99]],
  ])('what was made comes as a list does that %s', (_what, style, right, wrong) => {
    expect(judge(given(right), { style })).toEqual(PASS);
    expect(found(judge(given(wrong), { style }))).toHaveLength(1);
  });

  test('of a list whose pages come in another order any of its records may be the first', () => {
    const WALK = [[13, 12], [11]];
    expect(judge(given([13, 12], WALK), {})).toEqual(PASS);
    expect(judge(given([12, 11], WALK), {})).toEqual(PASS);
    for (const plain of [[13, 13], [13, 99], [13], [13, 12, 11]])
      expect(found(judge(given(plain, WALK), {})), String(plain)).toHaveLength(1);
    expect(found(judge(given([13, 12], [[11, 12], [13]]), {}))).toHaveLength(1);
  });
});

describe('a size above the cap', () => {
  const asked = (...pages: Parameters<typeof evidence>[0][string][]): Judgement =>
    caseRule('page.cap', { ...PAGE_PARAMS, step: 'probe', cap: 2 }, evidence({ probe: pages.flat() }));

  test('brings no more, and nothing where it is refused', () => {
    expect(asked(page([11, 12], [1, 2]))).toEqual(PASS);
    expect(found(asked(page([11, 12, 13], [1, 1])))).toHaveLength(1);
    expect(asked({ status: 400, body: { errors: [] } })).toEqual(PASS);
    expect(found(asked({ status: 500, text: '' }))).toHaveLength(1);
  });
});
