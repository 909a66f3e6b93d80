/** A document that names a rule names one that exists. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contractReference } from '../../scripts/docs/references.ts';
import { CASE_RULES } from '../../src/rules/all.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ids = new Set(EVERY_RULE.map((rule) => rule.id));
const families = [...new Set(EVERY_RULE.map((rule) => rule.id.slice(0, rule.id.indexOf('.'))))];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md') && !name.startsWith('docs/generated/'));

/** Words like `page.cap`, alone or at the end of a check id; requirements are named the same way and checked by lint. */
function named(text: string): readonly string[] {
  // A worked example adds what is not there.
  const said = text.replace(/^\+.*$/gm, '');
  const pattern = new RegExp(
    `(?<![\\w.*-])(?:${families.join('|')})\\.[a-z](?:[a-z0-9-]*[a-z0-9])?(?![*-])(?![\\w.:-]*[\\w:(])`,
    'g',
  );
  return [...said.matchAll(pattern)].map(([word]) => word);
}

test.each(documents)('%s', (name) => {
  const requirements = readFileSync(path.join(ROOT, 'specs', 'http', 'requirements.yaml'), 'utf8');
  const words = named(readFileSync(path.join(ROOT, name), 'utf8')).filter(
    (word) => !requirements.includes(`  ${word}:`),
  );
  expect([...new Set(words)].filter((word) => !ids.has(word) && !/\.(ts|md|yaml|json|js)$/.test(word))).toEqual([]);
});

test('a rule that does not exist is found', () => {
  expect(named('`page.cap`, input.no-such-thing; body.has')).toEqual(['page.cap', 'input.no-such-thing', 'body.has']);
});

test('the reference lists the rules of own cases, with the parameters that a contract writes', () => {
  const page = contractReference();
  const [, part = ''] = page.split('## Rules for own cases');
  const rows = new Map(
    [...part.matchAll(/^\| `([a-z.-]+)` \| (.*?) \| \S/gm)].map(([, id = '', names = '']) => [id, names]),
  );
  const families = ['outcome', 'warning', 'body', 'header', 'burst', 'store'];
  const usable = CASE_RULES.filter(
    ({ id }) => (families.includes(id.slice(0, id.indexOf('.'))) && !id.endsWith('form')) || id === 'token.decoded',
  ).map(({ id }) => id);
  expect(usable.filter((id) => !rows.has(id))).toEqual([]);
  expect(rows.get('body.equals')).toBe('`pointer`, `value`');
  expect(rows.get('outcome.refused')).toBe('`kind`, `field?`, `codes?`');
});
