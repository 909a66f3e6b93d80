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
import { BASE, problemsOf, projectWith, write } from './support.ts';

const FILES = [
  'contracts/library/books.yaml',
  'contracts/library/loans.yaml',
  'contracts/library/errors.yaml',
  'contracts/library/token.yaml',
  'contracts/library/envelope.yaml',
  'contracts/library/bindings.yaml',
  'specs/library/versions.yaml',
  'specs/library/open-points.yaml',
  'specs/library/requirements/books.yaml',
  'targets/reading-room/target.yaml',
  'targets/reading-room/waivers.yaml',
] as const;

const codes: ReadonlySet<string> = new Set(PROBLEM_CODES);
const root = projectWith();
const sound = loadProject(root);
const ENV = { LIBRARY_URL: 'https://library.example', LIBRARY_KEY: 'x' };

/** Bytes removed, inserted and replaced anywhere, UTF-8 or not. */
const edits = fc.array(
  fc.record({
    at: fc.nat(5000),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom(
        ...[
          '\n',
          '\t',
          ': ',
          '- ',
          '{',
          '}',
          '[',
          ']',
          '"',
          '&a ',
          '*a',
          '<<: ',
          '!x ',
          '|',
          '#',
          '~',
          '{}',
          '[]',
          '1',
        ].map((text) => Buffer.from(text)),
      ),
    ),
  }),
  {
    minLength: 1,
    maxLength: 4,
  },
);

describe('mutated files', () => {
  test.each(FILES)('%s: success or problems with a place, and nothing else', (file) => {
    const original = readFileSync(path.join(BASE, file));
    fc.assert(
      fc.property(edits, (changes) => {
        let bytes: Buffer = original;
        for (const { at, remove, insert } of changes) {
          const place = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
        }
        write(root, file, bytes);
        const problems = file.startsWith('targets/')
          ? problemsOf(() => loadTarget('reading-room', root, ENV, sound))
          : problemsOf(() => loadProject(root));
        const odd = problems.filter(
          (problem) =>
            !codes.has(problem.code) ||
            problem.file === undefined ||
            /undefined|\[object|\n {4}at /.test(formatProblem(problem)),
        );
        expect(odd).toEqual([]);
      }),
      { numRuns: 80 },
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
      { numRuns: 60 },
    );
    write(root, file, lines.join('\n'));
  });
});
