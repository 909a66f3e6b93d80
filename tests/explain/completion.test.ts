/** What bash makes of the script, and zsh and fish where they are here to be asked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPLETIONS, type TypedCommand } from '../../src/explain/completion.ts';
import { temporary } from '../temporary.ts';

const option = (name: string): TypedCommand['options'][number] => ({
  name,
  description: `what the user’s ${name} does`,
});
const COMMANDS: readonly TypedCommand[] = [
  { name: 'run', description: 'runs', options: [option('--target'), option('--only')], parts: [] },
  { name: 'openapi', description: 'of documents', options: [], parts: ['export', 'drift'] },
  { name: 'openapi drift', description: 'differs', options: [option('--json')], parts: [] },
];

const folder = temporary();
mkdirSync(path.join(folder, 'targets', 'acme'), { recursive: true });

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const asked = (shell: string, args: readonly string[]): readonly string[] =>
  lines(execFileSync(shell, args, { cwd: folder, encoding: 'utf8' }));

/** As each shell calls it, with the words that stand on the line. */
const SHELLS: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) =>
    asked('bash', [
      '-c',
      `${COMPLETIONS['bash']?.(COMMANDS) ?? ''}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plumbline; printf '%s\n' "\${COMPREPLY[@]}"`,
      'bash',
      'plumbline',
      ...words,
    ]),
  // Its own system of completion is not there outside of a terminal; what is asked of it is what it asks of the script.
  zsh: (words) =>
    asked('zsh', [
      '-fc',
      `compdef() { : }
${COMPLETIONS['zsh']?.(COMMANDS) ?? ''}
emulate ksh
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plumbline; printf '%s\n' "\${COMPREPLY[@]}"`,
      'zsh',
      'plumbline',
      ...words,
    ]).filter((word) => word.startsWith(words.at(-1) ?? '')),
  fish: (words) =>
    asked('fish', [
      '--no-config',
      '-c',
      `${COMPLETIONS['fish']?.(COMMANDS) ?? ''}complete -C '${['plumbline', ...words].join(' ')}'`,
    ]).map((line) => line.split('\t')[0]?.replace(/\/$/, '') ?? ''),
};

const isHere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe.each(Object.keys(SHELLS).filter((shell) => shell === 'bash' || isHere(shell)))('%s', (shell) => {
  test.each([
    [['r'], ['run']],
    [
      ['openapi', ''],
      ['export', 'drift'],
    ],
    [['openapi', 'drift', '--'], ['--json']],
    [['run', '--o'], ['--only']],
    [['run', '--target', 'a'], ['acme']],
    [['run', '--target', 'acme', '--on'], ['--only']],
    [['run', 'targ'], ['targets']],
  ])('%j may go on with %j', (words, expected) => {
    const found = SHELLS[shell]?.(words) ?? [];
    expect(found.filter((word) => word !== '--help').toSorted()).toEqual(expected.toSorted());
  });
});

test('each shell has every command and option', () => {
  for (const write of Object.values(COMPLETIONS)) {
    const script = write(COMMANDS);
    for (const word of ['run', 'openapi', 'drift', 'target', 'only', 'json']) expect(script).toContain(word);
  }
  expect(COMPLETIONS['fish']?.(COMMANDS)).toContain("-l only -d 'what the user’s --only does'");
});
