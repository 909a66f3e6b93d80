/** What is wrong with the input is told in one message with its place, ends with 2, and never shows a stack trace. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { atOnce as plumbline, edit, projectCopy, removeTempFolders, tempFolder } from './support.ts';
import type { Ended } from '../ended.ts';

afterAll(removeTempFolders);

function refused(ended: Ended, ...texts: readonly (string | RegExp)[]): void {
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

test('a folder or a device is refused where a file is needed', async () => {
  const folder = tempFolder();
  const published = ['openapi', 'drift', '--service', 'partner-onboarding'];
  refused(await plumbline(['run', '--clean', folder]), /cannot be read/);
  refused(await plumbline(['run', '--clean', '/dev/zero']), /is no regular file/);
  refused(await plumbline(['init', path.join(folder, 'new'), '--openapi', '/dev/zero']), /it is a pipe or a device/);
  refused(await plumbline([...published, '/dev/zero']), /it is a pipe or a device/);
  refused(await plumbline([...published, folder]), /it is a folder/);
});

describe('options', () => {
  it('refuses options, commands and values that it does not know', async () => {
    const [option, command, number, shard, argument] = await Promise.all([
      plumbline(['plan', '--targt', 'x']),
      plumbline(['pln']),
      plumbline(['run', '--workers', 'many']),
      plumbline(['run', '--shard', '4/3']),
      plumbline(['gate']),
    ]);
    refused(option, /unknown option '--targt'/, /Did you mean --target\?/);
    refused(command, /unknown command 'pln'/);
    refused(number, /--workers must be an integer from 1 to 16, not "many"/);
    refused(shard, /--shard takes I\/N/);
    refused(argument, /missing required argument 'report'/);
  });

  it('tells which versions, services and targets there are', async () => {
    const [version, service, target, policy, diff, id, faults] = await Promise.all([
      plumbline(['run', '--spec', '4.0.2']),
      plumbline(['plan', '--service', 'partners']),
      plumbline(['plan', '--target', 'referense']),
      plumbline(['run', '--policy', 'nigthly', '--out', tempFolder()]),
      plumbline(['diff', 'student-reporting', '2.1.06', '3.1']),
      plumbline(['explain', 'partners/create/input.mising/name']),
      plumbline(['plan', '--only', 'no-such-thing']),
    ]);
    refused(version, /does not have the version "4\.0\.2"/, /4\.0\.1/);
    refused(service, /unknown service "partners"/, /partner-onboarding/);
    refused(target, /unknown target "referense"/, /did you mean "reference"\?/);
    refused(policy, /there is no policy "nigthly"/, /did you mean "nightly"\?/);
    refused(diff, /has no version "3\.1"/, /2\.1\.05, 2\.1\.06, 3\.0\.8, 4\.0\.1/);
    refused(id, /did you mean "partners\/create\/input\.missing\/name"\?/);
    refused(faults, /no check is selected/, /No check id matches "no-such-thing"/);
  });

  it('refuses a policy that names what the project has not; what only this run leaves out is in order', async () => {
    const file = path.join(tempFolder(), 'policy.yaml');
    // The next thing that is looked at, where the policy is in order.
    const others = tempFolder();
    writeFileSync(path.join(others, 'notes.txt'), 'mine');
    const run = (service: string, spec: string): Promise<Ended> => {
      writeFileSync(
        file,
        `failing: [{ service: ${service}, spec: ["${spec}"], levels: [SHOULD], bases: [documented] }]\n`,
      );
      return plumbline(['run', '--service', 'partner-onboarding', '--policy', file, '--out', others]);
    };
    refused(await run('student-reportng', '9.9.9'), /policy\.yaml:1:22/, /did you mean "student-reporting"\?/);
    refused(await run('student-reporting', '9.9.9'), /unknown version "9\.9\.9"/, /4\.0\.1/);
    refused(await run('student-reporting', '4.0.1'), /\[bad-output\]/);
  });

  it('tells at once what does not go together, and what was perhaps meant', async () => {
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
    refused(left, /leave student-reporting, not partner-onboarding 1\.0\.0\./);
    refused(
      version,
      /does not have the version "4\.0\.1" for the services in --service/,
      /partner-onboarding has 1\.0\.0/,
    );
    refused(serve, /none of these services has that spec version/, /partner-onboarding has 1\.0\.0/);
    refused(prove, /Did you mean "partner-onboarding\.partners\.read\.date-missing"\?/);
    refused(list, /--service names nothing/);
    refused(only, /--only names nothing/);
    refused(fault, /did you mean "partner-onboarding\.partners\.read\.date-missing"\?/);
    refused(endpoint, /did you mean "students"\?/);
    refused(unknown, /the plan of this target has no check "students\/create\/body\.has\/later"/, /Did you mean/);
    refused(later, /2\.1\.05 does not have the check/, /It exists in 2\.1\.06, 3\.0\.8, 4\.0\.1: --spec 4\.0\.1\./);
    refused(place, /did you mean "contracts\/student-reporting"\?/);
  });
});

describe('a fault that nothing of the run can show', () => {
  const FAULT = 'student-reporting.students.create.status-500';
  const LATER = 'student-reporting.version.loan-status-missing';

  it('is refused before anything is sent, whatever leaves its service or version out', async () => {
    const to = ['--out', tempFolder()];
    const [service, only, version, sent, served] = await Promise.all([
      plumbline(['run', '--service', 'partner-onboarding', '--fault', FAULT, ...to]),
      plumbline(['run', '--only', 'partner-onboarding/partners/read/**', '--fault', FAULT, ...to]),
      plumbline(['run', '--spec', '2.1.05', '--fault', LATER, ...to]),
      plumbline(['send', 'partners/read/outcome.accepted', '--fault', FAULT]),
      plumbline(['serve', '--service', 'partner-onboarding', '--fault', FAULT]),
    ]);
    for (const one of [service, only, sent, served])
      refused(
        one,
        /the fault student-reporting\.students\.create\.status-500 affects only student-reporting 2\.1\.05, .* alone/,
        /Selected: partner-onboarding 1\.0\.0\./,
      );
    refused(version, /can show in student-reporting .*\[fault-not-asked\]/, /Selected: student-reporting 2\.1\.05\./);
  });
});

describe('targets', () => {
  it('asks for a variable that is not set when something is sent, and plans without it', async () => {
    const file = path.join(tempFolder(), 'target.yaml');
    writeFileSync(file, TARGET);
    const [run, plan] = await Promise.all([
      plumbline(['run', '--target', file, '--out', tempFolder()]),
      plumbline(['plan', '--target', file]),
    ]);
    refused(
      run,
      /target\.yaml:5:14: the environment variable PO_ADDRESS is not set \[environment-missing\]/,
      /IDP_ADDRESS/,
      /PO_KEY/,
    );
    // A frame shows what a file says, and this one is not the project's.
    expect(run.stdout + run.stderr).not.toMatch(/\^/);
    expect(plan.code, plan.stderr).toBe(0);
    expect(plan.stdout).toContain('from-outside');
  });

  it('of the folder that somebody stands in are shown with their lines, by a path from there', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'targets', 'mine'), { recursive: true });
    writeFileSync(path.join(folder, 'targets', 'mine', 'target.yaml'), TARGET.replace('environment:', 'environmentt:'));
    for (const named of ['mine', 'targets/mine/target.yaml']) {
      const run = await plumbline(['plan', '--target', named], { cwd: folder });
      refused(
        run,
        /^targets\/mine\/target\.yaml:2:1: "environmentt" is not a key/m,
        / {2}2 \| environmentt: test\n {4}\| \^/,
      );
    }
  });
});

describe('contracts', () => {
  it('shows a typo with its line and a caret, for every command that plans', async () => {
    const project = projectCopy();
    edit(path.join(project, 'contracts', 'partner-onboarding', 'partners.yaml'), 'operations:\n', 'operatoins:\n');
    const ended = await Promise.all(['run', 'plan', 'lint'].map((command) => plumbline([command], { cwd: project })));
    for (const one of ended)
      refused(
        one,
        /contracts\/partner-onboarding\/partners\.yaml:\d+:1: .*operatoins/,
        /\^/,
        /did you mean "?operations/,
      );
  });
});

describe('reports', () => {
  it('refuses what is no report, with the reason', async () => {
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
    refused(absent, /absent\.json cannot be read/);
    refused(truncated, /truncated\.json:1:\d+: this report stops in the middle/);
    refused(corrupt, /corrupt\.json: this is not JSON/);
    refused(foreign, /this is not a Plumbline report/);
    refused(other, /has schema plumbline\.report\/9/);
    refused(empty, /report\.json cannot be read/);
    refused(baseline, /absent\.json cannot be read/);
  });
});
