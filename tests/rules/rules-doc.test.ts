import { expect, test } from 'vitest';
import { rulesDocument } from '../../scripts/rules-doc/render.ts';
import { RULES } from '../../src/rules/registry.ts';

test('docs/generated/rules.md has every rule', () => {
  const page = rulesDocument(RULES);
  expect(RULES.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
