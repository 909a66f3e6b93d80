import { describe, expect, test } from 'vitest';
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
