/** `run --watch`: each save is told of as it is, by a process that stays. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeTempFolders, ROOT, tempFolder } from './support.ts';

afterAll(removeTempFolders);

test('a contract that is saved with a mistake, without it, and with another is read each time as it is', async () => {
  const folder = tempFolder();
  for (const part of ['contracts', 'specs', 'targets'])
    cpSync(path.join(ROOT, 'examples', 'library', part), path.join(folder, part), { recursive: true });
  // Nobody listens there.
  const target = path.join(folder, 'targets', 'local', 'target.yaml');
  writeFileSync(target, readFileSync(target, 'utf8').replace(':8080', ':9'));
  const file = path.join(folder, 'contracts', 'library', 'shelves.yaml');
  const sound = readFileSync(file, 'utf8');
  const words = ['run', '--watch', '--target', 'local', '--out', path.join(folder, 'out')];
  const child = spawn(process.execPath, [path.join(ROOT, 'bin', 'plumbline.js'), ...words], { cwd: folder });
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
    child.kill('SIGINT');
    await ended;
  }
});
