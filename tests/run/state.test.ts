/** `--state` over several nights: each run is compared with the last approved report. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { placeOfTarget } from '../../src/project/settings.ts';
import { historyLine } from '../../src/report/history.ts';
import type { Report, RunInfo } from '../../src/report/model.ts';
import { serializeReport } from '../../src/report/serialize.ts';
import { checkState, storeApprovedReport, type NarrowedRun, type State, stateIn } from '../../src/run/state.ts';
import { omitUndefined } from '../../src/model/objects.ts';
import { PRESETS } from '../../src/gate/policy.ts';
import { type TinyCheck, tinyReport } from '../report/tiny.ts';
import { plumbline, reportOf, temporary } from './support.ts';

/** The reference target with its small service only: a whole run takes seconds. */
function target(folder: string, faults: readonly string[] = []): string {
  const file = path.join(folder, 'night.yaml');
  writeFileSync(
    file,
    `target: night\nenvironment: test\nembedded: true\nanswers: defaults\nfaults: ${JSON.stringify(faults)}\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n`,
  );
  return file;
}

test('a blocked night keeps the last approved report, and the next night is compared with it', async () => {
  const folder = temporary();
  const night = (faults: readonly string[]): ReturnType<typeof plumbline> =>
    plumbline(['run', '--target', target(folder, faults), '--state', 'state'], { cwd: folder });
  const admitted = (): string => readFileSync(path.join(onlyIn(path.join(folder, 'state')), 'admitted.json'), 'utf8');

  const first = await night([]);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toMatch(/last admitted state\/night-[0-9a-f]{8}\/admitted\.json/);
  expect((JSON.parse(admitted()) as Report).run.id).toBe(reportOf(path.join(folder, 'reports/latest')).run.id);
  const before = admitted();

  const second = await night(['partner-onboarding.partners.read.date-missing']);
  expect(second.code, second.stderr).toBe(1);
  expect(second.stdout).not.toContain('last admitted');
  expect(admitted()).toBe(before);

  const third = await night([]);
  expect(third.code, third.stdout).toBe(0);
  expect(admitted()).not.toBe(before);
  expect(
    readFileSync(path.join(onlyIn(path.join(folder, 'state')), 'history.ndjson'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(3);
});

/** The one folder in a folder. */
function onlyIn(folder: string): string {
  const [first = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return path.join(folder, first);
}

describe('with other options', () => {
  test.each(['only', 'shard', 'baseline', 'history'] as const)('--state cannot be combined with --%s', (option) => {
    expect(() => checkState('state', { target: 'acme', [option]: 'x' })).toThrow(
      `--state cannot be combined with --${option}`,
    );
  });

  test('a partial run that passes is not stored', () => {
    const admitted = path.join(temporary(), 'acme', 'admitted.json');
    const part = { decision: { exitCode: 0, part: {} } } as unknown as Report;
    expect(storeApprovedReport(admitted, part)).toBe(false);
    expect(existsSync(admitted)).toBe(false);
  });
});

describe('a run with another policy', () => {
  const run = (name: 'nightly' | 'explore', checks: readonly TinyCheck[], baseline?: Report): Report =>
    tinyReport({ checks, policy: PRESETS[name], ...omitUndefined({ baseline }) });
  const whole = run('nightly', [{ verdict: 'pass' }, { verdict: 'pass' }]);
  const lost: readonly TinyCheck[] = [{ verdict: 'pass' }, { verdict: 'inapplicable' }];

  test('does not replace a report that has more checks', () => {
    const admitted = path.join(temporary(), 'acme', 'admitted.json');
    expect(storeApprovedReport(admitted, whole)).toBe(true);
    const kept = readFileSync(admitted, 'utf8');
    expect(storeApprovedReport(admitted, run('explore', lost, whole))).toBe(false);
    expect(readFileSync(admitted, 'utf8')).toBe(kept);
    // No check is lost, or there is no baseline.
    expect(storeApprovedReport(admitted, run('explore', [{ verdict: 'pass' }, { verdict: 'pass' }], whole))).toBe(true);
    expect(storeApprovedReport(admitted, run('nightly', lost))).toBe(true);
  });
});

describe('the folder of a target', () => {
  /** A project with a target that is found by its name, and files with similar names. */
  const root = temporary();
  const state = path.join(root, 'state');
  beforeEach(() => rmSync(state, { recursive: true, force: true }));
  for (const file of ['targets/acme/target.yaml', 'elsewhere/targets/acme/target.yaml', 'acme.students/target.yaml'])
    write(path.join(root, file), 'target: acme');
  for (const file of ['a/acme.yaml', 'b/acme.yaml', 'acme.students.yaml', 'target.yaml'])
    write(path.join(root, file), '');

  /** State as the command reads it, for a target with this name. */
  function kept(asked: NarrowedRun, name = 'acme'): State {
    return stateIn(state, asked, { place: placeOfTarget(asked.target, root, root), root, name });
  }
  const folderOf = (asked: NarrowedRun): string => path.basename(path.dirname(kept(asked).history));

  /** Stores the report of an earlier run in a folder with this name. */
  function left(name: string, run: Partial<RunInfo>): string {
    const folder = path.join(state, name);
    const report = tinyReport({ checks: [{ verdict: 'pass' }], run });
    write(path.join(folder, 'admitted.json'), serializeReport(report));
    write(path.join(folder, 'history.ndjson'), historyLine(report));
    return folder;
  }

  test.each([
    [{ target: 'acme' }, 'acme'],
    [{ target: 'targets/acme/target.yaml' }, 'acme'],
    [{ target: 'acme', service: ['one', 'two'], spec: ['4.0.1'] }, 'acme.one.two.4.0.1'],
  ])('%o is stored in %s', (asked, name) => {
    const folder = path.join(state, name);
    expect(kept(asked)).toEqual({
      admitted: path.join(folder, 'admitted.json'),
      history: path.join(folder, 'history.ndjson'),
    });
  });

  test('targets with similar names have different folders, the same every night', () => {
    const all: readonly NarrowedRun[] = [
      { target: 'acme' },
      { target: 'acme', service: ['students'] },
      { target: 'a/acme.yaml' },
      { target: 'b/acme.yaml' },
      { target: 'b/acme.yaml', service: ['students'] },
      { target: 'elsewhere/targets/acme/target.yaml' },
      { target: 'acme.students/target.yaml' },
      { target: 'acme.students.yaml' },
      { target: './target.yaml' },
    ];
    const names = all.map(folderOf);
    expect(new Set(names).size).toBe(all.length);
    expect(all.map(folderOf)).toEqual(names);
    for (const name of names) expect(name).toMatch(/^[\w-][\w.-]*$/);
    expect(names.slice(2, 4).every((name) => /^acme-[0-9a-f]{8}$/.test(name))).toBe(true);
  });

  test.each<readonly [string, NarrowedRun, Partial<RunInfo>, string]>([
    ['another target', { target: 'acme' }, { target: 'globex' }, 'this is a report of globex, but the run tests acme'],
    [
      'other services',
      { target: 'acme', service: ['students'] },
      { target: 'acme' },
      'this is a report of acme, but the run tests acme --service students',
    ],
    [
      'another version',
      { target: 'acme', spec: ['1.0'] },
      { target: 'acme', selection: { spec: ['1.0', '2.0'] } },
      'this is a report of acme --spec 1.0,2.0, but the run tests acme --spec 1.0',
    ],
  ])('a report of %s is rejected as baseline', (_what, asked, run, words) => {
    left([asked.target, asked.service ?? [], asked.spec ?? []].flat().join('.'), run);
    expect(() => kept(asked)).toThrow(words);
  });

  test('a file that is not a report is rejected before the first request', () => {
    write(path.join(state, 'acme', 'admitted.json'), 'something else');
    expect(() => kept({ target: 'acme' })).toThrow(/admitted\.json/);
  });

  test('a truncated report is named with the hint to delete it', () => {
    const file = path.join(left('acme', { target: 'acme' }), 'admitted.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 200));
    expect(() => kept({ target: 'acme' })).toThrow(
      new RegExp(`${file}.*the report is truncated \\[report-truncated\\]\n  Delete this file`),
    );
    rmSync(file);
    expect(kept({ target: 'acme' }).baseline).toBeUndefined();
  });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
