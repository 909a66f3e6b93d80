/** The version of Plumbline that made a report. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './root.ts';

export const VERSION: string = (
  JSON.parse(readFileSync(path.join(projectRoot(import.meta.dirname), 'package.json'), 'utf8')) as { version: string }
).version;
