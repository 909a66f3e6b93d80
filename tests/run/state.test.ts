/** Nights after each other: what was in order last is what a run is compared with. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { keepAdmitted, stateIn } from '../../src/run/state.ts';
import { plumbline, reportOf, temporary } from './support.ts';

/** The reference with one small service alone: a whole run of it takes seconds. */
function target(folder: string, faults: readonly string[] = []): string {
  const file = path.join(folder, 'night.yaml');
  writeFileSync(
    file,
    `target: night\nenvironment: test\nembedded: true\nanswers: defaults\nfaults: ${JSON.stringify(faults)}\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n`,
  );
  return file;
}

test('a night that is blocked leaves what was admitted, and the next one is compared with that', async () => {
  const folder = temporary();
  const night = (faults: readonly string[]): ReturnType<typeof plumbline> =>
    plumbline(['run', '--target', target(folder, faults), '--state', 'state'], { cwd: folder });
  const kept = path.join(folder, 'state', 'night');
  const admitted = (): string => readFileSync(path.join(kept, 'admitted.json'), 'utf8');

  const first = await night([]);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toContain('last admitted state/night/admitted.json');
  expect((JSON.parse(admitted()) as Report).run.id).toBe(reportOf(path.join(folder, 'reports/latest')).run.id);
  const before = admitted();

  const second = await night(['partner-onboarding.partners.read.date-missing']);
  expect(second.code, second.stderr).toBe(1);
  expect(second.stdout).not.toContain('last admitted');
  expect(admitted()).toBe(before);

  const third = await night([]);
  expect(third.code, third.stdout).toBe(0);
  expect(admitted()).not.toBe(before);
  expect(readFileSync(path.join(kept, 'history.ndjson'), 'utf8').trim().split('\n')).toHaveLength(3);
});

describe('what is asked beside --state', () => {
  test.each(['only', 'shard', 'baseline', 'history'] as const)('--%s does not go with it', (option) => {
    expect(() => stateIn('state', { target: 'acme', [option]: 'x' })).toThrow(
      `--state and --${option} do not go together`,
    );
  });

  test.each([
    [{ target: 'acme' }, 'acme'],
    [{ target: './targets/acme/target.yaml' }, 'acme'],
    [{ target: 'elsewhere/acme.yml' }, 'acme'],
    [{ target: 'acme', service: ['one', 'two'], spec: ['4.0.1'] }, 'acme.one.two.4.0.1'],
  ])('%o is kept in %s', (asked, name) => {
    const folder = temporary();
    expect(stateIn(folder, asked)).toEqual({
      admitted: path.join(folder, name, 'admitted.json'),
      history: path.join(folder, name, 'history.ndjson'),
    });
  });

  test('a part that passes is not kept: it says nothing about the rest', () => {
    const folder = temporary();
    const state = stateIn(folder, { target: 'acme' });
    const part = { decision: { exitCode: 0, part: {} } } as unknown as Report;
    expect(keepAdmitted(state.admitted, part)).toBe(false);
    expect(existsSync(state.admitted)).toBe(false);
  });

  test('what is kept and is no report is told before anything is sent', () => {
    const folder = temporary();
    mkdirSync(path.join(folder, 'acme'));
    cpSync(import.meta.filename, path.join(folder, 'acme', 'admitted.json'));
    expect(() => stateIn(folder, { target: 'acme' })).toThrow(/admitted\.json/);
  });
});
