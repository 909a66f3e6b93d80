/** What is done with runs afterwards: judged again, merged, compared, decided again. On real runs of one service. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../src/report/model.ts';
import { EVIDENCE_FILE, evidenceLines, writeEvidenceLines } from '../run/support.ts';
import { atOnce, edit, plumbline, projectCopy, ROOT, tempFolder } from './support.ts';
import type { Ended } from '../ended.ts';

const SERVICE = ['--service', 'partner-onboarding'];
/** Refusals answer 400 where 422 is asked for: many checks see it. */
const FAULT = 'partner-onboarding.partners.refusal-400';

/** A copy, so that nothing that is edited meanwhile can change the plan between two commands. */
const project = projectCopy();
const base = tempFolder();
const whole = path.join(base, 'whole');

function inProject(...args: readonly string[]): Promise<Ended> {
  return plumbline(args, { cwd: project });
}

function reportIn(dir: string): Report {
  return JSON.parse(readFileSync(path.join(dir, 'report.json'), 'utf8')) as Report;
}

beforeAll(async () => {
  const ended = await inProject('run', ...SERVICE, '--out', whole);
  expect(ended.code, ended.stderr).toBe(0);
});

describe('plumbline judge', () => {
  it('gives the same report, byte for byte', async () => {
    const again = path.join(base, 'again');
    const ended = await inProject('judge', whole, '--out', again);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('judged again: the report is identical\n');
    expect(readFileSync(path.join(again, 'report.json'))).toEqual(readFileSync(path.join(whole, 'report.json')));
    for (const name of readdirSync(path.join(whole, 'evidence')))
      expect(readFileSync(path.join(again, 'evidence', name)), name).toEqual(
        readFileSync(path.join(whole, 'evidence', name)),
      );
    for (const name of ['index.html', 'junit.xml', 'summary.md'])
      expect(existsSync(path.join(again, name)), name).toBe(true);
  });

  it('records nothing secret of the target', () => {
    const text = readFileSync(path.join(whole, 'evidence', 'run.json'), 'utf8');
    expect(text).not.toMatch(/PRIVATE KEY|eyJ|\.pem|127\.0\.0\.1/);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['schema', 'services', 'answers', 'selection', 'policy']);
  });

  it('refuses evidence of another plan, damaged evidence, and its own folder', async () => {
    const changed = path.join(base, 'changed-project');
    cpSync(project, changed, { recursive: true });
    edit(
      path.join(changed, 'contracts', 'partner-onboarding', 'partners.yaml'),
      'minLength: 1, maxLength: 100, example: Example Partner',
      'minLength: 1, maxLength: 101, example: Example Partner',
    );
    const lost = path.join(base, 'lost');
    cpSync(whole, lost, { recursive: true });
    writeEvidenceLines(lost, evidenceLines(lost).slice(1).join('\n'));
    const broken = path.join(base, 'broken');
    cpSync(whole, broken, { recursive: true });
    writeEvidenceLines(broken, evidenceLines(broken).join('\n').slice(0, 5000));
    const cut = path.join(base, 'cut');
    cpSync(whole, cut, { recursive: true });
    const compressed = path.join(cut, 'evidence', EVIDENCE_FILE);
    writeFileSync(compressed, readFileSync(compressed).subarray(0, 1000));
    const [plan, less, line, unpacked, own] = await Promise.all([
      plumbline(['judge', whole], { cwd: changed }),
      inProject('judge', lost),
      inProject('judge', broken),
      inProject('judge', cut),
      inProject('judge', whole, '--out', whole),
    ]);
    expect(plan).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('but the current contracts result in plan') as string,
    });
    expect(less).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/the run recorded \d+ exchanges, but the folder contains \d+/) as string,
    });
    expect(line).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ndjson\.gz:\d+:1: this line is not complete JSON/) as string,
    });
    expect(unpacked).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${EVIDENCE_FILE} cannot be read`) as string,
    });
    expect(own).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out is the folder of the run to judge') as string,
    });
  });
});

describe('plumbline merge', () => {
  const of = 2;

  it('makes of shards what one run says', async () => {
    const dirs = Array.from({ length: of }, (_, index) => path.join(base, `shard-${index + 1}-of-${of}`));
    const runs = await Promise.all(
      dirs.map((dir, index) => inProject('run', ...SERVICE, '--shard', `${index + 1}/${of}`, '--out', dir)),
    );
    for (const run of runs) expect(run.code, run.stderr).toBe(0);
    const out = path.join(base, `merged-${of}`);
    // In any order.
    const ended = await inProject('merge', ...dirs.toReversed(), '--out', out);
    expect(ended.code, ended.stderr).toBe(0);
    const [one, merged] = [reportIn(whole), reportIn(out)];
    expect(merged.checks).toEqual(one.checks);
    expect(merged.summaries).toEqual(one.summaries);
    expect(merged.requirements).toEqual(one.requirements);
    expect(merged.openPoints).toEqual(one.openPoints);
    expect(merged.decision).toEqual(one.decision);
    expect(merged.run.exchanges).toBe(one.run.exchanges);
    expect(merged.run.selection).toEqual(one.run.selection);
    const order = (dir: string): readonly string[] =>
      evidenceLines(dir).map((line) => (JSON.parse(line) as { readonly id: string }).id);
    expect(order(out)).toEqual(order(whole));
    // What was merged can be judged again too, and so can each part.
    for (const dir of [out, dirs[0] ?? ''])
      expect((await inProject('judge', dir)).stderr, dir).toContain('judged again: the report is identical\n');
  });

  it('refuses shards that do not belong together, and writes nothing', async () => {
    const out = path.join(base, 'not-merged');
    const [first, second] = [1, 2].map((index) => path.join(base, `shard-${index}-of-${of}`)) as [string, string];
    // One of three, as far as anybody can tell.
    const third = path.join(base, 'third');
    cpSync(first, third, { recursive: true });
    edit(path.join(third, 'report.json'), '"1/2"', '"1/3"');
    const [missing, mixed, both, own] = await Promise.all([
      inProject('merge', first, '--out', out),
      inProject('merge', third, second, '--out', out),
      inProject('merge', first, second, whole, '--out', out),
      inProject('merge', first, second, '--out', first),
    ]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('shard 2 of 2 is missing') as string });
    expect(mixed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('its run has 2 shards, not 3') as string,
    });
    expect(both).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('other reports are shards of the same target') as string,
    });
    expect(own.code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});

describe('a run that fails', () => {
  const faulty = path.join(base, 'faulty');

  it('blocks, and proposes waivers that only lack an owner and an expiry', async () => {
    const ended = await inProject('run', ...SERVICE, '--fault', FAULT, '--propose-waivers', '--out', faulty);
    expect(ended.code, ended.stdout + ended.stderr).toBe(1);
    expect(ended.stdout).toMatch(/waivers-proposed\.yaml \(\d+ entr(y|ies): fill in owner and expires/);
    const { waivers } = parse(readFileSync(path.join(faulty, 'waivers-proposed.yaml'), 'utf8')) as {
      readonly waivers: readonly Readonly<Record<string, unknown>>[];
    };
    expect(waivers.length).toBeGreaterThan(0);
    for (const waiver of waivers)
      expect(waiver).toMatchObject({ owner: '', expires: '', service: 'partner-onboarding', spec: ['1.0.0'] });
  });

  it('is admitted with its proposals signed, and blocks on the next fault, for that fault alone', async () => {
    const folder = path.join(project, 'targets', 'imperfect');
    mkdirSync(folder);
    const lines = [
      'target: imperfect',
      'environment: test',
      'embedded: true',
      'services: { partner-onboarding: { spec: ["1.0.0"] } }',
      'answers: defaults',
      `faults: [${FAULT}]`,
      'waivers: waivers.yaml',
    ];
    const [adopted, worse] = ['adopted', 'worse'].map((name) => path.join(base, `imperfect-${name}`)) as [
      string,
      string,
    ];

    // Unsigned, the proposals excuse nothing.
    writeFileSync(path.join(folder, 'target.yaml'), lines.join('\n'));
    const proposal = readFileSync(path.join(faulty, 'waivers-proposed.yaml'), 'utf8');
    writeFileSync(path.join(folder, 'waivers.yaml'), proposal);
    expect((await atOnce(['run', '--target', 'imperfect', '--out', adopted], { cwd: project })).code).toBe(2);

    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
    writeFileSync(
      path.join(folder, 'waivers.yaml'),
      proposal.replaceAll('owner: ""', 'owner: onboarding team').replaceAll('expires: ""', `expires: "${inAYear}"`),
    );
    const excused = await inProject('run', '--target', 'imperfect', '--out', adopted);
    expect(excused.code, excused.stdout + excused.stderr).toBe(0);
    expect(reportIn(adopted).decision.decision).toBe('admit');

    const blocked = await inProject(
      'run',
      '--target',
      'imperfect',
      '--fault',
      'partner-onboarding.channels.patch-appends',
      '--only',
      'partner-onboarding/{partners,channels}/**',
      '--out',
      worse,
    );
    expect(blocked.code, blocked.stdout + blocked.stderr).toBe(1);
    const failures = reportIn(worse).checks.filter((check) => check.disposition === 'nonconforming');
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((check) => check.operation !== 'update').map((check) => check.id)).toEqual([]);
  });

  it('is told apart from the run before', async () => {
    const [worse, better, same, machine] = await Promise.all([
      inProject('compare', whole, faulty),
      inProject('compare', faulty, whole),
      inProject('compare', whole, whole),
      inProject('compare', whole, faulty, '--json'),
    ]);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toMatch(/[1-9]\d* new failing checks?, 0 fixed/);
    expect(better.code, better.stdout).toBe(0);
    expect(better.stdout).toMatch(/0 new failing checks, [1-9]\d* fixed/);
    expect(same.code).toBe(0);
    expect((JSON.parse(machine.stdout) as { readonly appeared: readonly unknown[] }).appeared.length).toBeGreaterThan(
      0,
    );
  });

  it('says what a narrower run was not asked for; strictly, that is not enough', async () => {
    const part = path.join(base, 'part');
    const ended = await inProject(
      'run',
      ...SERVICE,
      '--only',
      'partners/create/input',
      '--baseline',
      whole,
      '--out',
      part,
    );
    expect(ended.code, ended.stderr).toBe(0);
    const [summary] = reportIn(part).summaries;
    const of = reportIn(whole).checks.length;
    expect(summary).toMatchObject({ result: 'incomplete', part: { planned: summary?.counts.checks, of } });
    expect(ended.stdout).toContain('PARTIAL RUN PASSED');
    const count = (value: number): string => value.toLocaleString('en');
    const asked = summary?.counts.checks ?? 0;
    const words = `The later run covers ${count(asked)} of ${count(of)} checks, so ${count(of - asked)} were not compared`;
    const [loose, strict, gated, lone] = await Promise.all([
      inProject('compare', whole, part),
      inProject('compare', whole, part, '--strict'),
      inProject('gate', part, '--baseline', whole, '--strict'),
      inProject('gate', part, '--strict'),
    ]);
    expect([loose.code, strict.code, gated.code, lone.code]).toEqual([0, 1, 1, 2]);
    for (const { stdout } of [loose, strict, gated, ended]) expect(stdout).toContain(words);
    expect(lone.stderr).toContain('--strict needs --baseline');
    const again = await inProject('judge', part);
    expect(again.stderr).toContain('judged again: the report is identical\n');
  });

  it('is decided again under any policy', async () => {
    const [nightly, explore, release, service, ratchet, machine] = await Promise.all([
      inProject('gate', faulty),
      inProject('gate', path.join(faulty, 'report.json'), '--policy', 'explore'),
      inProject('gate', faulty, '--policy', 'release', '--json'),
      inProject('gate', whole, '--policy', 'release'),
      inProject('gate', whole, '--baseline', faulty),
      inProject('gate', whole, '--json'),
    ]);
    expect(nightly.code).toBe(1);
    expect(nightly.stdout).toMatch(/BLOCKED, exit 1\n {2}blocks/);
    expect(explore.code).toBe(0);
    expect(JSON.parse(release.stdout)).toMatchObject({ decision: 'block', exitCode: 1, policy: 'release' });
    // A service that was named is released whole.
    expect(service.code).toBe(0);
    expect(ratchet.code).toBe(0);
    expect(JSON.parse(machine.stdout)).toMatchObject({ decision: 'admit', exitCode: 0, policy: 'nightly' });
  });

  it('is decided on the day of the gate: a waiver that has expired since the run blocks', async () => {
    const waived = path.join(base, 'waived');
    cpSync(faulty, waived, { recursive: true });
    const file = path.join(waived, 'report.json');
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const waiver = (expires: string): Report['waivers'][number] => ({
      checks: '**',
      symptom: { expected: '' },
      reason: 'known',
      owner: 'desk',
      expires,
      daysLeft: 1,
      state: 'used',
      excuses: [],
    });
    const day = new Date(Date.parse(report.run.startedAt) - 3 * 86_400_000).toISOString();
    const run = { ...report.run, startedAt: day };
    const expires = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    writeFileSync(file, JSON.stringify({ ...report, run, waivers: [waiver(expires)] }));
    const ended = await inProject('gate', waived);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(`expired on ${expires}, after the run of ${day.slice(0, 10)}`);
  });

  it('is not compared with a baseline of another target', async () => {
    const other = path.join(base, 'baseline-of-other-target');
    cpSync(whole, other, { recursive: true });
    edit(path.join(other, 'report.json'), 'Z","target":"reference"', 'Z","target":"acme"');
    const ended = await inProject('gate', whole, '--baseline', other);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('[other-baseline]');
  });

  it('is decided with a policy that names more than it has, and says so', async () => {
    const file = path.join(base, 'policy.yaml');
    writeFileSync(
      file,
      'policy: ours\nfailing:\n  - { levels: [MUST], bases: [documented] }\n  - { service: student-reportng, levels: [SHOULD], bases: [documented] }\n',
    );
    const ended = await inProject('gate', whole, '--policy', file, '--json');
    expect(ended.code).toBe(0);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'note: the policy ours names student-reportng, but the report contains only partner-onboarding 1.0.0',
    );
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: 'admit', policy: 'ours' });
  });

  it('stands beside other targets in an overview', async () => {
    const other = path.join(base, 'other-target');
    cpSync(faulty, other, { recursive: true });
    edit(path.join(other, 'report.json'), 'Z","target":"reference"', 'Z","target":"acme"');
    const out = path.join(base, 'overview');
    const ended = await inProject('merge', whole, other, '--out', out);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/2 runs: 1 not approved/);
    expect(existsSync(path.join(out, 'index.html'))).toBe(true);
    const { runs } = JSON.parse(readFileSync(path.join(out, 'overview.json'), 'utf8')) as {
      readonly runs: readonly { readonly target: string; readonly file: string }[];
    };
    expect(runs.map(({ target, file }) => [target, file])).toEqual([
      ['acme', '../other-target/report.json'],
      ['reference', '../whole/report.json'],
    ]);
  });
});

describe('preflight', () => {
  let served: ChildProcess | undefined;
  let target = '';

  beforeAll(async () => {
    served = spawn(process.execPath, [path.join(ROOT, 'bin', 'plumbline.js'), 'serve', ...SERVICE], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    target = await new Promise<string>((resolve, reject) => {
      let text = '';
      served?.stdout?.on('data', (data: Buffer) => {
        text += data.toString();
        if (text.includes('\n')) resolve((JSON.parse(text) as { readonly target: string }).target);
      });
      served?.once('exit', (code) => reject(new Error(`plumbline serve ended with ${code}`)));
    });
  });

  afterAll(() => {
    served?.kill('SIGTERM');
  });

  /** A target file beside the served one, changed. */
  function changed(name: string, ...changes: readonly (readonly [string | RegExp, string])[]): string {
    const file = path.join(path.dirname(target), `${name}.yaml`);
    writeFileSync(
      file,
      changes.reduce(
        (text, [from, to]) => text.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to),
        readFileSync(target, 'utf8'),
      ),
    );
    return file;
  }

  it('explains an unreachable target, and ends with 3 at once', async () => {
    const out = path.join(base, 'unreachable');
    const ended = await inProject(
      'run',
      '--target',
      changed('unreachable', [/1\.0\.0: "http:[^"]*"/, '1.0.0: "http://127.0.0.1:9"']),
      '--out',
      out,
    );
    expect(ended.code, ended.stderr).toBe(3);
    expect(ended.stderr).toMatch(
      /partner-onboarding 1\.0\.0 cannot be judged: http:\/\/127\.0\.0\.1:9 refused the connection\n {2}Nothing listens there/,
    );
    const report = reportIn(out);
    expect(new Set(report.checks.map((check) => check.verdict))).toEqual(new Set(['inconclusive']));
    expect(report.decision).toMatchObject({ decision: 'block', exitCode: 3 });
    expect(report.decision.reasons[0]?.code).toBe('preflight');
    // What helps is in the report too, with the next command, and no check is to be read about.
    expect(report.run.preflight?.stops?.[0]?.hint).toContain('Nothing listens there');
    expect(ended.stdout).toMatch(/\n {5}Nothing listens there: .*\n {5}npx @plumbline\/harness run --target /);
    // Planned equals accounted for, whatever happened.
    expect(report.checks.length).toBe(reportIn(whole).checks.length);
    expect((await inProject('judge', out)).stderr).toContain('judged again: the report is identical\n');
  });

  it('explains a sign-in that fails, and an organisation that is not linked', async () => {
    const unlinked = changed('unlinked', ['issuer: "1234567890"', 'issuer: "9876543210"'], [/device-1/, 'device-2']);
    const stranger = changed('stranger', ['kid: "device-1"', 'kid: "device-9"']);
    const [link, key] = await Promise.all(
      [unlinked, stranger].map((file, index) =>
        inProject('run', '--target', file, '--out', path.join(base, `sign-in-${index}`)),
      ),
    );
    expect(link).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/unauthorized_client[^]*not linked to the service/) as string,
    });
    expect(key).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/invalid_grant[^]*The assertion was rejected/) as string,
    });
  });

  it('keeps its hands off production, and off a target in maintenance', async () => {
    const production = changed('production', ['environment: "test"', 'environment: "production"']);
    const away = changed('away', [
      'answers: "defaults"',
      'answers: "defaults"\nmaintenance: [{ from: "2020-01-01T00:00Z", to: "2120-01-01T00:00Z", note: "announced" }]',
    ]);
    const [writes, allowed, window] = await Promise.all([
      inProject('run', '--target', production, '--out', path.join(base, 'production')),
      inProject(
        'run',
        '--target',
        production,
        '--allow-writes',
        '--only',
        'partners/create/outcome.accepted',
        '--out',
        path.join(base, 'allowed'),
      ),
      inProject('run', '--target', away, '--out', path.join(base, 'away')),
    ]);
    expect(writes).toMatchObject({ code: 3, stderr: expect.stringContaining('--allow-writes') as string });
    expect(allowed?.code, allowed?.stderr).toBe(0);
    expect(window).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('a maintenance window is open until 2120') as string,
    });
  });
});
