import { statSync } from 'node:fs';
import { expect, pageFile, test } from './browser.ts';

test('50,000 checks need less than 5 MB', () => {
  expect(statSync(pageFile('large')).size).toBeLessThan(5_000_000);
});

// The annotation reports the time. A limit would fail on a busy machine.
test('50,000 checks can be filtered, paged and opened', async ({ reader: { page, open } }, info) => {
  await open('large');
  const shown = await page.evaluate(() => performance.getEntriesByName('plumbline:shown')[0]?.startTime);
  expect(shown).toBeDefined();
  info.annotations.push({ type: 'shown after ms', description: String(Math.round(shown ?? 0)) });
  await page.keyboard.press('/');
  await expect(page.getByRole('status')).toHaveText('50,000 checks');
  await page.getByRole('searchbox').fill('unit-enrolments');
  await expect(page.getByRole('status')).toContainText(' of 50,000 checks');
  await page.getByRole('button', { name: 'Version' }).click();
  await expect(page.getByRole('row')).toHaveCount(101);
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('table', { name: 'Results of student-reporting' })).toBeVisible();
  await page.keyboard.press('2');
  await page.locator('main [data-item]').first().click();
  await expect(page.getByRole('heading', { name: 'Expected and received' })).toBeVisible();
});
