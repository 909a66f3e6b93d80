/** Folders for the time of a run. One that was killed leaves its own behind, and the next one removes it. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from './lock.ts';

/** Containers may share a folder, and do not share their processes. */
const HERE = hostname().replace(/[^\w]+/g, '_');
const OWN = new RegExp(`^plumbline-[a-z]+-${HERE}-(\\d+)-\\w{6}$`);

/** A new folder that only this user may enter. */
export function temporaryFolder(kind: 'run' | 'target'): string {
  sweep();
  return mkdtempSync(path.join(tmpdir(), `plumbline-${kind}-${HERE}-${process.pid}-`));
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const process = OWN.exec(name)?.[1];
    if (process === undefined || isAlive(Number(process))) continue;
    const folder = path.join(tmpdir(), name);
    try {
      // Never through a link that somebody else has put there.
      if (lstatSync(folder).isDirectory()) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or gone meanwhile.
    }
  }
}
