/** The package: its folder, version and exit codes. */
import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder with `contracts/`: the working folder if it has one, else that of the package. */
export function projectRoot(cwd = process.cwd()): string {
  if (existsSync(path.join(cwd, 'contracts'))) return cwd;
  let here = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(here, 'contracts')) && path.dirname(here) !== here) here = path.dirname(here);
  return here;
}

export const VERSION: string = (
  JSON.parse(readFileSync(path.join(projectRoot(import.meta.dirname), 'package.json'), 'utf8')) as { version: string }
).version;

/** Exit codes, which scripts of users rely on. */
export const EXIT = { admit: 0, block: 1, badInput: 2, incomplete: 3, defect: 4 } as const;
