/** Contract and target files come from strangers' pull requests: what they make us do has bounds, and no file of theirs hangs or crashes a lint. */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatProblem, type Problem } from '../../src/errors.ts';
import { parsePolicy } from '../../src/gate/policy-file.ts';
import { globFault } from '../../src/load/pattern-faults.ts';
import { lintPaths } from '../../src/load/lint-paths.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { BASE, codesOf, problemsOf, projectWith } from './support.ts';

const BOOKS = 'contracts/library/books.yaml';
const TARGET = 'targets/reading-room/target.yaml';
const ENV = { LIBRARY_URL: 'https://library.example', LIBRARY_KEY: 'x' };

/** The base project with one place of one file changed. */
function changed(file: string, from: string, to: string): string {
  const text = readFileSync(path.join(BASE, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  return projectWith({ [file]: text.replace(from, () => to) });
}

const first = (problems: readonly Problem[]): string =>
  problems.map(({ file, message, code }) => `${file ?? ''}: ${message} [${code}]`)[0] ?? 'no problem';

test('a pattern of 100 KB is not compiled', () => {
  const root = changed(BOOKS, '^\\\\d{13}$', `^${'a'.repeat(100_000)}$`);
  expect(lintPaths(root, [])).toMatchObject([
    { file: BOOKS, line: 9, message: expect.stringContaining('has 100,002 characters') as string },
  ]);
});

test('a method that is registered or a server has of its own is taken', () => {
  for (const method of ['PROPFIND', 'PURGE', 'QUERY', 'REPORT'])
    expect(
      lintPaths(changed(BOOKS, 'method: PATCH', `method: ${method}`), []).map(({ message }) => message),
    ).not.toContain(`${method} is not a method`);
});

describe('a policy', () => {
  test.each(['[', 'a[', '{a,b', 'a)', 'library/(books', 'two words', '"'])(
    'with checks %s, which match nothing, is refused',
    (checks) => {
      const text = `policy: mine\nfailing:\n  - { checks: ${JSON.stringify(checks)}, levels: [MUST], bases: [documented] }\n`;
      const problems = problemsOf(() => parsePolicy(text, 'policy.yaml'));
      expect(codesOf(problems)).toEqual(['wrong-value']);
      expect(problems[0]).toMatchObject({ file: 'policy.yaml', line: 3 });
    },
  );

  test.each([
    '**',
    'library/**',
    'library/{books,loans}/*/page.*',
    'library/[a-c]*/**',
    '!(library)/**',
    'a/b.c-d_e',
    '**/@(read|list)/**',
  ])('with checks %s is taken', (checks) => {
    expect(globFault(checks)).toBeUndefined();
  });
});

describe('files that are none', () => {
  test('a pipe as a target, as waivers and as a contract is not waited for', () => {
    const root = projectWith();
    for (const name of ['pipe.yaml', 'contracts/library/pipe.yaml', 'targets/reading-room/pipe.yaml'])
      execFileSync('mkfifo', [path.join(root, name)]);
    expect(first(problemsOf(() => loadTarget('pipe.yaml', root, ENV, loadProject(BASE))))).toBe(
      'pipe.yaml: a pipe or a device, not a file [file-unreadable]',
    );
    expect(lintPaths(root, []).map(({ file, code }) => [file, code])).toContainEqual([
      'contracts/library/pipe.yaml',
      'file-unreadable',
    ]);
    writeFileSync(
      path.join(root, TARGET),
      readFileSync(path.join(BASE, TARGET), 'utf8').replace('waivers: waivers.yaml', 'waivers: pipe.yaml'),
    );
    expect(problemsOf(() => loadTarget('reading-room', root, ENV, loadProject(BASE)))[0]).toMatchObject({
      file: TARGET,
      line: 20,
      code: 'file-missing',
    });
  });

  test.each(['/dev/zero', '/dev/full', '/dev/stdin', '/dev/tty'])('the device %s is not read', (device) => {
    expect(codesOf(problemsOf(() => loadTarget(device, BASE, ENV, loadProject(BASE))))).toEqual(['file-unreadable']);
  });
});

describe('a file outside of the project', () => {
  const secret = 'root:x:0:0:the-secret-of-the-file: [';

  test.each(['a path', 'a link'])('that %s leads to is never shown, and told by its place', (how) => {
    const outside = path.join(projectWith(), 'outside.yaml');
    writeFileSync(outside, `${secret}\n`);
    const root = projectWith();
    let named = outside;
    if (how === 'a link') {
      named = path.join(root, 'inside.yaml');
      symlinkSync(outside, named);
    }
    const problems = problemsOf(() => loadTarget(named, root, ENV, loadProject(root)));
    expect(problems[0]).toMatchObject({ line: expect.any(Number) as number });
    expect(problems.map(formatProblem).join('\n')).not.toContain('secret');
  });

  test('nor are the waivers that a target takes from there', () => {
    const outside = path.join(projectWith(), 'outside.yaml');
    writeFileSync(outside, `${secret}\n`);
    const root = changed(TARGET, 'waivers: waivers.yaml', `waivers: ${outside}`);
    const problems = problemsOf(() => loadTarget('reading-room', root, ENV, loadProject(root)));
    expect(problems).not.toEqual([]);
    expect(problems.map(formatProblem).join('\n')).not.toContain('the-secret-of-the-file');
  });
});
