import { expect, test } from './browser.ts';
import type { Page } from '@playwright/test';

const CARD = '#/check?id=student-reporting/unit-enrolments/list/pagination.cap&spec=4.0.1';
const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const LIGHT = 'rgb(252, 252, 251)';
const DARK = 'rgb(21, 24, 27)';

test('follows the scheme of the system, and the reader’s own choice over it', async ({ reader: { page, open } }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('morning');
  expect(await background(page)).toBe(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background(page)).toBe(LIGHT);
  await page.getByRole('button', { name: /^Colours: auto/ }).click();
  await page.getByRole('button', { name: /^Colours: light/ }).click();
  expect(await background(page)).toBe(DARK);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Colours: dark/ })).toBeVisible();
  expect(await background(page)).toBe(DARK);
});

test('draws the trend in the colours of the scheme', async ({ reader: { page, open } }) => {
  const inked = (): Promise<string> =>
    page.evaluate(() => (document.querySelector<HTMLCanvasElement>('.trend canvas')?.toDataURL() ?? '').slice(0, 4000));
  await page.emulateMedia({ colorScheme: 'light' });
  await open('morning');
  const light = await inked();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(inked).not.toBe(light);
  await expect(page.locator('.trend-plot')).toHaveAccessibleName(/Failing checks over 21 runs/);
});

test('prints the card without what can only be clicked, in black on white', async ({ reader: { page, open } }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('morning', CARD);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('button', { name: /Copy/ }).first()).toBeHidden();
  await expect(page.getByLabel('curl', { exact: true })).toBeVisible();
  expect(await background(page)).toBe('rgb(255, 255, 255)');
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('main h1') as Element).color)).toBe(
    'rgb(29, 34, 38)',
  );
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('unfolds the headers for paper', async ({ reader: { page, open } }) => {
  await open('morning', CARD);
  const folds = page.locator('details.fold');
  await expect(folds.first()).not.toHaveAttribute('open');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(folds.first()).toHaveAttribute('open');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(folds.first()).not.toHaveAttribute('open');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const STATES = [
    '#/',
    '#/todo',
    '#/matrix',
    '#/versions',
    '#/requirements',
    '#/checks',
    CARD,
    '#/open-points',
    '#/waivers',
    '#/proof',
    '#/run',
    '#/changes',
  ];
  for (const state of STATES) {
    test(`nothing is wider than the screen: ${state}`, async ({ reader: { page, open } }) => {
      await open('morning', state);
      await page.waitForTimeout(50);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  }

  test('the index of runs fits too', async ({ reader: { page, open } }) => {
    await open('runs');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  for (const state of ['#/', '#/todo', '#/checks']) {
    test(`nor is one fault, however long a word is in its title: ${state}`, async ({ reader: { page, open } }) => {
      await open('lone', state);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  }

  test('no label of the index runs into its value', async ({ reader: { page, open } }) => {
    await open('runs');
    const over = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('.stack td[data-label]')].filter((cell) => {
          const label = getComputedStyle(cell, '::before');
          return (
            label.position === 'absolute' || parseFloat(label.width) > parseFloat(getComputedStyle(cell).paddingLeft)
          );
        }).length,
    );
    expect(over).toBe(0);
  });

  test('the matrix becomes a table for each endpoint', async ({ reader: { page, open } }) => {
    await open('morning', '#/matrix');
    await expect(page.locator('.matrix-small')).toHaveCount(16);
    await page.getByRole('link', { name: 'students, input, 4.0.1: 18 of' }).click();
    await expect(page.locator('main h1')).toHaveText('Checks');
  });
});

test('reads at 400% zoom, as a window of 320 pixels', async ({ reader: { page, open } }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const state of ['#/', '#/todo', CARD]) {
    await open('morning', state);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('a chart that cannot be drawn leaves its numbers', async ({ reader: { page, open } }) => {
  // As a browser without a proper locale says it: the chart library refuses it.
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' }));
  await open('morning');
  await expect(page.getByRole('region', { name: 'Trend as a table' })).toBeVisible();
  await expect(page.locator('.trend canvas')).toHaveCount(0);
});
