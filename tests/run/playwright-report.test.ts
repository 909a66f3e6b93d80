/** The conformance report of `npx playwright test`: it is told where it is, nothing takes its place for no reason, and blobs make it of their own target alone. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mergeReports, playwright, reportOf, ROOT, smallTarget, temporary } from './support.ts';

test('a report is made of what was run, and of its target', async () => {
  const folder = temporary();
  const [out, blobs] = [path.join(folder, 'out'), path.join(folder, 'blobs')];
  const target = smallTarget();
  const more = { ...target, PLAYWRIGHT_BLOB_OUTPUT_DIR: blobs };
  const run = await playwright(['--grep', 'partners read .*@success', '--add-reporter=blob'], out, more);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(run.stderr).toContain(`Conformance report: ${path.relative(process.cwd(), path.join(out, 'index.html'))}\n`);
  const text = readFileSync(path.join(out, 'summary.md'), 'utf8');
  expect(text).toContain('Partial run (a selection made in Playwright)');

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
  expect(wrong.stderr).toContain('the tests ran against the target "reference", but the report is for "other"');
});

test('the report comes whatever reporters are chosen, and the terminal has what Playwright prints without it', async () => {
  const [target, args] = [smallTarget(), ['--grep', 'service-description read .*@success']];
  const own = path.join(temporary(), 'playwright.config.ts');
  const ours = JSON.stringify(path.join(ROOT, 'src', 'playwright', 'config.ts'));
  writeFileSync(path.join(path.dirname(own), 'package.json'), '{ "type": "module" }');
  writeFileSync(own, `import ours from ${ours};\nexport default { ...ours, reporter: 'dot' };\n`);
  for (const [more, printed] of [
    [['--reporter=json'], /^\{[^]*\}\s*$/],
    [['--reporter=blob'], /Running 1 test[^]*1 passed/],
    [['-c', own], /Running 1 test[^]*1 passed/],
  ] as const) {
    const out = temporary();
    const env = { ...target, PLAYWRIGHT_BLOB_OUTPUT_DIR: temporary() };
    const ended = await playwright([...args, ...more], out, env);
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(printed);
    expect(ended.stderr).toContain('Conformance report: ');
    expect(reportOf(out).run.exchanges).toBeGreaterThan(0);
  }
});

/** Merging unpacks what it merges. */
function copied(blobs: string): string {
  const folder = temporary();
  cpSync(blobs, folder, { recursive: true });
  return folder;
}
