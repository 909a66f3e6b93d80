/** Routes, filters, sorting, paging, and the keyboard. */
import { expect, test } from './browser.ts';
import { addressOf, POINTER_CHECK } from './fixture.ts';

const hashOf = (url: string): string => new URL(url).hash;

test('filters are in the address, and one of them is one step back', async ({ reader: { page, open } }) => {
  await open('red', '#/failures/checks');
  const note = page.getByRole('status');
  await expect(note).toHaveText('600 checks');
  for (const [name, value] of [
    ['service', 'student-reporting'],
    ['version', '2.1.06'],
    ['level', 'MUST'],
    ['verdict', 'fail'],
  ] as const)
    await page.getByRole('combobox', { name, exact: true }).selectOption(value);
  await expect(note).toHaveText('4 of 600 checks');
  await page.getByRole('searchbox').fill('IMF-fixdate');
  await expect(note).toHaveText('2 of 600 checks');
  const hash = '#/failures/checks?service=student-reporting&spec=2.1.06&level=MUST&verdict=fail';
  expect(hashOf(page.url())).toBe(`${hash}&q=IMF-fixdate`);
  await open('red', `${hash}&q=IMF-fixdate`);
  await expect(note).toHaveText('2 of 600 checks');
  await page.getByRole('combobox', { name: 'rule' }).selectOption('body.schema');
  await expect(page.locator('main')).toContainText('No entry matches the filters.');
  await page.goBack();
  await expect(note).toHaveText('2 of 600 checks');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(note).toHaveText('600 checks');
});

test('a filter of a link is a button that removes it', async ({ reader: { page, open } }) => {
  await open('red');
  const reason = page.locator('ul.reasons > li').filter({ hasText: 'student-reporting 2.1.06' });
  await reason.getByRole('link', { name: 'Show checks' }).first().click();
  await expect(page.getByRole('status')).toHaveText('4 of 600 checks');
  await page.getByRole('button', { name: /^reason of the decision: student-reporting 2\.1\.06/ }).click();
  await expect(page.getByRole('status')).toHaveText('600 checks');
});

test('a table is sorted by its columns', async ({ reader: { page, open } }) => {
  await open('red', '#/failures/checks');
  const levels = page.locator('tbody td[data-label=Level]');
  const head = page.getByRole('columnheader', { name: 'Level' });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(levels.first()).toHaveText('MUST assumed');
  await head.getByRole('button').click();
  await expect(levels.first()).toContainText('SHOULD');
  expect(hashOf(page.url())).toBe('#/failures/checks?sort=-Level');
});

test('a long list has pages, and a filter starts at the first one', async ({ reader: { page, open } }) => {
  await open('red', '#/failures/checks');
  await expect(page.locator('tbody tr')).toHaveCount(100);
  await page.keyboard.press('n');
  await expect(page.locator('main')).toContainText('Page 2 of 6');
  await page.getByRole('combobox', { name: 'level' }).selectOption('MUST');
  await expect(page.locator('main')).toContainText('Page 1 of');
});

test('routes of earlier versions open the same content', async ({ reader: { page, open } }) => {
  for (const [hash, title] of [
    ['#/todo?level=SHOULD', 'Failures'],
    ['#/issues', 'Failures'],
    ['#/checks?verdict=fail&page=1', 'All checks'],
    ['#/check?id=student-reporting/token/request/http.date-present&spec=3.0.8', 'Date header is present'],
    ['#/matrix?service=student-reporting', 'Versions'],
    ['#/versions', 'Versions'],
    ['#/requirements', 'Requirements'],
    ['#/open-points?q=pagination', 'Open questions'],
    ['#/waivers', 'Waivers'],
    ['#/proof', 'Run'],
    ['#/run', 'Run'],
    ['#/changes', 'History'],
    ['#/overview', 'Release blocked'],
  ] as const) {
    await open('red', hash);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await open('red', '#/checks?spec=2.1.06&verdict=fail');
  await expect(page.getByRole('status')).toHaveText('6 of 600 checks');
});

test('the page works without a mouse', async ({ reader: { page, open } }) => {
  await open('red');
  const title = page.getByRole('heading', { level: 1 });
  for (const [key, name] of [
    ['3', 'Requirements'],
    ['4', 'Versions'],
    ['5', 'Run'],
    ['2', 'Failures'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(title).toHaveText(name);
    await expect(title).toBeFocused();
  }
  await expect(page).toHaveTitle('Failures · acme-vendor-test · Plumbline');
  const items = page.locator('main [data-item]');
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('Enter');
  const place = page.getByRole('navigation', { name: 'Failures', exact: true });
  await expect(place).toContainText('1 of 7');
  await page.keyboard.press('n');
  await expect(place).toContainText('2 of 7');
  await page.keyboard.press('p');
  await expect(place).toContainText('1 of 7');
  await page.keyboard.press('u');
  await expect(title).toHaveText('Failures');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jkn2');
  await expect(page.getByRole('searchbox')).toHaveValue('jkn2');
});

test('shortcuts can be switched off', async ({ reader: { page, open } }) => {
  await open('red');
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Release blocked');
});

test('the first stop of Tab leads to the content', async ({ reader: { page, open } }) => {
  await open('red');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('Back returns to the position and the item', async ({ reader: { page, open } }) => {
  await open('red', '#/failures/checks?level=MUST');
  await page.evaluate(() => scrollTo(0, 1500));
  const link = page.locator('tbody tr').nth(40).getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: 'Requirement' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator('a:focus')).toHaveText(name);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('combobox', { name: 'level' })).toHaveValue('MUST');
});

test('the search key leads from any page to the list of checks', async ({ reader: { page, open } }) => {
  await open('red', addressOf(POINTER_CHECK));
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('gender_code');
  await expect(page.getByRole('status')).toContainText(/^\d+ of 600 checks/);
});
