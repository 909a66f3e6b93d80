/** Texts of rules and test cases use the terms of the field: none contains a phrase of tests/wording/words.yaml. */
import { expect, test } from 'vitest';
import type { Template } from '../../src/plan/catalogue/template.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { CASE_TEMPLATES } from '../../src/rules/row-rules.ts';
import { findPhrases } from '../wording/phrases.ts';

/** Texts below the keys `when` and `asks`, at any depth. */
function textsOf(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') return ['when', 'asks'].includes(key) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) => textsOf(item, name))
    : [];
}

/** Code comments need these words for open questions, refused connections and step kinds; texts for users do not. */
const CODE_WORDS = /\b(?:answer|refus|walk)\w*/i;

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{[\w.-]+\}/g, 'x');

test.each(EVERY_RULE.map((rule) => [rule.id, rule] as const))('%s', (_id, { title, fails, explain, source = '' }) => {
  const texts = [title, fails, explain, source].map(withoutPlaceholders);
  expect(texts.flatMap(findPhrases)).toEqual([]);
  expect(texts.filter((text) => CODE_WORDS.test(text))).toEqual([]);
  expect(withoutPlaceholders(title).length).toBeLessThanOrEqual(100);
});

test.each(CASE_TEMPLATES.map((row: Template) => [row.id, row] as const))('test cases of %s', (_id, row) => {
  const texts = textsOf(row).map(withoutPlaceholders);
  expect(texts.flatMap(findPhrases)).toEqual([]);
  expect(texts.filter((text) => CODE_WORDS.test(text))).toEqual([]);
});
