/** Where the project is. On its own, since every process of a run asks it first and most ask for nothing else. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with `contracts/`: the working folder if it has one, else the one that Plumbline is installed in. */
export function projectRoot(cwd = process.cwd()): string {
  if (existsSync(path.join(cwd, 'contracts'))) return cwd;
  let here = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(here, 'contracts')) && path.dirname(here) !== here) here = path.dirname(here);
  return here;
}
