/** What planning is given of the rules: all of them with their words and parameters, and nothing to judge with. */
import { expect, test } from 'vitest';
import { RULE_BOOK } from '../../src/rules/rule-book.ts';
import type { RuleEntry } from '../../src/rules/rule-list.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';

const entries: readonly RuleEntry[] = [...RULE_BOOK.cases, ...RULE_BOOK.passive];

test('every rule stands in it, and is found by its id', () => {
  expect(entries.map(({ id }) => id)).toEqual(EVERY_RULE.map(({ id }) => id));
  for (const entry of entries) expect(RULE_BOOK.find(entry.id)).toBe(entry);
  expect(RULE_BOOK.find('no.such-rule')).toBeUndefined();
});

test('it holds no judge', () => {
  for (const entry of entries)
    expect(
      Object.entries(entry).filter(([, member]) => typeof member === 'function'),
      entry.id,
    ).toEqual([]);
});

test('it says of each parameter whether it is needed, and whether it names a step', () => {
  const refused = RULE_BOOK.find('outcome.refused');
  expect(refused?.kind === 'case' ? refused.parameters.slice(0, 2) : []).toEqual([
    { name: 'step', isRequired: true, isStep: true },
    { name: 'kind', isRequired: true, isStep: false },
  ]);
});
