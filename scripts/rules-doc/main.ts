/** Writes docs/generated/rules.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RULES } from '../../src/rules/registry.ts';
import { SECTIONS } from './catalogue.ts';
import { rulesDocument, unexplained } from './render.ts';

const problems = unexplained(SECTIONS, RULES);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
const folder = fileURLToPath(new URL('../../docs/generated/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}rules.md`, rulesDocument(SECTIONS, RULES));
