/** Writes the pages that the browser reads: once per run of the browser suite, in one folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const TEMPLATE = join(ROOT, 'dist/viewer/index.html');
export const OUT = join(ROOT, 'dist/viewer-tests');

export const PAGES = {
  morning: 'morning.html',
  calm: 'calm.html',
  incomplete: 'incomplete.html',
  large: 'large.html',
  left: 'left.html',
  lone: 'lone.html',
  many: 'many.html',
  runs: 'runs.html',
} as const;
export type PageName = keyof typeof PAGES;

export function addressOf(name: PageName, hash = ''): string {
  return pathToFileURL(join(OUT, PAGES[name])).href + hash;
}

export function readTemplate(): string {
  return readFileSync(TEMPLATE, 'utf8');
}

export function writePage(name: PageName, html: string): void {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, PAGES[name]), html);
}
