/** Evidence folders from other sources: damaged files are bad input with a position, and no run counts twice. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import type { RunOverview } from '../../src/report/merge.ts';
import { readEvidence } from '../../src/run/evidence.ts';
import { readCheckpoint } from '../../src/run/checkpoint.ts';
import { atOnce } from '../cli/support.ts';
import {
  EVIDENCE_FILE as LINES,
  evidenceLines,
  plumbline,
  reportOf,
  temporary,
  writeEvidenceLines,
} from './support.ts';

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

/** A copy of the folder with one value replaced in run.json, or in the first exchange of the evidence. */
function changed(file: 'run.json' | typeof LINES, at: readonly string[], value: unknown): string {
  const folder = path.join(temporary(), 'copy');
  cpSync(out, folder, { recursive: true });
  const place = path.join(folder, 'evidence', file);
  const [first = '', ...others] = file === LINES ? evidenceLines(folder) : [readFileSync(place, 'utf8')];
  const data = JSON.parse(first) as Record<string, unknown>;
  let here = data;
  for (const key of at.slice(0, -1)) here = here[key] as Record<string, unknown>;
  here[at.at(-1) ?? ''] = value;
  const text = [JSON.stringify(data), ...others].join('\n');
  if (file === LINES) writeEvidenceLines(folder, text);
  else writeFileSync(place, text);
  return folder;
}

test('the unchanged folder is valid', () => {
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
  [LINES, ['service'], [1, 'student-reporting', '../../../escaped']],
  [LINES, ['spec'], ['2.0.0', '1.0.0/../../../escaped']],
  [LINES, ['group'], ['student-reporting@4.0.1/students/read/outcome']],
  [LINES, ['at'], ['today']],
  [LINES, ['request'], ['GET /', {}, []]],
  [LINES, ['request', 'headers'], ['none', [['one']], [[1, 2]]]],
  [LINES, ['response'], ['200', null, {}]],
  [LINES, ['response', 'status'], ['200', 1.5]],
  [LINES, ['response', 'body'], [{}, null]],
  [LINES, ['failure'], ['none', { kind: 1 }]],
] as const)('%s with another value at %j', (file, at, values) => {
  test.each(values.map((value) => [value] as const))('%j is rejected', (value) => {
    expect(() => readEvidence(changed(file, at, value))).toThrow(BadInput);
  });
});

test('judge rejects such a folder with exit code 2', async () => {
  for (const command of [
    ['judge', changed('run.json', ['policy'], 'a text')],
    ['judge', changed(LINES, ['response'], {})],
  ]) {
    const { code, stderr } = await plumbline(command);
    expect([code, stderr]).toEqual([2, expect.stringContaining('[evidence-')]);
  }
});

test('merge rejects the same run twice, by its path and as a copy', async () => {
  const copy = path.join(temporary(), 'copy');
  cpSync(out, copy, { recursive: true });
  for (const twice of [out, copy]) {
    const { code, stderr } = await plumbline(['merge', out, twice, '--out', path.join(temporary(), 'merged')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('[merge-twice]')]);
  }
});

