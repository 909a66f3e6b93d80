/** Writes docs/glossary.md. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { glossaryDocument } from '../../src/explain/glossary.ts';

writeFileSync(fileURLToPath(new URL('../../docs/glossary.md', import.meta.url)), glossaryDocument());
