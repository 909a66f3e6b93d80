/** A page of a report from disk. Whatever it does, it asks nobody for anything and says nothing on the console. */
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { addressOf } from './pages.ts';
import type { PageName } from './pages.ts';

export interface Reader {
  readonly page: Page;
  /** Opens a report at a state of it, as a link from outside would. */
  readonly open: (name: PageName, hash?: string) => Promise<void>;
}

export const test = base.extend<{ reader: Reader }>({
  reader: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (problem) => complaints.push(`page: ${problem.message}`));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!/^(file|data|blob|about):/.test(request.url())) complaints.push(`request: ${request.url()}`);
    });
    await use({
      page,
      open: async (name, hash = '') => {
        await page.goto('about:blank');
        await page.goto(addressOf(name, hash));
        await page.locator('main h1').waitFor();
      },
    });
    base.expect(complaints).toEqual([]);
  },
});

export { expect } from '@playwright/test';
