/**
 * Writes the generated pages: `tsx scripts/docs/main.ts`. Pages in docs/generated/ are in the package and not in git.
 * With `--tracked` it also writes those in git: docs/glossary.md and the table of formats in reports/README.md.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { glossaryDocument } from '../../src/explain/glossary.ts';
import { insertFormatRows } from '../../src/report/views/formats.ts';
import { generatedPages } from './pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'docs', 'generated');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(generatedPages())) writeFileSync(path.join(folder, name), text);

if (process.argv.includes('--tracked')) {
  writeFileSync(path.join(root, 'docs', 'glossary.md'), glossaryDocument());
  const formats = path.join(root, 'reports', 'README.md');
  writeFileSync(formats, insertFormatRows(readFileSync(formats, 'utf8')));
}
