import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './browser.ts';
import { OUT, PAGES } from './pages.ts';

const MEGABYTES_5 = 5_000_000;

test('twenty thousand checks stay below 5 MB', () => {
  expect(statSync(join(OUT, PAGES.large)).size).toBeLessThan(MEGABYTES_5);
});

// How quickly is told by the annotations; that it stays usable is what is tested.
test('twenty thousand checks are shown and can be used', async ({ reader: { page, open } }, info) => {
  await open('large');
  const shown = await page.evaluate(() => performance.getEntriesByName('plumbline:shown')[0]?.startTime);
  expect(shown).toBeDefined();
  info.annotations.push({ type: 'shown after ms', description: String(Math.round(shown ?? 0)) });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Checks' }).click();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.getByRole('searchbox').fill('pagination unit-enrolments');
  await expect(page.locator('.page-title [role=status]')).toContainText(' of 20,000 checks');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Matrix' }).click();
  await expect(page.locator('.matrix').first()).toBeVisible();
  await page.keyboard.press('2');
  await page.locator('.item-title').first().click();
  await expect(page.locator('.exchange').first()).toBeVisible();
});
