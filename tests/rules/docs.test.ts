/** A document that names a rule names one that exists. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CASE_RULES } from '../../src/rules/all.ts';
import { RULE_BOOK } from '../../src/rules/rule-book.ts';
import type { ContractParameter } from '../../src/rules/model.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ids = new Set(EVERY_RULE.map((rule) => rule.id));
const families = [...new Set(EVERY_RULE.map((rule) => rule.id.slice(0, rule.id.indexOf('.'))))];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

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

/** What planning fills in for a declared case, by what the rule says that the contract knows. */
const FILLED: Readonly<Record<ContractParameter, readonly string[]>> = {
  success: ['step', 'success'],
  refusal: ['step', 'statuses', 'success', 'family', 'item'],
  messages: ['step', 'messages'],
  stored: ['written', 'read', 'sent', 'shown', 'skip', 'beside'],
  listed: ['sent', 'list', 'records', 'value', 'shown'],
};

test('the rules for declared cases stand in docs/contracts.md, with the parameters that a contract writes', () => {
  const page = readFileSync(path.join(ROOT, 'docs', 'contracts.md'), 'utf8');
  const part = /^Rules usable there.*?(?=^In `set`)/ms.exec(page)?.[0] ?? '';
  const told = [...part.matchAll(/([a-z]+\.[a-z-]+) \{([^}]*)\}/g)].map(([, id = '', names = '']) => [
    id,
    [...names.matchAll(/([a-zA-Z]+\??)(?::[^,]*)?/g)].map(([, name = '']) => name),
  ]);
  const families = ['outcome', 'warning', 'body', 'header', 'burst', 'store'];
  const usable = CASE_RULES.filter(
    ({ id }) => (families.includes(id.slice(0, id.indexOf('.'))) && !id.endsWith('form')) || id === 'token.decoded',
  ).map(({ id }) => RULE_BOOK.find(id));
  const written = usable.flatMap((rule) => {
    if (rule?.kind !== 'case') return [];
    const hidden = rule.filled === undefined ? ['step'] : FILLED[rule.filled];
    const own = rule.parameters.filter(({ name }) => !hidden.includes(name));
    return [[rule.id, own.map(({ name, isRequired }) => (isRequired ? name : `${name}?`))]];
  });
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(written));
});
