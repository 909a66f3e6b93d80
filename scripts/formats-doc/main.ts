/** Writes the table of formats in reports/README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { insertFormatRows } from '../../src/report/views/formats.ts';

const page = new URL('../../reports/README.md', import.meta.url);
writeFileSync(page, insertFormatRows(readFileSync(page, 'utf8')));
