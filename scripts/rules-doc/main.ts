/** Writes docs/generated/rules.md and docs/generated/proof.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPublishedProof } from '../../src/project/published-proof.ts';
import { proofMarkdown } from '../../src/prove/render.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { rulesDocument } from './render.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}docs/generated/`;
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}rules.md`, rulesDocument(EVERY_RULE));
const proof = readPublishedProof(root);
if (proof !== undefined) writeFileSync(`${folder}proof.md`, proofMarkdown(proof));
