/** The command line as a user starts it, and copies of the project that may be broken. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..', '..');
const BIN = path.join(ROOT, 'bin', 'plumbline.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `plumbline` to its end. */
export function plumbline(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...options.env };
    // A run inside of this one must not take over the settings of an outer run.
    for (const name of Object.keys(env))
      if (name.startsWith('PLUMBLINE_') || name.startsWith('VITEST')) delete env[name];
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: options.cwd ?? ROOT,
      env: { ...env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const folders: string[] = [];

export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-cli-'));
  folders.push(folder);
  return folder;
}

export function removeTempFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Specs, contracts and targets in a folder of their own. */
export function projectCopy(): string {
  const folder = tempFolder();
  for (const name of ['specs', 'contracts', 'targets'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  return folder;
}

/** Replaces the one place where `from` stands; a text that is not there, or twice, is a mistake of the test. */
export function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold exactly one ${JSON.stringify(from)}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

export function append(file: string, text: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n${text}`);
}
