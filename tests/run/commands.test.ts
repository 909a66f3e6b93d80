/** Every command as a process of its own. `tests/cli` runs most commands in the test process, which has loaded more modules. */
import { expect, test } from 'vitest';
import { library } from '../cli/library.ts';
import { plumbline } from './support.ts';

const SPEC = ['--spec', '1.10'];

/** Commands that other files in this folder start as a process. */
const ELSEWHERE = ['run', 'serve', 'plan', 'judge', 'merge', 'prove', 'send', 'token', 'init'];

/** Arguments, exit code, and a part of the output. */
const CALLS = {
  lint: [[], 0, 'No problems: 1 service in 2 versions'],
  gate: [['nowhere'], 2, 'nowhere'],
  compare: [['nowhere', 'nowhere'], 2, 'nowhere'],
  explain: [['library/books/create/outcome.refused/untitled'], 0, 'library.books.title'],
  diff: [['library', '1.9', '1.10'], 0, 'library 1.9 to 1.10'],
  answers: [['--target', 'reading-room'], 0, 'library.shelf-mark-since'],
  probe: [['--target', 'nowhere'], 2, 'nowhere'],
  completion: [['bash'], 0, 'complete'],
  openapi: [['export', ...SPEC], 0, '"openapi": "3.1.0"'],
} as const satisfies Readonly<Record<string, readonly [readonly string[], number, string]>>;

const project = library();

test('a test in this folder starts each command of the help', async () => {
  const { code, stdout } = await plumbline(['--help']);
  expect(code).toBe(0);
  const commands = /^Commands:\n([^]*?)\n\n/m.exec(stdout)?.[1] ?? '';
  const named = [...commands.matchAll(/^ {2}([a-z]+)/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'help');
  expect(named.toSorted()).toEqual([...ELSEWHERE, ...Object.keys(CALLS)].toSorted());
});

test.each(Object.entries(CALLS))('%s', async (command, [args, exit, says]) => {
  const { code, stdout, stderr } = await plumbline([command, ...args], { cwd: project });
  expect(code, stdout + stderr).toBe(exit);
  expect(stdout + stderr).toContain(says);
});
