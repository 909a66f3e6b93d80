/** Opens report pages in the browser. A test fails if the page logs, throws, opens a dialog or sends a request. */
import { test as base, type Page } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const TEMPLATE = join(ROOT, 'dist/viewer/index.html');
const OUT = join(ROOT, 'dist/viewer-tests');

export type PageName = 'red' | 'green' | 'proven' | 'incomplete' | 'large' | 'long-word' | 'runs';

export function pageFile(name: PageName): string {
  return join(OUT, `${name}.html`);
}

/** `render` gets the template of the page. */
export function writePage(name: PageName, render: (template: string) => string): void {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(pageFile(name), render(readFileSync(TEMPLATE, 'utf8')));
}

interface ReportReader {
  readonly page: Page;
  /** Opens a report at a route, like a link from outside. */
  readonly open: (name: PageName, hash?: string) => Promise<void>;
}

export const test = base.extend<{ reader: ReportReader }>({
  reader: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => problems.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!/^(file|data|blob|about):/.test(request.url())) problems.push(`request: ${request.url()}`);
    });
    await use({
      page,
      open: async (name, hash = '') => {
        await page.goto('about:blank');
        await page.goto(pathToFileURL(pageFile(name)).href + hash);
        await page.locator('main h1').waitFor();
      },
    });
    base.expect(problems).toEqual([]);
  },
});

export { expect } from '@playwright/test';