test('an exchange whose service differs from its group is rejected with its line, before anything is written', async () => {
  for (const command of ['judge', 'merge']) {
    const folder = temporary();
    const foreign = shardOf('acme');
    const lines = evidenceLines(foreign).join('\n');
    writeEvidenceLines(foreign, lines.replaceAll('"service":"partner-onboarding"', '"service":"../../../x"'));
    const ended = await atOnce([command, foreign, '--out', path.join(folder, 'a', 'b', 'out')]);
    expect(ended.code, ended.stderr).toBe(2);
    expect(ended.stderr).toMatch(new RegExp(`${LINES}:1:1: .*\\[evidence-line\\]`));
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('a resumed run ignores such an exchange and repeats its group', () => {
  const folder = temporary();
  const line = (group: string, more: object): string =>
    JSON.stringify({
      group,
      results: [],
      exchanges: [{ group, service: 'partner-onboarding', spec: '1.0.0', ...more }],
    });
  const settings = { runId: 'x', root: '/', target: 'acme', out: folder };
  const head = { schema: 'plumbline.unfinished/1', settings, planHash: 'x', startedAt: '2026-01-01T00:00:00Z' };
  const [sound, foreign] = ['partner-onboarding@1.0.0/partners/read/a', 'partner-onboarding@1.0.0/partners/read/b'];
  const lines = [JSON.stringify(head), line(sound, {}), line(foreign, { service: '../../../escaped' })];
  writeFileSync(path.join(folder, 'unfinished.ndjson'), lines.join('\n'));
  expect(readCheckpoint(folder).records.map(({ group }) => group)).toEqual([sound]);
});

/** A copy with the report of shard 1/1 of another target. */
function shardOf(target: string): string {
  const folder = path.join(temporary(), 'shard');
  cpSync(out, folder, { recursive: true });
  const file = path.join(folder, 'report.json');
  const report = JSON.parse(readFileSync(file, 'utf8')) as { readonly run: { target: string; selection: object } };
  report.run.target = target;
  report.run.selection = { ...report.run.selection, shard: '1/1' };
  writeFileSync(file, JSON.stringify(report));
  return folder;
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe('merge writes a folder for each target whose shards it merges', () => {
  test.each(['..', '.', '../..', '', 'index.html', 'evidence'])(
    'inside the output folder, for the target name %j',
    async (target) => {
      const parent = temporary();
      mkdirSync(path.join(parent, 'evidence'));
      const mine = [path.join(parent, 'index.html'), path.join(parent, 'evidence', 'run.ndjson')];
      for (const file of mine) writeFileSync(file, 'mine');
      const merged = path.join(parent, 'out');
      const ended = await atOnce(['merge', shardOf(target), out, '--out', merged]);
      expect(ended.code, ended.stderr).toBe(0);
      expect(mine.map((file) => readFileSync(file, 'utf8'))).toEqual(['mine', 'mine']);
      expect(filesOf(parent).filter((file) => !file.startsWith(merged + path.sep))).toEqual(mine);
      const { runs } = JSON.parse(readFileSync(path.join(merged, 'overview.json'), 'utf8')) as RunOverview;
      const own = runs.find((run) => run.target === target)?.file ?? '';
      expect(path.dirname(path.dirname(path.join(merged, own)))).toBe(merged);
      expect(existsSync(path.join(merged, own))).toBe(true);
    },
  );

  test('a different one for each of several similar target names', async () => {
    const merged = path.join(temporary(), 'out');
    const targets = ['a/b', 'a-b', 'A-B', 'a b', 'a-b-2'];
    const ended = await atOnce(['merge', ...targets.map(shardOf), '--formats', 'none', '--out', merged]);
    expect(ended.code, ended.stderr).toBe(0);
    const { runs } = JSON.parse(readFileSync(path.join(merged, 'overview.json'), 'utf8')) as RunOverview;
    expect(new Set(runs.map(({ file }) => file.toLowerCase())).size).toBe(targets.length);
    for (const { target, file } of runs)
      expect(reportOf(path.dirname(path.join(merged, file))).run.target).toBe(target);
    expect(runs.find(({ target }) => target === 'A-B')?.file).toBe('A-B/report.json');
  });

  test('never a folder that it reads, or a folder with foreign files', async () => {
    const merged = temporary();
    const shard = shardOf('acme');
    cpSync(out, path.join(merged, 'acme'), { recursive: true });
    const read = await atOnce(['merge', shard, path.join(merged, 'acme'), '--out', path.join(merged, 'acme', '..')]);
    expect([read.code, read.stderr]).toEqual([2, expect.stringContaining('[bad-output]')]);
    writeFileSync(path.join(merged, 'overview.json'), '{"schema":"plumbline.overview/1"}');
    const again = await atOnce(['merge', shard, path.join(merged, 'acme'), '--out', merged]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is one of the folders to merge')]);
    mkdirSync(path.join(merged, 'globex'));
    writeFileSync(path.join(merged, 'globex', 'notes.txt'), 'mine');
    const others = await atOnce(['merge', shardOf('globex'), out, '--out', merged]);
    expect([others.code, others.stderr]).toEqual([2, expect.stringContaining('such as notes.txt')]);
    expect(readdirSync(path.join(merged, 'globex'))).toEqual(['notes.txt']);
  });
});

test('a history file that is a folder is rejected before the first request', async () => {
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
