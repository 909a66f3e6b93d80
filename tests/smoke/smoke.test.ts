/** What a newcomer types first: one command, a summary that can be read in ten seconds, and the path of the report. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plumbline, reportOf, temporary } from '../run/support.ts';

test('plumbline run: a summary, the path of the report, exit 0', async () => {
  const cwd = temporary();
  const { code, stdout, stderr } = await plumbline(['run', '--service', 'partner-onboarding'], { cwd });
  expect(code, stdout + stderr).toBe(0);

  // Progress goes to standard error, so that standard output can be read by scripts.
  expect(stderr).toMatch(/sending: \d+ checks/);
  expect(stderr).toMatch(/judged \d+ of \d+, 0 failing/);

  const report = reportOf(path.join(cwd, 'reports', 'latest'));
  expect(stdout).toContain('partner-onboarding');
  expect(stdout).toContain('1.0.0');
  expect(stdout).toContain('conformant');
  expect(stdout).toContain('ADMIT');
  expect(stdout).toContain(`${report.summaries[0]?.counts.verdicts.pass ?? 0} pass`);
  expect(stdout.split('\n').length).toBeLessThan(30);
  // eslint-disable-next-line no-control-regex -- nothing but text where the output is no terminal
  expect(stdout).not.toMatch(/\u001B\[/);

  const shown = /^\s*report\s+(\S+)$/m.exec(stdout)?.[1];
  expect(shown).toBeDefined();
  expect(existsSync(path.resolve(cwd, shown ?? ''))).toBe(true);
});
