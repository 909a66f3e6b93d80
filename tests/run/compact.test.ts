/** What a run leaves packed is what it would have left plain, and every command reads it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { parseReport } from '../../src/report/serialize.ts';
import { reportFile } from '../../src/project/report-file.ts';
import { plumbline, temporary } from './support.ts';

const cwd = temporary();
const [plain, packed] = [path.join(cwd, 'plain'), path.join(cwd, 'packed')];
const words = ['run', '--only', 'partner-onboarding/partners/delete-channels/**', '--views', 'ctrf'];
const unpacked = (...names: readonly string[]): string =>
  gunzipSync(readFileSync(path.join(packed, ...names))).toString('utf8');

beforeAll(async () => {
  expect((await plumbline([...words, '--out', plain], { cwd })).stderr).not.toContain('Error');
  const ended = await plumbline([...words, '--out', packed, '--compact', '--baseline', plain], { cwd });
  expect(ended.stdout, ended.stderr).toContain('report.json.gz');
});

test('the large files are packed, and hold the same', () => {
  expect(readdirSync(packed).sort()).toEqual(['ctrf.json.gz', 'evidence', 'report.json.gz']);
  expect(readdirSync(path.join(packed, 'evidence')).sort()).toEqual([
    'baseline.json.gz',
    'partner-onboarding@1.0.0.ndjson.gz',
    'run.json',
  ]);
  const before = parseReport(readFileSync(path.join(plain, 'report.json'), 'utf8'), 'plain');
  const after = parseReport(unpacked('report.json.gz'), 'packed');
  expect(after.checks.map(({ id, verdict }) => [id, verdict])).toEqual(
    before.checks.map(({ id, verdict }) => [id, verdict]),
  );
  expect(unpacked('evidence', 'baseline.json.gz')).toBe(readFileSync(path.join(plain, 'report.json'), 'utf8'));
  expect(JSON.parse(unpacked('ctrf.json.gz'))).toMatchObject({ reportFormat: 'CTRF' });
});

test('it is decided on, compared and judged again as it lies there', async () => {
  expect((await atOnce(['gate', packed, '--policy', 'explore', '--baseline', plain])).code).toBe(0);
  expect((await atOnce(['compare', plain, packed])).code).toBe(0);
  expect((await atOnce(['judge', packed])).stderr).toContain('byte for byte');
});

test('shards that are merged are left so too, those of an overview likewise', async () => {
  const folder = temporary();
  const shard = async (name: string, i: number): Promise<string> => {
    const out = path.join(folder, `${name}-${i}`);
    await plumbline([...words, '--shard', `${i}/2`, '--out', out, '--compact'], { cwd });
    return out;
  };
  const shards = [await shard('part', 1), await shard('part', 2)];
  const merged = path.join(folder, 'merged');
  const ended = await atOnce(['merge', ...shards, '--views', 'ctrf', '--out', merged, '--compact']);
  expect(ended.stdout, ended.stderr).toContain('report.json.gz');
  expect(readdirSync(merged).sort()).toEqual(['ctrf.json.gz', 'evidence', 'report.json.gz']);
  const other = path.join(folder, 'other');
  const target = path.join(folder, 'other.yaml');
  const services = 'services: { partner-onboarding: { spec: ["1.0.0"] } }';
  writeFileSync(target, `target: other\nenvironment: test\nembedded: true\nanswers: defaults\n${services}\n`);
  await plumbline([...words, '--target', target, '--out', other], { cwd });
  const all = path.join(folder, 'all');
  await atOnce(['merge', ...shards, other, '--views', 'none', '--out', all, '--compact']);
  const seen = JSON.parse(readFileSync(path.join(all, 'overview.json'), 'utf8')) as {
    readonly runs: readonly { readonly file: string }[];
  };
  for (const { file } of seen.runs) expect(existsSync(path.join(all, file)), file).toBe(true);
});

test('a run that is not asked for it leaves nothing packed beside its report', async () => {
  await plumbline([...words, '--out', packed], { cwd });
  expect(readdirSync(packed).sort()).toEqual(['ctrf.json', 'evidence', 'report.json']);
});

test('what is packed and damaged, or no report, is told', async () => {
  const folder = temporary();
  mkdirSync(path.join(folder, 'one'));
  const file = path.join(folder, 'one', 'report.json.gz');
  writeFileSync(file, gzipSync('{}').subarray(0, 12));
  expect(reportFile(path.join(folder, 'one'))).toBe(file);
  expect(existsSync(path.join(folder, 'one', 'report.json'))).toBe(false);
  expect(await atOnce(['gate', file])).toMatchObject({ code: 2 });
  writeFileSync(file, gzipSync('{}'));
  expect((await atOnce(['gate', file])).stderr).toContain('not a Plumbline report');
});
