/** Folders of runs may come from anywhere: another form than ours is bad input with its place, and no run counts twice. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { readEvidence } from '../../src/run/evidence.ts';
import { plumbline, temporary } from './support.ts';

let out = '';

beforeAll(async () => {
  out = path.join(temporary(), 'out');
  const { code, stderr } = await plumbline([
    'run',
    '--only',
    'partner-onboarding/service-description/read/**',
    '--out',
    out,
  ]);
  expect(code, stderr).toBe(0);
});

const LINES = 'partner-onboarding@1.0.0.ndjson';

/** A copy of the folder in which one member of a JSON object of one file is something else. */
function changed(file: string, at: readonly string[], value: unknown): string {
  const folder = path.join(temporary(), 'copy');
  cpSync(out, folder, { recursive: true });
  const place = path.join(folder, 'evidence', file);
  const [first = '', ...others] = readFileSync(place, 'utf8').split(file.endsWith('.json') ? '\0' : '\n');
  const data = JSON.parse(first) as Record<string, unknown>;
  let here = data;
  for (const key of at.slice(0, -1)) here = here[key] as Record<string, unknown>;
  here[at.at(-1) ?? ''] = value;
  writeFileSync(place, [JSON.stringify(data), ...others].join('\n'));
  return folder;
}

test('the folder itself is sound', () => {
  expect(readEvidence(out).exchanges.size).toBeGreaterThan(0);
});

describe.each([
  [
    'run.json',
    ['policy'],
    [
      'a text',
      [],
      {},
      { name: 'x' },
      { name: 'x', failing: 'all', rules: {} },
      { name: 'x', failing: [{}], rules: {} },
      { name: 'x', failing: [], rules: { a: 1 } },
    ],
  ],
  ['run.json', ['services'], ['a text', [], null, { 'partner-onboarding': '1.0.0' }, { 'partner-onboarding': [1] }]],
  ['run.json', ['selection'], ['a text', { only: 1 }, { services: 'all' }, { specs: [1] }]],
  ['run.json', ['part'], ['a text', [1], [{ index: 'x', group: 'y' }]]],
  ['run.json', ['unrecorded'], ['a text', [1]]],
  ['run.json', ['unsent'], ['a text', { a: 1 }]],
  [LINES, ['id'], [1, null]],
  [LINES, ['service'], [1]],
  [LINES, ['at'], ['today']],
  [LINES, ['request'], ['GET /', {}, []]],
  [LINES, ['request', 'headers'], ['none', [['one']], [[1, 2]]]],
  [LINES, ['response'], ['200', null, {}]],
  [LINES, ['response', 'status'], ['200', 1.5]],
  [LINES, ['response', 'body'], [{}, null]],
  [LINES, ['failure'], ['none', { kind: 1 }]],
] as const)('%s with another %j', (file, at, values) => {
  test.each(values.map((value) => [value] as const))('%j is told', (value) => {
    expect(() => readEvidence(changed(file, at, value))).toThrow(BadInput);
  });
});

test('such a folder ends the command with 2', async () => {
  for (const command of [
    ['judge', changed('run.json', ['policy'], 'a text')],
    ['judge', changed(LINES, ['response'], {})],
  ]) {
    const { code, stderr } = await plumbline(command);
    expect([code, stderr]).toEqual([2, expect.stringContaining('[evidence-')]);
  }
});

test('the same run given twice is told, by its path or as a copy', async () => {
  const copy = path.join(temporary(), 'copy');
  cpSync(out, copy, { recursive: true });
  for (const twice of [out, copy]) {
    const { code, stderr } = await plumbline(['merge', out, twice, '--out', path.join(temporary(), 'merged')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('this is the same run as')]);
  }
});

test('a history that is a folder or a pipe is told before anything is sent', async () => {
  const folder = temporary();
  mkdirSync(path.join(folder, 'history'));
  const { code, stderr } = await plumbline([
    'run',
    '--history',
    path.join(folder, 'history'),
    '--out',
    path.join(folder, 'out'),
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
});
