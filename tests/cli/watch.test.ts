/** `run --watch`: each save is told of as it is, by a process that stays, and judged as a run of its own would judge it. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failing, reportOf, serve, verdictsOf } from '../run/support.ts';
import { plumbline, removeTempFolders, ROOT, tempFolder } from './support.ts';

afterAll(removeTempFolders);

interface Watching {
  /** Resolves when this was told, after what was waited for before. */
  readonly tells: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

function watching(folder: string, words: readonly string[]): Watching {
  const args = [path.join(ROOT, 'bin', 'plumbline.js'), 'run', '--watch', ...words];
  const child = spawn(process.execPath, args, { cwd: folder });
  let told = '';
  let look = (): void => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      look();
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const tells = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      void ended.then(() => reject(new Error(`it ended without "${text}"\n${told}`)));
      look = (): void => {
        if (!told.includes(text)) return;
        told = '';
        resolve();
      };
      look();
    });
  const stop = (): Promise<void> => {
    child.kill('SIGINT');
    return ended;
  };
  return { tells, stop };
}

test('a contract that is saved with a mistake, without it, and with another is read each time as it is', async () => {
  const folder = tempFolder();
  for (const part of ['contracts', 'specs', 'targets'])
    cpSync(path.join(ROOT, 'examples', 'library', part), path.join(folder, part), { recursive: true });
  // Nobody listens there.
  const target = path.join(folder, 'targets', 'local', 'target.yaml');
  writeFileSync(target, readFileSync(target, 'utf8').replace(':8080', ':9'));
  const file = path.join(folder, 'contracts', 'library', 'shelves.yaml');
  const sound = readFileSync(file, 'utf8');
  const { tells, stop } = watching(folder, ['--target', 'local', '--out', path.join(folder, 'out')]);
  try {
    await tells('waiting for a file to be saved');
    for (const mistake of ['shelfs', 'bookends']) {
      writeFileSync(file, `${sound}${mistake}: 1\n`);
      await tells(`"${mistake}" is not a key of an endpoint contract`);
      writeFileSync(file, sound);
      await tells('data ');
    }
    expect(readFileSync(path.join(folder, 'out', 'report.json'), 'utf8')).toContain('library/shelves/');
  } finally {
    await stop();
  }
});

test('what is judged after a save is what a run of its own judges: the same checks, verdicts and plan', async () => {
  const folder = tempFolder();
  for (const part of ['contracts', 'specs'])
    for (const service of ['partner-onboarding', 'student-reporting'])
      cpSync(path.join(ROOT, part, service), path.join(folder, part, service), { recursive: true });
  const file = path.join(folder, 'contracts', 'student-reporting', 'campuses.yaml');
  const sound = readFileSync(file, 'utf8');
  const served = await serve();
  const words = ['--target', served.target, '--spec', '4.0.1'];
  const [saved, alone] = [path.join(folder, 'saved'), path.join(folder, 'alone')];
  const { tells, stop } = watching(folder, [...words, '--out', saved]);
  try {
    await tells('waiting for a file to be saved');
    for (const [text, departs] of [
      // Longer ones are taken.
      [sound.replace('maxLength: 48', 'maxLength: 12'), true],
      [sound, false],
    ] as const) {
      writeFileSync(file, text);
      await tells('data ');
      const only = ['--only', 'student-reporting/campuses/**', '--formats', 'none'];
      await plumbline(['run', ...words, ...only, '--out', alone], { cwd: folder });
      const [after, beside] = [reportOf(saved), reportOf(alone)];
      expect(verdictsOf(after)).toEqual(verdictsOf(beside));
      expect(after.run.planHash).toBe(beside.run.planHash);
      expect(failing(after).length > 0).toBe(departs);
    }
  } finally {
    await stop();
    await served.stop();
  }
});
