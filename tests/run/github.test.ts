/** Annotations and job summary in a step of GitHub Actions. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { summaryMarkdown } from '../../src/report/views/summary-markdown.ts';
import { plumbline, reportOf, ROOT, temporary } from './support.ts';

const RUN = ['run', '--service', 'partner-onboarding', '--only', 'partners/create/input.missing'];
const ONE_FAULT = ['--fault', 'partner-onboarding.partners.refusal-400'];

test('with GITHUB_ACTIONS a run prints annotations and appends to the job summary', async () => {
  const out = path.join(temporary(), 'out');
  const summary = path.join(temporary(), 'summary.md');
  writeFileSync(summary, '# An earlier step\n');
  const { code, stdout, stderr } = await plumbline([...RUN, ...ONE_FAULT, '--out', out], {
    env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    cwd: ROOT,
  });
  expect(code, stdout + stderr).toBe(1);
  const lines = stdout.split('\n').filter((line) => line.startsWith('::'));
  // One annotation for one cause on several fields.
  expect(lines.filter((line) => line.startsWith('::error '))).toEqual([
    expect.stringMatching(
      /^::error title=POST \/partners%3A rejects a request without abn%2C [^,]+,file=contracts\/partner-onboarding\/partners\.yaml,line=\d+::/,
    ),
  ]);
  expect(lines.at(-1)).toMatch(
    /^::notice title=Plumbline%3A release blocked; nonconformant \(partial run%3A \d+ of [\d,%C]+ checks\)/,
  );
  expect(readFileSync(summary, 'utf8')).toBe(
    `# An earlier step\n${readFileSync(path.join(out, 'summary.md'), 'utf8')}\n`,
  );
});

test('for contracts of the package, annotations name the target file instead, if it is in the repository', async () => {
  const cwd = temporary();
  mkdirSync(path.join(cwd, 'targets', 'mine'), { recursive: true });
  const written =
    'environment: test\nembedded: true\nanswers: defaults\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n';
  writeFileSync(path.join(cwd, 'targets', 'mine', 'target.yaml'), `target: mine\n${written}`);
  const files = async (...more: readonly string[]): Promise<readonly unknown[]> => {
    const { stdout } = await plumbline([...RUN, ...ONE_FAULT, '--out', 'out', ...more], {
      env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '' },
      cwd,
    });
    const sarif = readFileSync(path.join(cwd, 'out', 'results.sarif'), 'utf8');
    const [, named] = /^::error title=[^,]+(?:,file=(.*))?::/m.exec(stdout) ?? [];
    return [named, /"uri": "(.*)"/.exec(sarif)?.[1], sarif.includes('contracts/')];
  };
  expect(await files('--target', 'mine')).toEqual(['targets/mine/target.yaml', 'targets/mine/target.yaml', false]);
  expect(await files()).toEqual([undefined, undefined, false]);
});

test('the job summary does not need --formats, and a summary that cannot be written is a warning', async () => {
  const out = path.join(temporary(), 'out');
  const summary = path.join(temporary(), 'summary.md');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const { code, stderr } = await plumbline([...RUN, '--formats', 'none', '--out', out], { env });
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain('warning');
  expect(existsSync(path.join(out, 'summary.md'))).toBe(false);
  expect(readFileSync(summary, 'utf8')).toBe(`${summaryMarkdown(reportOf(out))}\n`);
  const elsewhere = { ...env, GITHUB_STEP_SUMMARY: path.join(summary, 'no-folder') };
  const told = await plumbline([...RUN, '--formats', 'none', '--out', out], { env: elsewhere });
  expect([told.code, told.stderr]).toEqual([0, expect.stringContaining('cannot be written')]);
});

test('without GITHUB_ACTIONS a run does neither', async () => {
  const out = path.join(temporary(), 'out');
  const summary = path.join(temporary(), 'summary.md');
  writeFileSync(summary, '');
  const { code, stdout } = await plumbline([...RUN, '--out', out], {
    env: { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: summary },
  });
  expect(code).toBe(0);
  expect(stdout).not.toContain('::');
  expect(readFileSync(summary, 'utf8')).toBe('');
});

test('a run that is stopped while planning prints that and keeps the earlier report', async () => {
  const out = path.join(temporary(), 'out');
  const before = '{"schema":"plumbline.report/1","former":true}';
  mkdirSync(out);
  writeFileSync(path.join(out, 'report.json'), before);
  let isStopped = false;
  const { code, stdout, stderr } = await plumbline(['run', '--out', out], {
    onOutput: (text, pid) => {
      if (isStopped || !/^ {2}planning$/m.test(text)) return;
      isStopped = true;
      process.kill(pid, 'SIGINT');
    },
  });
  expect(code, stdout + stderr).toBe(3);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    'stopped while planning: no check was run, and earlier reports are unchanged',
  );
  expect(stdout).toBe('');
  expect(readFileSync(path.join(out, 'report.json'), 'utf8')).toBe(before);
});
