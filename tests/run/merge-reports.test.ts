/** Playwright's own shards and `merge-reports` say what one run says. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mergeReports, playwright, plumbline, reportOf, temporary } from './support.ts';

test('blobs of shards, merged, are the report of one run', async () => {
  const folder = temporary();
  const blobs = path.join(folder, 'blobs');
  mkdirSync(blobs);
  for (const shard of [1, 2]) {
    const own = path.join(folder, `blob-${shard}`);
    // The conductor sends at full concurrency; without it each test would send for itself.
    const { code, stdout, stderr } = await playwright(
      ['--grep', '@1.0.0', `--shard=${shard}/2`, '--reporter=blob,./src/playwright/conductor.ts'],
      path.join(folder, `out-${shard}`),
      {
        PLAYWRIGHT_BLOB_OUTPUT_DIR: own,
      },
    );
    expect(code, stdout + stderr).toBe(0);
    for (const name of readdirSync(own)) copyFileSync(path.join(own, name), path.join(blobs, name));
  }
  const [merged, whole] = [path.join(folder, 'merged'), path.join(folder, 'whole')];
  const ended = await mergeReports(blobs, merged);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const one = await playwright(['--grep', '@1.0.0'], whole);
  expect(one.code, one.stdout + one.stderr).toBe(0);
  const [parts, report] = [reportOf(merged), reportOf(whole)];
  expect(parts.checks).toEqual(report.checks);
  expect(parts.summaries).toEqual(report.summaries);
  expect(parts.decision).toEqual(report.decision);
  expect(parts.run.exchanges).toBe(report.run.exchanges);
  expect((await plumbline(['judge', merged])).stderr).toContain('byte for byte');
});
