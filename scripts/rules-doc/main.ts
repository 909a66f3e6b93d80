/** Writes docs/rules.md. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RULES } from '../../src/rules/registry.ts';
import { SECTIONS } from './catalogue.ts';
import { rulesDocument, unexplained } from './render.ts';

const problems = unexplained(SECTIONS, RULES);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
writeFileSync(fileURLToPath(new URL('../../docs/rules.md', import.meta.url)), rulesDocument(SECTIONS, RULES));
