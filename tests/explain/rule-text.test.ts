import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parameterTexts } from '../../src/explain/request-text.ts';
import { pathFromHere } from '../../src/project/package.ts';
import { ROOT } from '../plan/support.ts';
import { ruleText } from '../../src/explain/rule-text.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';

describe('a rule is told', () => {
  test('that judges a case, with the row that tries it', () => {
    const text = ruleText('lifecycle.not-listed') ?? '';
    expect(text).toContain('Rule lifecycle.not-listed: A deleted record is not listed');
    expect(text).toContain('on failure          the service still lists a deleted record');
    expect(text).toContain('run only this rule  npx @plumbline/harness run --only "**/lifecycle.not-listed{,/**}"');
    expect(ruleText('input.longest')).toMatch(/defined in +contracts\/common\/input\.yaml:\d+/);
  });

  test('that judges every answer, with its source and what it proves', () => {
    const text = ruleText('http.date') ?? '';
    expect(text).toMatch(/judges +every response/);
    expect(ruleText('token.claim-missing')).toMatch(/source +RFC 7523 §3/);
    expect(text).toMatch(/proves +http\.date/);
  });

  test('whichever it is, in lines without gaps', () => {
    for (const { id, title } of EVERY_RULE) {
      const text = ruleText(id) ?? '';
      expect(text.startsWith(`Rule ${id}: ${title}\n`)).toBe(true);
      expect(text).not.toMatch(/undefined|\[object/);
    }
  });
});

test('what is no rule is told by nobody here', () => {
  expect(ruleText('lifecycle.listd')).toBeUndefined();
});

it('a path is the one from the working folder, or begins with the package', () => {
  const place = 'contracts/common/input.yaml:12';
  expect(pathFromHere(place, ROOT, ROOT)).toBe(place);
  expect(pathFromHere(place, ROOT, path.join(ROOT, '..'))).toBe(`${path.basename(path.resolve(ROOT))}/${place}`);
  expect(pathFromHere(place, '/nowhere', path.join(ROOT, 'docs'))).toBe(`@plumbline/harness/${place}`);
  expect(pathFromHere('partners/create', ROOT, ROOT)).toBe('partners/create');
});

it('a family of errors without field names does not expect the name of the field', () => {
  const field = { name: 'title' };
  expect(parameterTexts({ field, family: { name: 'plain' } })).toContain('the error names title');
  expect(parameterTexts({ field, family: { name: 'plain', unnamed: true } })).not.toContain('the error names title');
});
