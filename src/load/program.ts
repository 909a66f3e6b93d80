/** What comes with the program, wherever it is installed: it is read from there, and never from the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folder of the common catalogues among those of the services. */
export const COMMON_FOLDER = 'common';
/** Folder of the requirements that all services share. */
export const SHARED = 'http';

/** The folder that the program came in, whether it runs from its sources or compiled. */
export const PROGRAM_ROOT = programRoot();
/** What standards ask of every service. */
export const STANDARDS = path.join(PROGRAM_ROOT, 'specs', SHARED);

function programRoot(): string {
  let here = import.meta.dirname;
  while (!existsSync(path.join(here, 'contracts', COMMON_FOLDER)) && path.dirname(here) !== here)
    here = path.dirname(here);
  return here;
}
