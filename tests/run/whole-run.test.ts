/** One whole run through the real runner against the embedded reference, looked at from every side, and others held beside it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { REPORT_FILE } from '../../src/schema/report.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/report/model.ts';
import { findRule } from '../../src/rules/registry.ts';
import { atOnce } from '../cli/support.ts';
import { testOfAll } from '../part.ts';
import { checksOf, planned } from '../plan/support.ts';
import {
  contentOf,
  countingProcesses,
  evidenceLines,
  filesBelow,
  mergeReports,
  playwright,
  plumbline,
  reportOf,
  smallTarget,
  temporary,
  verdictsOf,
  WORKER,
} from './support.ts';
import type { Ended } from '../ended.ts';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;
const cwd = temporary();
/** Where a newcomer's report is, who says nothing of it. */
const out = path.join(cwd, 'reports', 'latest');
let ended: Ended;
let report: Report;

const processes = countingProcesses();

beforeAll(async () => {
  ended = await plumbline(['run', '--service', 'partner-onboarding', '--formats', 'ctrf,allure'], {
    cwd,
    env: processes.env,
  });
  report = reportOf(out);
});

test('the reference is conformant, and the run admits', () => {
  expect(ended.code, ended.stderr).toBe(0);
  expect(report.summaries.map((s) => `${s.service} ${s.spec} ${s.result}`)).toEqual([
    'partner-onboarding 1.0.0 conformant',
  ]);
  expect(report.decision).toMatchObject({ decision: 'admit', exitCode: 0 });
});

/** Counted, not timed: what costs more on every machine costs more of these. Twice as much of any would be a mistake. */
test('it costs what it must: requests, processes, files and bytes', () => {
  const files = filesBelow(out);
  const checks = report.checks.length;
  expect(report.run.exchanges).toBeLessThan(checks);
  // The command and the reference services, and nothing of Playwright.
  expect(['plumbline.js', 'cli.js', WORKER].map(processes.started)).toEqual([2, 0, 0]);
  const plain = files.filter((file) => !file.includes('allure-results') && !file.endsWith('ctrf.json'));
  expect(plain.length).toBeLessThanOrEqual(15);
  const bytes = plain.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes / checks).toBeLessThan(2048);
  // One result of a check for Allure, and its configuration.
  expect(files.length - plain.length).toBeLessThan(checks + 5);
});

