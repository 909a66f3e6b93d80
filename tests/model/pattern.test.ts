/** Patterns that are not ours: what they mean, wherever they are asked, and that no text holds them up. */
import { expect, test } from 'vitest';
import { schemaCompiler } from '../../src/model/json-schema.ts';
import { matchesPattern, compilePattern } from '../../src/model/pattern.ts';

test.each([
  ['^\\d{3}$', '123', true],
  ['^\\d{3}$', '1234', false],
  ['^\\d{3}$', '123\n', false],
  ['b', 'abc', true],
  ['^.$', '𝒳', true],
  // A line feed alone ends a line there.
  ['^.$', '\r', true],
  ['^.$', '\n', false],
  ['', '', true],
])('%s lets %j through: %s, to whoever plans by it and to whoever judges by it', (pattern, text, isMatched) => {
  expect(matchesPattern(pattern, text)).toBe(isMatched);
  expect(schemaCompiler().validate({ type: 'string', pattern }, text)).toBe(isMatched);
});

test('without a pattern all texts are let through', () => {
  expect(matchesPattern(undefined, '!')).toBe(true);
});

// A backtracking engine would not come back from these.
test.each(['^([a-z]+)*$', '^(?:[A-Z0-9]+-?)+$', '^(a|aa)+$'])('%s ends on every text', (pattern) => {
  expect(matchesPattern(pattern, `${'a'.repeat(100_000)}!`)).toBe(false);
  expect(matchesPattern(pattern, `${'A'.repeat(100_000)}!`)).toBe(false);
});

test('a pattern is compiled once, and tells what its first group found', () => {
  expect(compilePattern('/shops/([^/]+)$')).toBe(compilePattern('/shops/([^/]+)$'));
  expect(compilePattern('/shops/([^/]+)$').group('/v1/shops/7')).toBe('7');
  expect(compilePattern('/shops/([^/]+)$').group('/v1/orders/7')).toBeUndefined();
  expect(compilePattern('^(?:(a)|b)$').group('b')).toBeUndefined();
});
