/** Commands printed in a report work: same target, faults and policy, and a valid token. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curlCommand, repeatCheckCommand, resendCommand, tokenVariableCommand } from '../../src/report/curl.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { atOnce } from '../cli/support.ts';
import { contentOf, filesBelow, failing, plumbline, reportOf, ROOT, serve, temporary, type Served } from './support.ts';
import type { Ended } from '../ended.ts';

const FAULT = 'partner-onboarding.partners.read.date-missing';
const LAUNCHER = path.join(ROOT, 'bin', 'plumbline.js');

/** Runs a pasted command in the folder where the run was started. */
async function shell(command: string, cwd: string): Promise<Ended> {
  const script = command.replaceAll('npx @plumbline/harness', `'${process.execPath}' '${LAUNCHER}'`);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PLUMBLINE_|VITEST|NODE_OPTIONS)/.test(name)),
  );
  try {
    return { code: 0, ...(await promisify(execFile)('sh', ['-c', script], { cwd, env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { code, stdout, stderr };
  }
}

function first(checks: readonly ReportCheck[]): ReportCheck {
  const [check] = checks;
  if (check === undefined) throw new Error('nothing fails');
  return check;
}

describe('with a target file below the working folder', () => {
  let served: Served;
  let here = '';
  let check: ReportCheck;
  beforeAll(async () => {
    served = await serve(['--service', 'partner-onboarding', '--fault', FAULT]);
    here = temporary();
    // The same target by name from `targets/`, and as a file.
    for (const folder of ['mine', 'targets/served']) {
      mkdirSync(path.join(here, folder), { recursive: true });
      cpSync(path.dirname(served.target), path.join(here, folder), { recursive: true });
    }
    const { code, stderr } = await plumbline(
      [
        'run',
        '--target',
        './mine/target.yaml',
        '--policy',
        'release',
        '--out',
        'out',
        '--only',
        'partner-onboarding/partners/read/http.date',
      ],
      {
        cwd: here,
      },
    );
    expect(code, stderr).toBe(1);
    check = first(failing(reportOf(path.join(here, 'out'))));
  });
  afterAll(() => served.stop());

  test('the report keeps the options as they were given, without an absolute path', () => {
    const { asked } = reportOf(path.join(here, 'out')).run;
    expect(asked).toEqual({ target: 'mine/target.yaml', policy: 'release', out: 'out' });
    expect(JSON.stringify(reportOf(path.join(here, 'out')).run)).not.toContain(here);
  });

  test('the printed run command repeats the check', async () => {
    const command = repeatCheckCommand(reportOf(path.join(here, 'out')).run, check);
    expect(command).toContain('--target mine/target.yaml --service partner-onboarding --spec 1.0.0 --policy release');
    const { code, stdout, stderr } = await shell(`${command} --out again`, here);
    expect(code, stdout + stderr).toBe(1);
    expect(failing(reportOf(path.join(here, 'again'))).map((c) => c.id)).toEqual([check.id]);
  });

  test('the printed send command prints whole exchanges without the token, and the check fails again', async () => {
    const { code, stdout, stderr } = await shell(resendCommand(reportOf(path.join(here, 'out')).run, check), here);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/^> GET http:\S+\/partners\/\S+$/m);
    expect(stdout).toContain('> authorization: Bearer [redacted]');
    expect(stdout).toMatch(/^< 200$/m);
    expect(stdout).toContain(`${check.id} in 1.0.0: failing`);
    expect(stdout).not.toMatch(/eyJ[\w-]{20}/);
    // Partners have no DELETE: the orphaned record is reported without a clean-up command.
    expect(stderr).toMatch(/partner-onboarding 1\.0\.0  1 partners: .*no DELETE/);
    expect(stderr).toContain('reports/send/leftovers.ndjson');
    expect(stderr).not.toContain('--clean');
    expect(existsSync(path.join(here, 'reports', 'send', 'leftovers.ndjson'))).toBe(true);
    expect(existsSync(path.join(ROOT, 'leftovers.ndjson'))).toBe(false);
  });

  test('the printed token command sets the variable for the printed curl command', async () => {
    const { run } = reportOf(path.join(here, 'out'));
    const before = filesBelow(here).length;
    const command = tokenVariableCommand(run, check);
    const { code, stdout, stderr } = await shell(`${command} && printf %s "$AUTHORIZATION"`, here);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(stderr).toContain('is a secret');
    expect(stderr).not.toContain('eyJ');
    expect(filesBelow(here).length).toBe(before);
    // The service accepts the recorded request with this token.
    const evidence = readdirSync(path.join(here, 'out', 'evidence')).filter((name) => name.endsWith('.ndjson.gz'));
    const exchanges = evidence.flatMap((name) =>
      contentOf(path.join(here, 'out', 'evidence', name))
        .split('\n')
        .filter(Boolean),
    );
    const post = exchanges
      .map((line) => JSON.parse(line) as { readonly request?: Parameters<typeof curlCommand>[0] })
      .find((e) => e.request?.method === 'POST')?.request;
    if (post === undefined) throw new Error('nothing was posted');
    expect(curlCommand(post)).toContain(`--header 'authorization: '"$AUTHORIZATION"`);
    const answer = await fetch(post.url, {
      method: 'POST',
      headers: { authorization: stdout, 'content-type': 'application/json' },
      body: post.body ?? '',
    });
    expect([201, 409, 422]).toContain(answer.status);
  });

  test('--target accepts the name of a target in the working folder', async () => {
    const { code, stderr } = await atOnce(
      ['plan', '--target', 'served', '--only', 'partner-onboarding/partners/create/outcome.accepted'],
      { cwd: here },
    );
    expect(code, stderr).toBe(0);
    const unknown = await atOnce(['run', '--target', 'servd'], { cwd: here });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "served"') as string });
    const nowhere = await atOnce(['run', '--target', 'nowhere.yaml'], { cwd: here });
    expect(nowhere).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(path.join(here, 'nowhere.yaml')) as string,
    });
  });

  test.each([
    [['token', '--target', 'reference', '--service', 'partner-onboarding'], 'npx @plumbline/harness serve'],
    [['token', '--target', 'mine/target.yaml', '--spec', '4.0.1'], 'partner-onboarding has 1.0.0'],
    [['send', 'partners/read/http.dat', '--target', 'mine/target.yaml'], 'partner-onboarding/partners/read/http.date'],
    [['send', 'partners/read/http.date', '--target', 'mine/target.yaml', '--fault', FAULT], 'embedded target only'],
  ])('%j is rejected with a hint', async (args, says) => {
    const { code, stdout, stderr } = await atOnce(args, { cwd: here });
    expect(code, stdout + stderr).toBe(2);
    expect(stderr).toContain(says);
    expect(stdout).toBe('');
  });
});

