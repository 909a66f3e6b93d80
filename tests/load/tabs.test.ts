/** A tab that indents a line is told once, with its place, whatever kind of file it is in and whatever rests on that file. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintPaths } from '../../src/load/lint-paths.ts';
import { everyNth } from '../part.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const PLACES = ['examples/notes', 'examples/library'];

/** Lines that are indented, and are no comments: the first, one in the middle, and the last. */
function indented(text: string): readonly number[] {
  const lines = text.split('\n').flatMap((line, index) => (/^ +[\w"-]/.test(line) ? [index] : []));
  return [...new Set([lines[0], lines[Math.floor(lines.length / 2)], lines.at(-1)])].filter((it) => it !== undefined);
}

function withTab(text: string, at: number): string {
  return text
    .split('\n')
    .map((line, index) => (index === at ? line.replace(/^ +/, '\t') : line))
    .join('\n');
}

describe.each(everyNth(PLACES, 3))('%s', (place) => {
  let root = '';

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'plumbline-tabs-'));
    for (const folder of ['contracts', 'specs', 'targets'])
      cpSync(path.join(ROOT, place, folder), path.join(root, folder), {
        recursive: true,
        filter: (file) => !['common', 'http'].includes(path.basename(file)),
      });
    expect(lintPaths(root, [])).toEqual([]);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('every file', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const whole = path.join(root, file);
      const text = readFileSync(whole, 'utf8');
      for (const at of indented(text)) {
        writeFileSync(whole, withTab(text, at));
        const told = lintPaths(root, []).map(({ code, file: in_, line, column, hint }) => ({
          code,
          in_,
          line,
          column,
          hint,
        }));
        expect(told, `${file}:${at + 1}`).toEqual([
          { code: 'yaml-tab', in_: file, line: at + 1, column: 1, hint: 'indent with spaces' },
        ]);
      }
      writeFileSync(whole, text);
    }
  });
});
