/**
 * What people read when a file is wrong. Each folder of `tests/golden/load/` holds the files that are laid over the
 * base project (`_base`), and `expected.txt`, the problems as they are printed. `remove.txt` lists files that are
 * taken away; `target.json` has a target loaded instead of everything linted: `{ "target": name, "env": {…} }`.
 */
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../src/errors.ts';
import type { Problem } from '../../src/errors.ts';
import { lintPaths } from '../../src/load/lint-paths.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { PROBLEM_CODES } from '../../src/load/problem-list.ts';
import { GOLDENS, problemsOf, projectWith } from './support.ts';

const cases = readdirSync(GOLDENS).filter((name) => !name.startsWith('_'));
const OWN = ['expected.txt', 'remove.txt', 'target.json'];
const seen = new Set<string>();

describe('the problems of bad input, as they are printed', () => {
  test.each(cases)('%s', async (name) => {
    const folder = path.join(GOLDENS, name);
    const root = projectWith();
    cpSync(folder, root, { recursive: true, filter: (source) => !OWN.includes(path.basename(source)) });
    const removed = path.join(folder, 'remove.txt');
    if (existsSync(removed))
      for (const file of readFileSync(removed, 'utf8').split('\n').filter(Boolean))
        rmSync(path.join(root, file), { recursive: true });
    const problems = loadAsAsked(folder, root);
    expect(problems).not.toEqual([]);
    for (const { code } of problems) {
      expect(PROBLEM_CODES).toContain(code);
      seen.add(code);
    }
    const printed = problems.map(formatProblem).join('\n').replaceAll(root, '<root>');
    await expect(`${printed}\n`).toMatchFileSnapshot(path.join(folder, 'expected.txt'));
  });

  test('every code that can be reported is in some golden', () => {
    // No golden has a symbolic link: tests/load/outside-files.test.ts. Only the catalogues that come with the program can have it: tests/plan/catalogue.test.ts, whole-catalogue.test.ts.
    const elsewhere: readonly string[] = ['case-mixed', 'unknown-row', 'file-outside', 'row-otherwise'];
    expect(PROBLEM_CODES.filter((code) => !seen.has(code) && !elsewhere.includes(code))).toEqual([]);
  });

  test('the base project has no problems', () => {
    expect(lintPaths(projectWith(), [])).toEqual([]);
  });
});

function loadAsAsked(folder: string, root: string): readonly Problem[] {
  const asked = path.join(folder, 'target.json');
  if (!existsSync(asked)) return lintPaths(root, []);
  const { target, env } = JSON.parse(readFileSync(asked, 'utf8')) as { target: string; env: Record<string, string> };
  return problemsOf(() => loadTarget(target, root, env, loadProject(root)));
}