test('the printed send command repeats the faults of an embedded target', async () => {
  const here = temporary();
  const ended = await plumbline(
    ['run', '--fault', FAULT, '--out', 'out', '--only', 'partner-onboarding/partners/read/http.date'],
    { cwd: here },
  );
  expect(ended.code, ended.stderr).toBe(1);
  const { run } = reportOf(path.join(here, 'out'));
  expect(run.asked).toEqual({ target: 'reference', faults: [FAULT], out: 'out' });
  const check = first(failing(reportOf(path.join(here, 'out'))));
  const again = await shell(resendCommand(run, check), here);
  expect(again.code, again.stdout + again.stderr).toBe(1);
  expect(again.stdout).toContain('expected an IMF-fixdate');
  const good = await plumbline(['send', check.id], { cwd: here });
  expect(good.code, good.stdout + good.stderr).toBe(0);
});

test.each([
  [['run', '--service', 'partner-onboarding', '--spec', '4.0.1'], 'partner-onboarding has 1.0.0'],
  [['run', '--service', 'partner-onboarding', '--only', 'input.mising'], 'Did you mean "input.missing"'],
  [
    ['run', '--service', 'partner-onboarding', '--only', 'partners/craete/outcome.accepted'],
    '"partner-onboarding/partners/create/outcome.accepted"',
  ],
  [['run', '--fault', 'nonsense'], 'npx @plumbline/harness prove --list --fault'],
])('%j suggests a correction before the run starts', async (args, says) => {
  const { code, stdout, stderr } = await atOnce(args);
  expect(code, stdout + stderr).toBe(2);
  expect(stderr).toContain(says);
  // The first line of a run is missing: no plan was made.
  expect(stderr).not.toMatch(/checks? in \d+ groups?/);
});

test('prove --list lists the matching faults', async () => {
  const { code, stdout } = await atOnce(['prove', '--list', '--fault', 'head-refused']);
  expect(code).toBe(0);
  expect(
    stdout
      .split('\n')
      .filter((line) => /^\S/.test(line))
      .toSorted(),
  ).toEqual(['partner-onboarding.shape.head-refused', 'student-reporting.shape.head-refused']);
});
