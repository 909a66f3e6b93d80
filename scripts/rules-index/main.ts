/** Writes src/rules/all.ts. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rulesBelow, rulesIndex } from './render.ts';

const rules = new URL('../../src/rules/', import.meta.url);
writeFileSync(new URL('all.ts', rules), rulesIndex(await rulesBelow(fileURLToPath(rules))));
