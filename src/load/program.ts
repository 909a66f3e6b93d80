/** Files that come with the program: they are read from its folder, never from the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folder of the common catalogues among those of the services. */
export const COMMON_FOLDER = 'common';
/** Folder of the requirements that all services share. */
export const SHARED_FOLDER = 'http';

/** The folder of the program, running from sources or compiled. */
export const PROGRAM_ROOT = programRoot();
/** Requirements of standards for every service. */
export const STANDARDS = path.join(PROGRAM_ROOT, 'specs', SHARED_FOLDER);

function programRoot(): string {
  let here = import.meta.dirname;
  while (!existsSync(path.join(here, 'contracts', COMMON_FOLDER)) && path.dirname(here) !== here)
    here = path.dirname(here);
  return here;
}
