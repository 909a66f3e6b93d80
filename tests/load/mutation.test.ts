/** Whatever is done to a file, loading succeeds or throws `BadInput`; anything else that it throws is a defect. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../src/errors.ts';
import { lintPaths } from '../../src/load/lint-paths.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { PROBLEM_CODES } from '../../src/load/problem-list.ts';
import { edits, mutated, MUTATED_FILES } from './mutations.ts';
import { runs } from '../properties.ts';
import { BASE, problemsOf, projectWith, write } from './support.ts';
import { everyNth } from '../part.ts';

const codes: ReadonlySet<string> = new Set(PROBLEM_CODES);
const root = projectWith();
const sound = loadProject(root);
const ENV = { LIBRARY_URL: 'https://library.example', LIBRARY_KEY: 'x' };

describe('mutated files', () => {
  test.each(everyNth(MUTATED_FILES, 2))('%s: success or problems with a place, and nothing else', (file) => {
    const original = readFileSync(path.join(BASE, file));
    fc.assert(
      fc.property(edits, (changes) => {
        write(root, file, mutated(original, changes));
        const problems = file.startsWith('targets/')
          ? problemsOf(() => loadTarget('reading-room', root, ENV, sound))
          : problemsOf(() => loadProject(root));
        const odd = problems.filter(
          (problem) =>
            !codes.has(problem.code) ||
            problem.file === undefined ||
            /undefined|\[object [A-Z]|\n {4}at /.test(formatProblem(problem)),
        );
        expect(odd).toEqual([]);
      }),
      runs(40),
    );
    write(root, file, original);
  });

  test('a member moved, removed or replaced in a contract gives problems that linting tells of too', () => {
    const file = 'contracts/library/books.yaml';
    const lines = readFileSync(path.join(BASE, file), 'utf8').split('\n');
    fc.assert(
      fc.property(
        fc.nat(lines.length - 1),
        fc.nat(lines.length - 1),
        fc.constantFrom('swap', 'remove', 'repeat'),
        (a, b, how) => {
          const changed = [...lines];
          if (how === 'swap') [changed[a], changed[b]] = [changed[b] ?? '', changed[a] ?? ''];
          else changed.splice(a, how === 'remove' ? 1 : 0, ...(how === 'remove' ? [] : [changed[a] ?? '']));
          write(root, file, changed.join('\n'));
          expect(lintPaths(root, ['specs', 'contracts'])).toEqual(problemsOf(() => loadProject(root)));
        },
      ),
      runs(30),
    );
    write(root, file, lines.join('\n'));
  });
});
