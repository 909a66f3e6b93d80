/** Writes docs/generated/rules.md and docs/generated/proof.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPublished } from '../../src/project/published-proof.ts';
import { proofMarkdown } from '../../src/prove/render.ts';
import { RULES } from '../../src/rules/registry.ts';
import { SECTIONS } from './catalogue.ts';
import { rulesDocument, unexplained } from './render.ts';

const problems = unexplained(SECTIONS, RULES);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}docs/generated/`;
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}rules.md`, rulesDocument(SECTIONS, RULES));
const proof = readPublished(root);
if (proof !== undefined) writeFileSync(`${folder}proof.md`, proofMarkdown(proof));
