/** docs/generated/rules.md is what the rules say, and every row of the catalogue is covered or has a reason. */
import { expect, test } from 'vitest';
import { SECTIONS } from '../../scripts/rules-doc/catalogue.ts';
import { rulesDocument, tally, unexplained } from '../../scripts/rules-doc/render.ts';
import { RULES } from '../../src/rules/registry.ts';
import { isCatalogued } from './catalogue.ts';

const rows = SECTIONS.flatMap((section) => section.rows);
const [aRule] = RULES;

test('every row is covered by a rule or says why it is not', () => {
  expect(unexplained(SECTIONS, RULES)).toEqual([]);
});

test('a row that loses its rules, or has both, is found', () => {
  const without = RULES.map((rule) => ({ ...rule, covers: rule.covers.filter((id) => id !== 'B07') }));
  expect(unexplained(SECTIONS, without)).toEqual(['B07 is covered by no rule, and no reason is given']);
  if (aRule === undefined) throw new Error('there are no rules');
  expect(unexplained(SECTIONS, [...RULES, { ...aRule, covers: ['K05'] }])).toEqual([
    'K05 is covered, and yet has a reason why it is not',
  ]);
});

test('the rows are those of the catalogue, each once', () => {
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  expect(rows.filter((row) => !isCatalogued(row.id))).toEqual([]);
  expect(rows.length).toBe(172);
  const { covered, elsewhere, excluded } = tally(SECTIONS, RULES);
  expect(covered + elsewhere + excluded).toBe(rows.length);
});

test('the page has every rule', () => {
  const page = rulesDocument(SECTIONS, RULES);
  expect(RULES.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
