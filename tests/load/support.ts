/** Small projects in temporary folders, for the tests of loading. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput, type Problem } from '../../src/errors.ts';
import { afterEachFile } from '../clean-up.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const GOLDENS = path.join(ROOT, 'tests/golden/load');
/** A small project without a mistake: a library with books and loans. */
export const BASE = path.join(GOLDENS, 'base');

const folders: string[] = [];
afterEachFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the base project, with the given files written over it; removed after the tests of the file. */
export function projectWith(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(path.join(tmpdir(), 'plumbline-load-'));
  folders.push(root);
  cpSync(BASE, root, { recursive: true });
  for (const [name, text] of Object.entries(files)) write(root, name, text);
  return root;
}

export function write(root: string, name: string, text: string | Uint8Array): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The problems that the call throws as `BadInput`; nothing where it returns. Anything else that is thrown goes on. */
export function problemsOf(call: () => unknown): readonly Problem[] {
  try {
    call();
  } catch (error) {
    if (error instanceof BadInput) return error.problems;
    throw error;
  }
  return [];
}

export function codesOf(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code }) => code);
}
