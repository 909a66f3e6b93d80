/** The conformance report of `npx playwright test`: it is told where it is, nothing takes its place for no reason, and blobs make it of their own target alone. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mergeReports, playwright, reportOf, smallTarget, temporary } from './support.ts';

test('a report is made of what was run, and of its target', async () => {
  const folder = temporary();
  const [out, blobs] = [path.join(folder, 'out'), path.join(folder, 'blobs')];
  const target = smallTarget();
  const more = { ...target, PLAYWRIGHT_BLOB_OUTPUT_DIR: blobs };
  const run = await playwright(['--grep', 'partners read success', '--add-reporter=blob'], out, more);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(run.stderr).toContain(`Conformance report: ${path.relative(process.cwd(), path.join(out, 'index.html'))}\n`);
  const text = readFileSync(path.join(out, 'summary.md'), 'utf8');
  expect(text).toContain('The run was asked for a part only (a selection made in Playwright)');

  // Playwright's word for it; what was there stays.
  const none = await playwright(['--grep', 'what nobody tests'], out, target);
  expect([none.code, none.stdout + none.stderr]).toEqual([1, expect.stringContaining('No tests found')]);
  expect(readFileSync(path.join(out, 'summary.md'), 'utf8')).toBe(text);

  const merged = path.join(folder, 'merged');
  const own = await mergeReports(copied(blobs), merged, target);
  expect(own.code, own.stdout + own.stderr).toBe(0);
  expect(reportOf(merged).checks).toHaveLength(reportOf(out).checks.length);

  const file = path.join(folder, 'other.yaml');
  writeFileSync(
    file,
    readFileSync(target['PLUMBLINE_TARGET'] ?? '', 'utf8').replace('target: reference', 'target: other'),
  );
  const elsewhere = path.join(folder, 'elsewhere');
  const wrong = await mergeReports(copied(blobs), elsewhere, { PLUMBLINE_TARGET: file });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('the tests were run against the target "reference", and this is "other"');
});

/** Merging unpacks what it merges. */
function copied(blobs: string): string {
  const folder = temporary();
  cpSync(blobs, folder, { recursive: true });
  return folder;
}
