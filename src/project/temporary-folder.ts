/** Temporary folders of runs. Folders of killed processes are removed by the next run. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from './lock.ts';

/** Host name, since containers may share a folder but not their processes. */
const HOST = hostname().replace(/[^\w]+/g, '_');
const OWN = new RegExp(`^plumbline-[a-z]+-${HOST}-(\\d+)-\\w{6}$`);

/** Creates a folder that only this user may enter. */
export function temporaryFolder(kind: 'run' | 'target'): string {
  removeStaleFolders();
  return mkdtempSync(path.join(tmpdir(), `plumbline-${kind}-${HOST}-${process.pid}-`));
}

function removeStaleFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const process = OWN.exec(name)?.[1];
    if (process === undefined || isAlive(Number(process))) continue;
    const folder = path.join(tmpdir(), name);
    try {
      // Symbolic links are not followed.
      if (lstatSync(folder).isDirectory()) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's folder, or already removed.
    }
  }
}
