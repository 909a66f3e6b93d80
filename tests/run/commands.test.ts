/** Every command, started from a shell as it stands: `tests/cli` runs most of them in its own process, where more may be loaded. */
import { afterAll, expect, test } from 'vitest';
import { library } from '../cli/library.ts';
import { removeTempFolders } from '../cli/support.ts';
import { plumbline } from './support.ts';

afterAll(removeTempFolders);

const SPEC = ['--spec', '1.10'];

/** What other files here start as a process anyway. */
const ELSEWHERE = ['run', 'serve', 'plan', 'judge', 'merge', 'prove', 'send', 'token', 'init'];

/** A call that does something, its exit code, and a part of what it prints. */
const CALLS = {
  lint: [[], 0, 'No problems: 1 service in 2 versions'],
  gate: [['nowhere'], 2, 'nowhere'],
  compare: [['nowhere', 'nowhere'], 2, 'nowhere'],
  explain: [['library/books/create/outcome.refused/untitled'], 0, 'What is required'],
  diff: [['library', '1.9', '1.10'], 0, 'library 1.9 to 1.10'],
  answers: [['--target', 'reading-room'], 0, 'library.shelf-mark-since'],
  probe: [['--target', 'nowhere'], 2, 'nowhere'],
  completion: [['bash'], 0, 'complete'],
  openapi: [['export', ...SPEC], 0, '"openapi": "3.1.0"'],
} as const satisfies Readonly<Record<string, readonly [readonly string[], number, string]>>;

const project = library();

test('each command of the help is started by a test here', async () => {
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
