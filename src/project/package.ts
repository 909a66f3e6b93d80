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

/**
 * Location of a project file from the working folder, with the line if it has one. A file of the package that is not below the working folder
 * begins with the name of the package.
 */
export function pathFromHere(place: string, root = projectRoot(), cwd = process.cwd()): string {
  const file = place.replace(/:\d+$/, '');
  const packaged = projectRoot(import.meta.dirname);
  const folder = [root, packaged].find((one) => existsSync(path.join(one, file)));
  if (folder === undefined) return place;
  const here = path.relative(cwd, path.join(folder, place)).split(path.sep).join('/');
  if (!here.startsWith('../') && !path.isAbsolute(here)) return here;
  return folder === packaged ? `@plumbline/harness/${place}` : place;
}

export const VERSION: string = (
  JSON.parse(readFileSync(path.join(projectRoot(import.meta.dirname), 'package.json'), 'utf8')) as { version: string }
).version;

/** Exit codes, which scripts of users rely on. */
export const EXIT = { admit: 0, block: 1, badInput: 2, incomplete: 3, defect: 4 } as const;
