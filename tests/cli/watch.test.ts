/** `run --watch`: a running process checks each saved contract, with the result of a separate run. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { failing, reportOf, serve, verdictsOf } from '../run/support.ts';
import { plumbline, ROOT, tempFolder } from './support.ts';

interface Watching {
  /** Resolves when the text is printed after the text of the previous call. */
  readonly waitFor: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

function watching(folder: string, words: readonly string[]): Watching {
  const args = [path.join(ROOT, 'bin', 'plumbline.js'), 'run', '--watch', ...words];
  const child = spawn(process.execPath, args, { cwd: folder });
  let printed = '';
  let look = (): void => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      look();
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const waitFor = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      void ended.then(() => reject(new Error(`the command ended without "${text}"\n${printed}`)));
      look = (): void => {
        if (!printed.includes(text)) return;
        printed = '';
        resolve();
      };
      look();
    });
  const stop = (): Promise<void> => {
    child.kill('SIGINT');
    return ended;
  };
  return { waitFor, stop };
}

test('a contract that is saved with an error, without it and with another error is read again each time', async () => {
  const folder = tempFolder();
  for (const part of ['contracts', 'specs', 'targets'])
    cpSync(path.join(ROOT, 'examples', 'library', part), path.join(folder, part), { recursive: true });
  // No service listens on this port.
  const target = path.join(folder, 'targets', 'local', 'target.yaml');
  writeFileSync(target, readFileSync(target, 'utf8').replace(':8080', ':9'));
  const file = path.join(folder, 'contracts', 'library', 'shelves.yaml');
  const sound = readFileSync(file, 'utf8');
  const { waitFor, stop } = watching(folder, ['--target', 'local', '--out', path.join(folder, 'out')]);
  try {
    await waitFor('watching for changes');
    for (const mistake of ['shelfs', 'bookends']) {
      writeFileSync(file, `${sound}${mistake}: 1\n`);
      await waitFor(`"${mistake}" is not a key`);
      writeFileSync(file, sound);
      await waitFor('data ');
    }
    expect(readFileSync(path.join(folder, 'out', 'report.json'), 'utf8')).toContain('library/shelves/');
  } finally {
    await stop();
  }
});

/** Verdicts without the checks that other requests of the run disturbed in either report. */
function settledVerdicts(report: Report, other: Report): ReadonlyMap<string, string> {
  const disturbed = new Set(
    [report, other].flatMap(({ checks }) => checks.filter((c) => c.unsettled).map((c) => c.id)),
  );
  return verdictsOf({ ...report, checks: report.checks.filter((c) => !disturbed.has(c.id)) });
}

test('after a save, the checks, verdicts and plan are those of a separate run', async () => {
  const folder = tempFolder();
  for (const part of ['contracts', 'specs'])
    for (const service of ['partner-onboarding', 'student-reporting'])
      cpSync(path.join(ROOT, part, service), path.join(folder, part, service), { recursive: true });
  const file = path.join(folder, 'contracts', 'student-reporting', 'campuses.yaml');
  const sound = readFileSync(file, 'utf8');
  const served = await serve();
  const words = ['--target', served.target, '--spec', '4.0.1'];
  const [saved, alone] = [path.join(folder, 'saved'), path.join(folder, 'alone')];
  const { waitFor, stop } = watching(folder, [...words, '--out', saved]);
  try {
    await waitFor('watching for changes');
    for (const [text, fails] of [
      // The service accepts longer values.
      [sound.replace('maxLength: 48', 'maxLength: 12'), true],
      [sound, false],
    ] as const) {
      writeFileSync(file, text);
      await waitFor('data ');
      const only = ['--only', 'student-reporting/campuses/**', '--formats', 'none'];
      await plumbline(['run', ...words, ...only, '--out', alone], { cwd: folder });
      const [after, beside] = [reportOf(saved), reportOf(alone)];
      expect(settledVerdicts(after, beside)).toEqual(settledVerdicts(beside, after));
      expect(after.run.planHash).toBe(beside.run.planHash);
      expect(failing(after).length > 0).toBe(fails);
    }
  } finally {
    await stop();
    await served.stop();
  }
});
