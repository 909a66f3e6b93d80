/** A list that was there already: what its large pages bring, small ones bring too. */
import { expect, test } from 'vitest';
import type { CaseEvidence } from '../../src/model/exchange.ts';
import { ruleById } from '../../src/rules/registry.ts';
import type { CaseRule, Judgement } from '../../src/rules/model.ts';
import { page, PAGE_PARAMS } from './examples/page.ts';
import { evidence } from './support.ts';

type Pages = readonly (readonly number[])[];

interface Seen {
  readonly whole?: Pages;
  readonly again?: Pages;
  readonly cut?: boolean;
}

function seen(few: Pages, { whole = [[1, 2, 3, 4, 5]], again = whole, cut = false }: Seen = {}): CaseEvidence {
  const walk = (pages: Pages) => pages.map((uids, index) => page([...uids], [index + 1, pages.length]));
  const given = evidence({ walk: walk(whole), few: walk(few), second: walk(again) });
  return { ...given, few: (given['few'] ?? []).map((one) => (cut ? { ...one, cut: true } : one)) };
}

function judge(given: CaseEvidence, order: boolean = true): Judgement {
  const { style, ...params } = PAGE_PARAMS;
  const all = { ...params, style: { ...style, order }, size: 2, step: 'few', walk: 'walk', again: 'second' };
  return (ruleById('page.walk-complete') as CaseRule).judge(all as never, given);
}
const told = (judgement: Judgement): readonly string[] =>
  judgement.kind === 'judged' ? judgement.findings.map(({ actual }) => String(actual)) : [judgement.kind];

test('a way from page to page that ends too soon loses records', () => {
  expect(told(judge(seen([[1, 2], [3, 4], [5]])))).toEqual([]);
  expect(
    told(
      judge(
        seen([
          [1, 2],
          [3, 4],
        ]),
      ),
    ),
  ).toEqual(['1 missing, such as 5']);
});

test('a record that comes again on the next page is told as that', () => {
  expect(
    told(
      judge(
        seen([
          [1, 2],
          [2, 3],
          [4, 5],
        ]),
      ),
    ),
  ).toEqual(['2 twice']);
});

test('where it was not asked for more, nothing more is due', () => {
  expect(told(judge(seen([[1, 2]], { cut: true })))).toEqual([]);
  expect(told(judge(seen([[1, 3]], { cut: true })))).toEqual(['1 missing, such as 2']);
  // What is in the wrong order is told as that.
  expect(told(judge(seen([[2, 1]], { cut: true, whole: [[5, 4, 3, 2, 1]] })))).toEqual([]);
  // In any order, whichever come may be the first.
  expect(told(judge(seen([[1, 3]], { cut: true }), false))).toEqual([]);
});

test('nothing is said of a list that somebody changed', () => {
  expect(
    told(
      judge(
        seen(
          [
            [1, 2],
            [3, 4],
          ],
          { again: [[1, 2, 3, 4]] },
        ),
      ),
    ),
  ).toEqual(['inapplicable']);
});
