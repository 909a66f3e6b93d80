/** Colour schemes, paper, and narrow screens. */
import type { Page } from '@playwright/test';
import { everyNth } from '../part.ts';
import { expect, test, type PageName } from './browser.ts';
import { addressOf, HOSTILE_CHECK, POINTER_CHECK } from './fixture.ts';

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
const LIGHT = 'rgb(251, 251, 250)';
const DARK = 'rgb(20, 23, 26)';

test('the colours follow the system, or the choice of the reader', async ({ reader: { page, open } }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('red');
  expect(await background(page)).toBe(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background(page)).toBe(LIGHT);
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  expect(await background(page)).toBe(DARK);
  await page.keyboard.press('t');
  expect(await background(page)).toBe(LIGHT);
  await page.keyboard.press('t');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible();
  expect(await background(page)).toBe(DARK);
});

test('paper is black on white, without controls', async ({ reader: { page, open } }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('red', addressOf(POINTER_CHECK));
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Report pages' })).toBeHidden();
  await expect(page.getByRole('button', { name: /Copy/ }).first()).toBeHidden();
  await expect(page.getByLabel('curl', { exact: true })).toBeVisible();
  expect(await background(page)).toBe('rgb(255, 255, 255)');
  const colour = await page.locator('main h1').evaluate((element) => getComputedStyle(element).color);
  expect(colour).toBe('rgb(27, 32, 36)');
});

test('paper shows folded reasons', async ({ reader: { page, open } }) => {
  await open('red');
  const fold = page.locator('details.fold').first();
  await expect(fold).not.toHaveAttribute('open');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(fold).toHaveAttribute('open');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(fold).not.toHaveAttribute('open');
});

const NARROW: readonly (readonly [PageName, string])[] = [
  ...['#/', '#/failures', '#/failures/checks', '#/requirements', '#/versions', '#/versions?spec=3.0.8', '#/run'].map(
    (hash) => ['red', hash] as const,
  ),
  ...['questions', 'waivers', 'history'].map((view) => ['red', `#/run/${view}`] as const),
  ...[POINTER_CHECK, HOSTILE_CHECK].map((check) => ['red', addressOf(check)] as const),
  ...['#/', '#/failures', '#/failures/checks'].map((hash) => ['long-word', hash] as const),
  ['runs', ''],
  ['green', ''],
];
for (const width of everyNth([360, 320], 2))
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 780 } });
    for (const [name, hash] of NARROW)
      test(`nothing is wider than the screen: ${name} ${hash}`, async ({ reader: { page, open } }) => {
        await open(name, hash);
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        await page.waitForTimeout(50);
        expect(await widthOf(page)).toBeLessThanOrEqual(width);
      });
  });

test('a narrow screen has a labelled value for each column, and folded filters', async ({ reader: { page, open } }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await open('red', '#/failures/checks');
  const cell = page.locator('tbody td[data-label=Version]').first();
  expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"Version "');
  await expect(page.getByRole('combobox', { name: 'level' })).toBeHidden();
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('combobox', { name: 'level' }).selectOption('MUST');
  await expect(page.getByRole('status')).toContainText(' of 600 checks');
});
