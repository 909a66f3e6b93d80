/** Bad input: one message with its place, exit code 2, no stack trace. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { atOnce as plumbline, edit, projectCopy, tempFolder } from './support.ts';
import type { Ended } from '../ended.ts';

function expectBadInput(ended: Ended, ...texts: readonly (string | RegExp)[]): void {
  const said = ended.stdout + ended.stderr;
  expect(ended.code, said).toBe(2);
  for (const text of texts) expect(said).toMatch(text);
  expect(said).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
}

const TARGET = `target: from-outside
environment: test
services:
  partner-onboarding:
    baseUrl: \${env:PO_ADDRESS}
    spec: ["1.0.0"]
    identityProvider: { tokenUrl: "\${env:IDP_ADDRESS}/token", issuer: "1234567890", device: device-1, kid: device-1, audience: a, tokenAudience: b, key: { env: PO_KEY } }
`;

test('a folder or a device where a file is needed', async () => {
  const folder = tempFolder();
  const published = ['openapi', 'drift', '--service', 'partner-onboarding'];
  expectBadInput(await plumbline(['run', '--clean', folder]), /cannot be read/);
  expectBadInput(await plumbline(['run', '--clean', '/dev/zero']), /is not a regular file/);
  expectBadInput(
    await plumbline(['init', path.join(folder, 'new'), '--openapi', '/dev/zero']),
    /it is a pipe or a device/,
  );
  expectBadInput(await plumbline([...published, '/dev/zero']), /it is a pipe or a device/);
  expectBadInput(await plumbline([...published, folder]), /it is a folder/);
});

describe('options', () => {
  it('rejects unknown options, commands and values', async () => {
    const [option, command, number, shard, argument] = await Promise.all([
      plumbline(['plan', '--targt', 'x']),
      plumbline(['pln']),
      plumbline(['run', '--workers', 'many']),
      plumbline(['run', '--shard', '4/3']),
      plumbline(['gate']),
    ]);
    expectBadInput(option, /unknown option '--targt'/, /Did you mean --target\?/);
    expectBadInput(command, /unknown command 'pln'/);
    expectBadInput(number, /--workers must be an integer from 1 to 16/);
    expectBadInput(shard, /--shard must be I\/N/);
    expectBadInput(argument, /missing required argument 'report'/);
  });

  it('lists the known versions, services and targets, or suggests a similar name', async () => {
    const [version, service, target, policy, diff, id, faults] = await Promise.all([
      plumbline(['run', '--spec', '4.0.2']),
      plumbline(['plan', '--service', 'partners']),
      plumbline(['plan', '--target', 'referense']),
      plumbline(['run', '--policy', 'nigthly', '--out', tempFolder()]),
      plumbline(['diff', 'student-reporting', '2.1.06', '3.1']),
      plumbline(['explain', 'partners/create/input.mising/name']),
      plumbline(['plan', '--only', 'no-such-thing']),
    ]);
    expectBadInput(version, /unknown-version/, /"4\.0\.2"/, /4\.0\.1/);
    expectBadInput(service, /unknown-service/, /partner-onboarding/);
    expectBadInput(target, /unknown-target/, /did you mean "reference"\?/);
    expectBadInput(policy, /unknown-preset/, /did you mean "nightly"\?/);
    expectBadInput(diff, /unknown-version/, /2\.1\.05, 2\.1\.06, 3\.0\.8, 4\.0\.1/);
    expectBadInput(id, /did you mean "partners\/create\/input\.missing\/name"\?/);
    expectBadInput(faults, /empty-plan/, /No check id matches "no-such-thing"/);
  });

  it('rejects a policy that names an unknown service or version, and accepts one that this run does not select', async () => {
    const file = path.join(tempFolder(), 'policy.yaml');
    // A folder with a foreign file: the next error of a run with a valid policy.
    const others = tempFolder();
    writeFileSync(path.join(others, 'notes.txt'), 'mine');
    const run = (service: string, spec: string): Promise<Ended> => {
      writeFileSync(
        file,
        `failing: [{ service: ${service}, spec: ["${spec}"], levels: [SHOULD], bases: [documented] }]\n`,
      );
      return plumbline(['run', '--service', 'partner-onboarding', '--policy', file, '--out', others]);
    };
    expectBadInput(await run('student-reportng', '9.9.9'), /policy\.yaml:1:22/, /did you mean "student-reporting"\?/);
    expectBadInput(await run('student-reporting', '9.9.9'), /unknown version "9\.9\.9"/, /4\.0\.1/);
    expectBadInput(await run('student-reporting', '4.0.1'), /\[bad-output\]/);
  });

  it('rejects options that contradict each other, and suggests a similar name', async () => {
    const [left, version, serve, prove, list, only, fault, endpoint, unknown, later, place] = await Promise.all([
      plumbline(['run', '--service', 'partner-onboarding', '--only', 'student-reporting/**']),
      plumbline(['run', '--service', 'partner-onboarding', '--spec', '4.0.1']),
      plumbline(['serve', '--service', 'partner-onboarding', '--spec', '4.0.1']),
      plumbline(['prove', '--fault', 'partner-onboarding.partners.read.date-mising']),
      plumbline(['run', '--service', ' , ']),
      plumbline(['run', '--only', '']),
      plumbline(['explain', 'partner-onboarding.partners.read.date-mising']),
      plumbline(['explain', 'studnets']),
      plumbline(['send', 'students/create/body.has/later', '--spec', '2.1.05']),
      plumbline(['send', 'courses-on-campus-tac-offers/create/body.has/one-object', '--spec', '2.1.05']),
      plumbline(['lint', 'contracts/student-reportin']),
    ]);
    expectBadInput(left, /empty-plan/, /partner-onboarding 1\.0\.0, not student-reporting\./);
    expectBadInput(version, /unknown-version/, /partner-onboarding has 1\.0\.0/);
    expectBadInput(serve, /nothing-to-serve/, /partner-onboarding has 1\.0\.0/);
    expectBadInput(prove, /Did you mean "partner-onboarding\.partners\.read\.date-missing"\?/);
    expectBadInput(list, /--service has no value/);
    expectBadInput(only, /--only has no value/);
    expectBadInput(fault, /did you mean "partner-onboarding\.partners\.read\.date-missing"\?/);
    expectBadInput(endpoint, /did you mean "students"\?/);
    expectBadInput(unknown, /unknown-id/, /Did you mean/);
    expectBadInput(later, /It exists in 2\.1\.06, 3\.0\.8, 4\.0\.1\. Use --spec 4\.0\.1\./);
    expectBadInput(place, /did you mean "contracts\/student-reporting"\?/);
  });
});

describe('a fault that affects no selected service or version', () => {
  const FAULT = 'student-reporting.students.create.status-500';
  const LATER = 'student-reporting.version.loan-status-missing';

  it('is rejected before the first request, whichever option leaves it out', async () => {
    const to = ['--out', tempFolder()];
    const [service, only, version, sent, served] = await Promise.all([
      plumbline(['run', '--service', 'partner-onboarding', '--fault', FAULT, ...to]),
      plumbline(['run', '--only', 'partner-onboarding/partners/read/**', '--fault', FAULT, ...to]),
      plumbline(['run', '--spec', '2.1.05', '--fault', LATER, ...to]),
      plumbline(['send', 'partners/read/outcome.accepted', '--fault', FAULT]),
      plumbline(['serve', '--service', 'partner-onboarding', '--fault', FAULT]),
    ]);
    for (const one of [service, only, sent, served])
      expectBadInput(
        one,
        /student-reporting\.students\.create\.status-500 affects only student-reporting .*\[fault-not-asked\]/,
        /Selected: partner-onboarding 1\.0\.0\./,
      );
    expectBadInput(
      version,
      /student-reporting 3\.0\.8, 4\.0\.1,.* \[fault-not-asked\]/,
      /Selected: student-reporting 2\.1\.05\./,
    );
  });
});

describe('targets', () => {
  it('need their variables for a run, not for a plan', async () => {
    const file = path.join(tempFolder(), 'target.yaml');
    writeFileSync(file, TARGET);
    const [run, plan] = await Promise.all([
      plumbline(['run', '--target', file, '--out', tempFolder()]),
      plumbline(['plan', '--target', file]),
    ]);
    expectBadInput(
      run,
      /target\.yaml:5:14: the environment variable PO_ADDRESS is not set \[environment-missing\]/,
      /IDP_ADDRESS/,
      /PO_KEY/,
    );
    // Without a source line: the file is outside the project.
    expect(run.stdout + run.stderr).not.toMatch(/\^/);
    expect(plan.code, plan.stderr).toBe(0);
    expect(plan.stdout).toContain('from-outside');
  });

  it('of the working folder are printed with a relative path and the line', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'targets', 'mine'), { recursive: true });
    writeFileSync(path.join(folder, 'targets', 'mine', 'target.yaml'), TARGET.replace('environment:', 'environmentt:'));
    for (const named of ['mine', 'targets/mine/target.yaml']) {
      const run = await plumbline(['plan', '--target', named], { cwd: folder });
      expectBadInput(
        run,
        /^targets\/mine\/target\.yaml:2:1: "environmentt" is not a key/m,
        / {2}2 \| environmentt: test\n {4}\| \^/,
      );
    }
  });
});

describe('contracts', () => {
  it('show a typo with its line and a caret, in every command that plans', async () => {
    const project = projectCopy();
    edit(path.join(project, 'contracts', 'partner-onboarding', 'partners.yaml'), 'operations:\n', 'operatoins:\n');
    const ended = await Promise.all(['run', 'plan', 'lint'].map((command) => plumbline([command], { cwd: project })));
    for (const one of ended)
      expectBadInput(
        one,
        /contracts\/partner-onboarding\/partners\.yaml:\d+:1: .*operatoins/,
        /\^/,
        /did you mean "?operations/,
      );
  });
});

describe('reports', () => {
  it('are rejected with the reason: missing, truncated, not JSON, foreign, or of another version', async () => {
    const folder = tempFolder();
    const file = (name: string, text: string): string => {
      const place = path.join(folder, name);
      writeFileSync(place, text);
      return place;
    };
    mkdirSync(path.join(folder, 'empty'));
    const [absent, truncated, corrupt, foreign, other, empty, baseline] = await Promise.all([
      plumbline(['gate', path.join(folder, 'absent.json')]),
      plumbline(['gate', file('truncated.json', '{"schema": "plumbline.report/1", "run": {')]),
      plumbline(['compare', file('corrupt.json', '{"schema": oops}'), file('corrupt2.json', '{}')]),
      plumbline(['gate', file('foreign.json', '{"schema": "something.else/1"}')]),
      plumbline(['gate', file('later.json', '{"schema": "plumbline.report/9"}')]),
      plumbline(['judge', path.join(folder, 'empty')]),
      plumbline(['run', '--baseline', path.join(folder, 'absent.json'), '--out', path.join(folder, 'out')]),
    ]);
    expectBadInput(absent, /absent\.json cannot be read/);
    expectBadInput(truncated, /truncated\.json:1:\d+: .*\[report-truncated\]/);
    expectBadInput(corrupt, /corrupt\.json: .*\[report-corrupt\]/);
    expectBadInput(foreign, /\[report-foreign\]/);
    expectBadInput(other, /schema plumbline\.report\/9/);
    expectBadInput(empty, /report\.json cannot be read/);
    expectBadInput(baseline, /absent\.json cannot be read/);
  });
});
