/** Saving a contract runs what it is about, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { patternForFiles, runOnSave, watchSavedFiles } from '../../src/run/watch-project.ts';
import { ROOT } from '../plan/support.ts';

const contract = (name: string): string => path.join(ROOT, 'contracts', name);

describe('what runs', () => {
  test.each([
    [['student-reporting/students.yaml'], 'student-reporting/students/**'],
    [['partner-onboarding/partners.yaml'], 'partner-onboarding/partners/**'],
    [['student-reporting/errors.yaml'], undefined],
    [['common/input.yaml'], undefined],
    [['student-reporting/students.yaml', 'student-reporting/courses.yaml'], undefined],
  ])('after %s: %s', (names, part) => {
    expect(patternForFiles(names.map(contract), ROOT)).toBe(part);
  });
});

test('a run that is under way when something is saved is stopped first, and the last one before all ends', async () => {
  const told: string[] = [];
  let begun: () => void = () => undefined;
  async function* saved(): AsyncGenerator<readonly string[]> {
    for (const file of ['a.yaml', 'b.yaml']) {
      const started = new Promise<void>((resolve) => (begun = resolve));
      yield [file];
      await started;
    }
  }
  await runOnSave({
    saved: saved(),
    partOf: ([file]) => file,
    run: async (only, stop) => {
      told.push(`begins ${only}`);
      begun();
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
      told.push(`ends ${only}`);
    },
    tell: () => undefined,
  });
  expect(told).toEqual(['begins a.yaml', 'ends a.yaml', 'begins b.yaml', 'ends b.yaml']);
});

test('files are seen in every folder below, those that nobody reads or that runs write themselves are not, and it ends when it is stopped', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-saved-'));
  const below = path.join(folder, 'service');
  const reports = path.join(folder, 'reports');
  mkdirSync(below);
  mkdirSync(reports);
  const stop = new AbortController();
  try {
    const seen: string[] = [];
    const write = (name: string): void => writeFileSync(path.join(below, name), 'a: 1\n');
    for await (const files of watchSavedFiles([folder], [reports], stop.signal, () => {
      writeFileSync(path.join(reports, 'report.json'), '{}');
      write('notes.txt');
      write('one.yaml');
    })) {
      seen.push(...files);
      if (seen.includes(path.join(below, 'two.yaml'))) stop.abort();
      else write('two.yaml');
    }
    expect([...new Set(seen)]).toEqual([path.join(below, 'one.yaml'), path.join(below, 'two.yaml')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
