/**
 * Writes the generated pages: `tsx scripts/docs/main.ts`. Pages in docs/generated/ are in the package and not in git.
 * With `--tracked` it also writes those in git: docs/glossary.md and the table of formats in reports/README.md.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { glossaryDocument } from '../../src/explain/glossary.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { readPublishedProof } from '../../src/project/published-proof.ts';
import { proofMarkdown } from '../../src/prove/render.ts';
import { insertFormatRows } from '../../src/report/views/formats.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { readFigures, reliabilityDocument } from '../reliability/render.ts';
import { contractReference, reportReference } from './references.ts';
import { openQuestionsDocument } from './open-questions.ts';
import { rulesDocument } from './rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'docs', 'generated');
const proof = readPublishedProof(root);
const pages = {
  'contract-reference.md': contractReference(),
  'report-reference.md': reportReference(),
  'rules.md': rulesDocument(EVERY_RULE),
  'open-questions.md': openQuestionsDocument(loadProject(root)),
  'reliability.md': reliabilityDocument(readFigures()),
  ...(proof === undefined ? {} : { 'proof.md': proofMarkdown(proof) }),
};
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) writeFileSync(path.join(folder, name), text);

if (process.argv.includes('--tracked')) {
  writeFileSync(path.join(root, 'docs', 'glossary.md'), glossaryDocument());
  const formats = path.join(root, 'reports', 'README.md');
  writeFileSync(formats, insertFormatRows(readFileSync(formats, 'utf8')));
}
