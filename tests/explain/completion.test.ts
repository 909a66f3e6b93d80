/** What bash makes of the script; the other shells are not here to be asked. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMPLETIONS, type Completed } from '../../src/explain/completion.ts';

const option = (name: string): Completed['options'][number] => ({ name, description: `what the user’s ${name} does` });
const COMMANDS: readonly Completed[] = [
  { name: 'run', description: 'runs', options: [option('--target'), option('--only')], parts: [] },
  { name: 'openapi', description: 'of documents', options: [], parts: ['export', 'drift'] },
  { name: 'openapi drift', description: 'differs', options: [option('--json')], parts: [] },
];

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-completion-'));
mkdirSync(path.join(folder, 'targets', 'acme'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

function completed(...words: readonly string[]): readonly string[] {
  const script = `${COMPLETIONS['bash']?.(COMMANDS) ?? ''}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plumbline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', 'plumbline', ...words], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

test.each([
  [['r'], ['run']],
  [
    ['openapi', ''],
    ['export', 'drift', '--help'],
  ],
  [
    ['openapi', 'drift', '--'],
    ['--json', '--help'],
  ],
  [['run', '--o'], ['--only']],
  [['run', '--target', 'a'], ['acme']],
  [['run', '--target', 'acme', '--on'], ['--only']],
  [['run', 'targ'], ['targets']],
])('%j may go on with %j', (words, expected) => {
  expect(completed(...words)).toEqual(expected);
});

test('each shell has every command and option', () => {
  for (const write of Object.values(COMPLETIONS)) {
    const script = write(COMMANDS);
    for (const word of ['run', 'openapi', 'drift', 'target', 'only', 'json']) expect(script).toContain(word);
  }
  expect(COMPLETIONS['fish']?.(COMMANDS)).toContain("-l only -d 'what the user’s --only does'");
});
