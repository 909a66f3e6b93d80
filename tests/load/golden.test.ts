/**
 * Problems of bad input, case by case as `tests/golden/load/problems.txt` lists them. `npx vitest run -u` writes
 * the problems of this run into the table.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatProblem, type Problem } from '../../src/errors.ts';
import { lintPaths } from '../../src/load/lint-paths.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { PROBLEM_CODES } from '../../src/load/problem-list.ts';
import { readProblemTable, writeProblemTable, type ProblemCase } from './problem-table.ts';
import { GOLDENS, problemsOf, projectWith } from './support.ts';

const TABLE = path.join(GOLDENS, 'problems.txt');
const cases = readProblemTable(TABLE);
const printed = new Map<string, string>();
const seen = new Set<string>();

describe('the problems of bad input, as they are printed', () => {
  test.each(cases)('$name', (one) => {
    const root = projectWith();
    one.apply(root);
    const problems = load(one, root);
    expect(problems).not.toEqual([]);
    for (const problem of problems) {
      expect(PROBLEM_CODES).toContain(problem.code);
      seen.add(problem.code);
      if (problem.frame !== undefined) expectCaret(root, problem);
    }
    const text = problems.map(withoutFrame).join('\n').replaceAll(root, '<root>');
    printed.set(one.name, text);
    expect(text).toBe(one.expected);
  });

  test('fill the table', async () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    await expect(writeProblemTable(cases, ({ name }) => printed.get(name) ?? '')).toMatchFileSnapshot(TABLE);
  });

  test('every code that can be reported is in some case', () => {
    // No case has a symbolic link: tests/load/outside-files.test.ts. Only the catalogues that come with the program can have it: tests/plan/catalogue.test.ts, whole-catalogue.test.ts.
    const elsewhere: readonly string[] = ['case-mixed', 'unknown-row', 'file-outside', 'row-otherwise'];
    expect(PROBLEM_CODES.filter((code) => !seen.has(code) && !elsewhere.includes(code))).toEqual([]);
  });

  test('the base project has no problems', () => {
    expect(lintPaths(projectWith(), [])).toEqual([]);
  });
});

function load({ target }: ProblemCase, root: string): readonly Problem[] {
  if (target === undefined) return lintPaths(root, []);
  return problemsOf(() => loadTarget(target.name, root, target.environment, loadProject(root)));
}

/** A problem without its source line says whether it would have one: a line with a secret is never shown. */
function withoutFrame({ frame, ...problem }: Problem): string {
  const text = formatProblem(problem);
  return frame === undefined && problem.line !== undefined ? text.replace(/\]$/m, '] (line hidden)') : text;
}

/** The caret of the source line is below the character at the line and column of the problem. */
function expectCaret(root: string, { file = '', line = 0, column = 0, frame = '' }: Problem): void {
  const [shown = '', caret = ''] = frame.split('\n');
  const source = readFileSync(path.join(root, file), 'utf8').split('\n')[line - 1] ?? '';
  const [at, expected] = [shown[caret.indexOf('^')] ?? '', source[column - 1] ?? ''];
  expect(at === '*' || at === expected || (at === ' ' && expected === '\t'), `${frame}\n${source}`).toBe(true);
}