test('a newcomer sees a summary that is read in ten seconds, and the path of the report', () => {
  const { stdout, stderr } = ended;
  // Progress goes to standard error, so that standard output can be read by scripts.
  expect(stderr).toMatch(/sending: [\d,]+ checks/);
  expect(stderr).toMatch(/judged [\d,]+ of [\d,]+, 0 failing/);
  for (const word of ['partner-onboarding', '1.0.0', 'conformant', 'RELEASE APPROVED']) expect(stdout).toContain(word);
  expect(stdout).toContain(`${(report.summaries[0]?.counts.verdicts.pass ?? 0).toLocaleString('en')} pass`);
  expect(stdout.split('\n').length).toBeLessThan(30);
  // eslint-disable-next-line no-control-regex -- nothing but text where the output is no terminal
  expect(stdout).not.toMatch(/\u001B\[/);
  const shown = /^\s*report\s+(\S+)$/m.exec(stdout)?.[1];
  expect(shown).toBeDefined();
  expect(existsSync(path.resolve(cwd, shown ?? ''))).toBe(true);
});

describe('report.json', () => {
  test('keeps its published schema', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats(ajv);
    const validate = ajv.compile(REPORT_FILE);
    expect(validate(report), ajv.errorsText(validate.errors)).toBe(true);
  });

  test('planned equals accounted for: every planned check has a verdict, and nothing else has', () => {
    const plan = planned({ services: ['partner-onboarding'] }).plan;
    const ids = [...new Set(checksOf(plan).map((c) => `${c.id}@${c.spec}`))].sort();
    expect([...verdictsOf(report).keys()].sort()).toEqual(ids);
    expect(report.checks).toHaveLength(ids.length);
    expect(
      report.checks
        .filter((c) => c.verdict === 'untested' || c.verdict === 'inconclusive')
        .map((c) => `${c.id}: ${c.cause ?? ''}`),
    ).toEqual([]);
    expect(report.summaries[0]?.counts.checks).toBe(ids.length);
  });

  // A practice that all services share binds none: a contract may leave it undeclared, or bind its checks to a requirement of its own.
  test('every requirement is proven, or excluded with a reason', () => {
    // What a standard asks may be a requirement of the service itself, to which all its checks are bound.
    const taken = new Set(report.checks.map((c) => findRule(c.rule)?.requirement));
    const open = report.requirements.filter(
      ({ id, excluded, basis, checks }) =>
        excluded === undefined && basis !== 'practice' && checks === 0 && !taken.has(id),
    );
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  test('what a verdict cites is on record, and what is recorded was counted', () => {
    const exchanges = evidenceLines(out).map((line) => JSON.parse(line) as Exchange);
    const ids = new Set(exchanges.map((e) => e.id));
    expect(ids.size).toBe(exchanges.length);
    expect(report.run.exchanges).toBe(exchanges.length);
    for (const check of report.checks)
      for (const id of check.evidence) expect(ids.has(id), `${check.id} cites ${id}`).toBe(true);
  });
});

describe('what lies beside it', () => {
  test.each([
    'report.json',
    'index.html',
    'junit.xml',
    'ctrf.json',
    'summary.md',
    'badge.svg',
    'evidence',
    'allure-results',
  ])('%s', (name) => {
    const file = path.join(out, name);
    expect(existsSync(file)).toBe(true);
    if (!name.includes('.')) expect(readdirSync(file).length).toBeGreaterThan(0);
    else expect(readFileSync(file, 'utf8').length).toBeGreaterThan(100);
  });

  test('nothing that nobody asked for', () => {
    const known = [
      'report.json',
      'index.html',
      'junit.xml',
      'ctrf.json',
      'results.sarif',
      'summary.md',
      'badge.svg',
      'evidence',
      'allure-results',
      'playwright',
    ];
    expect(readdirSync(out).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every view says the same', () => {
    const { checks } = report;
    const ctrf = JSON.parse(readFileSync(path.join(out, 'ctrf.json'), 'utf8')) as {
      results: { summary: { tests: number; passed: number; failed: number } };
    };
    expect(ctrf.results.summary).toMatchObject({ tests: checks.length, failed: 0 });
    expect(readFileSync(path.join(out, 'junit.xml'), 'utf8')).toMatch(/<testsuites[^>]*failures="0"/);
    expect(readFileSync(path.join(out, 'summary.md'), 'utf8')).toContain('partner-onboarding');
    expect(contentOf(path.join(out, 'index.html'))).toContain('partner-onboarding/partners/create/outcome.accepted');
  });

  test('no view asks the network for anything', () => {
    const page = readFileSync(path.join(out, 'index.html'), 'utf8');
    expect(
      [...page.matchAll(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!data:|#)([^"]+)"/g)].map((m) => m[1]),
    ).toEqual([]);
  });

  test('Allure’s environment has the decision and the words of every other view', () => {
    const environment = readFileSync(path.join(out, 'allure-results', 'environment.properties'), 'utf8');
    expect(environment).toMatch(/^decision=release approved, for partner-onboarding only \(policy nightly\)$/m);
    expect(environment).toMatch(/^partner-onboarding@1\.0\.0=conformant$/m);
  });

  test('each check is one Allure result, below its service, version, endpoint and operation', () => {
    const results = filesBelow(path.join(out, 'allure-results'))
      .filter((f) => f.endsWith('-result.json'))
      .map((f) => JSON.parse(readFileSync(f, 'utf8')) as { fullName: string; titlePath: readonly string[] });
    expect(new Map(results.map(({ fullName, titlePath }) => [fullName, titlePath]))).toEqual(
      new Map(report.checks.map((c) => [`${c.id}@${c.spec}`, [c.service, c.spec, c.endpoint, c.operation]] as const)),
    );
  });
});

test('plumbline run --shuffle --transport playwright sends in another order and by another road, and says the same in the same order', async () => {
  const other = path.join(temporary(), 'out');
  const args = ['--service', 'partner-onboarding', '--shuffle', '7', '--transport', 'playwright', '--out', other];
  const { code, stdout, stderr } = await atOnce(['run', ...args]);
  expect(code, stdout + stderr).toBe(0);
  const shuffled = reportOf(other);
  expect(shuffled.checks).toEqual(report.checks);
  const times = (folder: string): readonly number[] =>
    evidenceLines(folder).map((line) => (JSON.parse(line) as Exchange).at);
  const inversions = (list: readonly number[]): number =>
    list.filter((time, index) => index > 0 && time < (list[index - 1] ?? 0)).length;
  // Evidence is in plan order whatever was sent first, so that shuffling shows in its times.
  expect(inversions(times(other))).toBeGreaterThan(5);
});

describe('npx playwright test by itself', () => {
  const folder = temporary();
  const whole = path.join(folder, 'whole');
  const target = smallTarget();

  test('gives the same verdicts with two workers and shuffled tests', async () => {
    const { code, stdout, stderr } = await playwright(['--grep', '@1.0.0', '--workers=2', '--shuffle'], whole, target);
    expect(code, stdout + stderr).toBe(0);
    expect(verdictsOf(reportOf(whole))).toEqual(verdictsOf(report));
  });

  testOfAll('does in each shard its part, and merge-reports makes of their blobs the report of one run', async () => {
    const shards = [1, 2].map((index) => path.join(folder, `shard-${index}`));
    const blobs = path.join(folder, 'blobs');
    mkdirSync(blobs);
    for (const [index, shard] of shards.entries()) {
      const own = path.join(folder, `blob-${index}`);
      const { code, stdout, stderr } = await playwright(
        ['--grep', '@1.0.0', `--shard=${index + 1}/2`, '--add-reporter=blob'],
        shard,
        { ...target, PLAYWRIGHT_BLOB_OUTPUT_DIR: own },
      );
      expect(code, stdout + stderr).toBe(0);
      for (const name of readdirSync(own)) copyFileSync(path.join(own, name), path.join(blobs, name));
    }
    const parts = shards.map(reportOf);
    const groups = parts.map(
      (part) => new Set(part.checks.filter((c) => c.aspect !== 'responses').map((c) => `${c.id}@${c.spec}`)),
    );
    for (const group of groups) expect(group.size).toBeGreaterThan(0);
    expect([...(groups[0] ?? [])].filter((id) => groups[1]?.has(id))).toEqual([]);
    const union = new Map([...verdictsOf(parts[0] ?? report), ...verdictsOf(parts[1] ?? report)]);
    expect([...union.keys()].sort()).toEqual([...verdictsOf(report).keys()].sort());

    const out = path.join(folder, 'merged');
    const done = await mergeReports(blobs, out, target);
    expect(done.code, done.stdout + done.stderr).toBe(0);
    const [merged, one] = [reportOf(out), reportOf(whole)];
    expect(merged.checks).toEqual(one.checks);
    expect(merged.summaries).toEqual(one.summaries);
    expect(merged.decision).toEqual(one.decision);
    expect(merged.run.exchanges).toBe(one.run.exchanges);
    expect((await atOnce(['judge', out])).stderr).toContain('the report is identical');
  });
});
