/** What a contract has for a row that it switches off waits for it; a requirement that nothing proves any more is told with the row. */
import { describe, expect, it } from 'vitest';
import { lintAll } from '../../src/lint/lint-project.ts';
import type { Problem } from '../../src/errors.ts';
import { fileOf, library } from '../cli/library.ts';

const BINDINGS = 'contracts/library/bindings.yaml';
const REQUIREMENTS = 'specs/library/requirements/books.yaml';
const POINTS = 'specs/library/open-points.yaml';
const OFF = { 'contracts/library/catalogue.yaml': 'off:\n  input.missing: The old clients send no titles.\n' };
const bound = (...lines: readonly string[]): Readonly<Record<string, string>> => ({
  [BINDINGS]: `${fileOf(BINDINGS)}${lines.map((line) => `  - ${line}\n`).join('')}`,
});
const told = (changes: Readonly<Record<string, string>>): readonly Problem[] => lintAll(library(changes), []).problems;

describe('lint, where a row is switched off', () => {
  it('lets a binding wait that only the row had checks for', () => {
    const binding = bound('{ checks: "books/create/input.missing/title", requirement: library.all }');
    expect(told(binding)).toEqual([]);
    expect(told({ ...binding, ...OFF })).toEqual([]);
  });

  it('lets a practice wait, for rows of answers as for others', () => {
    const practices = { [BINDINGS]: `${fileOf(BINDINGS)}practices: [http.no-echo]\n` };
    expect(told(practices)).toEqual([]);
    const off = { 'contracts/library/catalogue.yaml': 'off:\n  http.no-echo: It repeats ids, and has to.\n' };
    expect(told({ ...practices, ...off })).toEqual([]);
  });

  it('tells a binding that would match nothing either way, and where', () => {
    const binding = bound('{ checks: "books/create/input.mising/title", requirement: library.all }');
    expect(told({ ...binding, ...OFF })).toMatchObject([{ code: 'binding-unmatched', file: BINDINGS, line: 4 }]);
  });

  it('tells a requirement that only the row proved, with the row, its line and what to do', () => {
    const text = `${fileOf(REQUIREMENTS)}  library.books.needed:\n    text: A book has a title.\n    level: MUST\n    basis: documented\n    section: "§4"\n`;
    const own = {
      ...bound('{ checks: "books/create/input.missing/**", requirement: library.books.needed }'),
      [REQUIREMENTS]: text,
    };
    expect(told(own)).toEqual([]);
    expect(told({ ...own, ...OFF })).toMatchObject([
      {
        code: 'unproven-requirement',
        message:
          'no check proves library.books.needed in library 1.9, 1.10: the case templates that prove it are switched off: input.missing (contracts/library/catalogue.yaml:2)',
        file: REQUIREMENTS,
        line: text.split('\n').indexOf('  library.books.needed:') + 1,
        hint: 'Remove the entry from `off:`. Or give the requirement `excluded:` with a reason and remove its bindings.',
      },
    ]);
  });

  it('tells an open point that rests on nothing either way', () => {
    const point = '  library.idle: { question: Why?, default: 1, reason: None., section: "§9" }\n';
    expect(told({ [POINTS]: fileOf(POINTS) + point, ...OFF })).toMatchObject([{ code: 'open-point-unused' }]);
  });
});
