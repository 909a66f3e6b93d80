/** Temporary folders of tests. They are deleted after each test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEachFile } from './clean-up.ts';

const folders: string[] = [];
afterEachFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-test-folder-'));
  folders.push(folder);
  return folder;
}
