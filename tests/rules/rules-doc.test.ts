import { expect, test } from 'vitest';
import { rulesDocument } from '../../scripts/docs/rules.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';

test('docs/generated/rules.md has every rule', () => {
  const page = rulesDocument(EVERY_RULE);
  expect(EVERY_RULE.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
