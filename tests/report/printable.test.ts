/** What a stranger's words would make a terminal or a CI system do is broken, and still to be seen. */
import { describe, expect, test } from 'vitest';
import { forLog, jsonForLog, printable } from '../../src/report/printable.ts';
import { oneLine } from '../../src/report/text.ts';
import { HOSTILE, obeyed } from './hostile-texts.ts';

describe.each(Object.entries(HOSTILE))('%s', (_what, text) => {
  test.each([
    ['alone', text],
    ['in the midst of a line', `the service said ${text} and more`],
    ['on a line of its own', `the service said\n${text}\nand more`],
    ['behind a carriage return', `the service said\r${text}`],
    ['indented', `cause:\n    ${text}`],
  ])('%s', (_where, whole) => {
    expect(obeyed(printable(whole))).toEqual([]);
    expect(obeyed(forLog(whole))).toEqual([]);
    expect(obeyed(oneLine(whole))).toEqual([]);
    // Made harmless once, it stays as it is.
    expect(forLog(forLog(whole))).toBe(forLog(whole));
  });

  test('as JSON it is the same value', () => {
    const value = { [text]: [text, { text }] };
    expect(obeyed(jsonForLog(value))).toEqual([]);
    expect(JSON.parse(jsonForLog(value))).toEqual(value);
  });
});

test('words that nobody obeys stay as they are', () => {
  for (const text of [
    'a ## heading',
    '# [x]',
    'std::vector<int>',
    'at 10:30 a section started: here\n\tindented --- rule',
    'é 名 😀',
    'C#[0]',
    'line\r\nline',
  ]) {
    expect(printable(text)).toBe(text);
  }
});
