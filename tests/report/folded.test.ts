import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapLines } from '../../src/report/text.ts';

describe('a line that is too long', () => {
  test('goes on below its last column', () => {
    const line =
      '  id      books.titles.length\n  section RFC 9110 §15.5.6, which says of the methods that a resource has, that they are listed';
    expect(wrapLines(line.replace('section ', 'section  '), 60)).toBe(`  id      books.titles.length
  section  RFC 9110 §15.5.6, which says of the methods that
           a resource has, that they are listed`);
  });

  test('without columns it is indented a little more', () => {
    expect(wrapLines(`  ${'word '.repeat(20).trimEnd()}`, 60).split('\n')).toEqual([
      `  ${'word '.repeat(11).trimEnd()}`,
      `    ${'word '.repeat(9).trimEnd()}`,
    ]);
  });

  test('colours take no room', () => {
    const red = `\u001b[31m${'word '.repeat(11).trimEnd()}\u001b[39m`;
    expect(wrapLines(red, 60)).toBe(red);
  });

  test('a command to copy, and one long word, stay whole', () => {
    for (const line of [`     npx @plumbline/harness explain ${'a'.repeat(80)} --target acme`, `  ${'x'.repeat(90)}`])
      expect(wrapLines(line, 60)).toBe(line);
  });
});

test('where nobody looks, nothing is broken', () => {
  const line = 'word '.repeat(100);
  expect(wrapLines(line, undefined)).toBe(line);
});

test('no word is lost or moved, whatever the width, and no line is longer than it must be', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 40, max: 120 }), fc.integer({ min: 0, max: 8 }), (list, width, indent) => {
      const lines = wrapLines(`${' '.repeat(indent)}${list.join(' ')}`, width).split('\n');
      expect(
        lines
          .join(' ')
          .split(/\s+/)
          .filter((word) => word !== ''),
      ).toEqual(list);
      expect(lines.filter((line) => line.length > width)).toEqual([]);
    }),
  );
});
