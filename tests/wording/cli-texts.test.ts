/** Texts of the command line contain no phrase of words.yaml. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atOnce as plumbline } from '../cli/support.ts';
import { readProblemTable } from '../load/problem-table.ts';
import { findPhrases } from './phrases.ts';

const FOLDERS =
  'cli load lint explain project run send init openapi versions gate merge judge serve cleanup playwright'.split(' ');
/** The glossary and the texts of findings have tests of their own. */
const OTHERS = ['src/explain/glossary.ts'];

/** Comments first, so that their quotes begin no string. */
const TOKENS = /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** String literals of at least three words, without the expressions of templates and the lines of YAML examples. */
function textsOf(file: string): readonly string[] {
  return (readFileSync(file, 'utf8').match(TOKENS) ?? [])
    .filter((token) => !token.startsWith('/') && /\w+[,:]? \w+[,:]? \w/.test(token))
    .map((token) =>
      token
        .slice(1, -1)
        .replaceAll(/\$\{[^{}]*\}/g, 'N')
        .replaceAll(/^ {4}[a-z][\w-]*: .*$/gm, 'N')
        .replaceAll(/\\`[^`]*\\`/g, 'code'),
    );
}

/** Every line with its phrases. */
const wrong = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => findPhrases(text).map((phrase) => `${phrase}: ${text}`));

test('string literals', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => path.join('src', folder, name)),
  ).filter((file) => file.endsWith('.ts') && !OTHERS.includes(file));
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((file) => wrong(textsOf(file)).map((text) => `${file}: ${text}`))).toEqual([]);
});

test('the golden list of problems', () => {
  // Lines with four spaces are examples of files, and reasons of exclusions come from the input.
  const texts = readProblemTable('tests/golden/load/problems.txt')
    .flatMap(({ expected }) => expected.split('\n'))
    .filter((line) => !/^ {4}|^ {2}excluded at/.test(line));
  expect(texts.length).toBeGreaterThan(200);
  // Quoted values, names of files and codes are not prose.
  expect(wrong(texts.map((text) => text.replaceAll(/"[^"]*"|^\S+: |\[[a-z-]+\]$/g, 'N')))).toEqual([]);
});

test('help of every command', async () => {
  const whole = (await plumbline(['--help'])).stdout;
  const commands = [...whole.matchAll(/^ {2}([a-z]+)(?: \[|$| {2})/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : [name],
  );
  expect(commands.length).toBeGreaterThan(15);
  for (const call of [[], ...commands.map((name) => [name]), ['openapi', 'export'], ['openapi', 'drift']])
    expect(wrong((await plumbline([...call, '--help'])).stdout.split('\n\n')), call.join(' ')).toEqual([]);
});
