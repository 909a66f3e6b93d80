import { expect, test } from './browser.ts';

test('filters by service, version, level, basis, verdict and rule, and keeps them in the address', async ({
  reader: { page, open },
}) => {
  await open('morning', '#/checks');
  const note = page.locator('.page-title [role=status]');
  await expect(note).toHaveText('2,897 checks');
  await page.getByRole('combobox', { name: 'service', exact: true }).selectOption('student-reporting');
  await page.getByRole('combobox', { name: 'version', exact: true }).selectOption('4.0.1');
  await page.getByRole('combobox', { name: 'level', exact: true }).selectOption('SHOULD');
  await page.getByRole('combobox', { name: 'basis', exact: true }).selectOption('assumed');
  await page.getByRole('combobox', { name: 'verdict', exact: true }).selectOption('fail');
  await expect(note).toHaveText('6 of 2,897 checks');
  await page.getByRole('combobox', { name: 'rule', exact: true }).selectOption('input.boundary');
  await expect(note).toHaveText('6 of 2,897 checks');
  expect(new URL(page.url()).hash).toBe(
    '#/checks?service=student-reporting&spec=4.0.1&level=SHOULD&basis=assumed&verdict=fail&rule=input.boundary',
  );
  const address = page.url();
  await open('morning', new URL(address).hash);
  await expect(note).toHaveText('6 of 2,897 checks');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(note).toHaveText('2,897 checks');
});

test('searches as one types', async ({ reader: { page, open } }) => {
  await open('morning', '#/checks');
  await page.getByRole('searchbox').fill('gender_code 4.0.1 refused');
  await expect(page.locator('.page-title [role=status]')).toHaveText('3 of 2,897 checks');
  await open('morning');
  await page.getByRole('searchbox').fill('G2G nothing like this');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('main')).toContainText('No check is like this.');
});

test('leads from a cell of the matrix to its checks, and back', async ({ reader: { page, open } }) => {
  await open('morning', '#/matrix');
  await page.getByRole('link', { name: 'students, input, 4.0.1: 18 of' }).click();
  await expect(page.locator('main h1')).toHaveText('Checks');
  await expect(page.locator('.filter-marks')).toContainText('aspect: input');
  await expect(page.locator('tbody tr').first()).toContainText('fail');
  await page.goBack();
  await expect(page.locator('main h1')).toHaveText('Matrix');
});

test('shows the matrix of one version when filtered', async ({ reader: { page, open } }) => {
  await open('morning', '#/matrix?service=student-reporting&spec=3.0.8&verdict=fail');
  await expect(page.locator('.matrix tbody tr')).toHaveCount(4);
  await expect(page.getByRole('link', { name: /tac-offers, input, 3\.0\.8: 1 of 1 fail/ })).toBeVisible();
});

test('opens any state by its address', async ({ reader: { page, open } }) => {
  for (const [hash, heading] of [
    ['#/', 'No: block'],
    ['#/todo?level=SHOULD', 'Who must do what'],
    ['#/checks?reason=0&page=1', 'Checks'],
    ['#/check?id=student-reporting/students/read/body.schema&spec=4.0.1', 'The body matches the schema of its version'],
    ['#/check?id=no/such&spec=9', 'No such check'],
    ['#/nowhere', 'No: block'],
  ] as const) {
    await open('morning', hash);
    await expect(page.locator('main h1')).toHaveText(heading);
  }
});

test('a reason of the decision leads to its checks', async ({ reader: { page, open } }) => {
  await open('morning');
  await page.getByRole('link', { name: /^78 checks/ }).click();
  await expect(page.locator('.page-title')).toContainText('78 of 2,897 checks');
});

test('returns to where the reader was', async ({ reader: { page, open } }) => {
  await open('morning', '#/checks');
  await page.evaluate(() => scrollTo(0, 1500));
  await page.locator('tbody tr').nth(40).getByRole('link').click();
  await expect(page.locator('.card')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator('main h1')).toHaveText('Checks');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
});

test('pages through a long list', async ({ reader: { page, open } }) => {
  await open('morning', '#/checks');
  await expect(page.locator('tbody tr')).toHaveCount(100);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.locator('.pager')).toContainText('Page 2 of 29');
  await page.getByRole('combobox', { name: 'level', exact: true }).selectOption('SHOULD');
  await expect(page.locator('.pager')).toContainText('Page 1 of');
});

test('is read with the keyboard alone', async ({ reader: { page, open } }) => {
  await open('morning');
  await page.keyboard.press('2');
  await expect(page.locator('main h1')).toHaveText('Who must do what');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator('.item-title').nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.locator('.card-nav')).toContainText('1 of 12');
  await page.keyboard.press('n');
  await expect(page.locator('.card-nav')).toContainText('2 of 12');
  await page.keyboard.press('p');
  await expect(page.locator('.card-nav')).toContainText('1 of 12');
  await page.keyboard.press('u');
  await expect(page.locator('main h1')).toHaveText('Who must do what');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jkn');
  await expect(page.getByRole('searchbox')).toHaveValue('jkn');
});

test('moves in the matrix with the arrows; the grid is one stop of Tab', async ({ reader: { page, open } }) => {
  await open('morning', '#/matrix?service=student-reporting');
  await expect(page.locator('.matrix a[tabindex="0"]')).toHaveCount(1);
  await page.locator('.matrix a[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(/^students, body, 2\.1\.06/);
  await expect(page.locator('.matrix a[tabindex="0"]')).toHaveCount(1);
});

test('with many aspects each version is a row of the matrix', async ({ reader: { page, open } }) => {
  await open('many', '#/matrix?service=student-reporting');
  const rows = page.locator('.matrix tbody tr');
  await expect(rows.nth(0).getByRole('rowheader')).toHaveText(['token', '2.1.05']);
  await expect(rows.nth(1).getByRole('rowheader')).toHaveText(['2.1.06']);
  await page.locator('.matrix a[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(/^token, .*, 2\.1\.06: /);
  await page.getByRole('link', { name: 'students, input-type, 4.0.1: 6 of 12 fail' }).click();
  await expect(page.locator('.page-title')).toContainText('12 of 2,897 checks');
});

test('single keys can be switched off', async ({ reader: { page, open } }) => {
  await open('morning');
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Single keys are on' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page.locator('main h1')).toHaveText('No: block');
});

test('the first stop of Tab leads to the content', async ({ reader: { page, open } }) => {
  await open('morning');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Go to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('a followed link is announced by its heading', async ({ reader: { page, open } }) => {
  await open('morning');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Matrix' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Matrix' })).toBeFocused();
  await expect(page).toHaveTitle('Matrix · acme-vendor-test · Plumbline');
});

test('what is typed while a page is still being made narrows it', async ({ reader: { page, open } }) => {
  await open('morning');
  // All at once, as on a machine that is behind: nothing is drawn between the link and the letters.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('nav a[href^="#/checks"]')?.click();
    const search = document.querySelector<HTMLInputElement>('#search');
    if (search === null) return;
    search.focus();
    search.value = 'pagination';
    search.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await expect(page.getByRole('searchbox')).toHaveValue('pagination');
  await expect(page.locator('.page-title [role=status]')).toContainText(/^[\d,]+ of [\d,]+ checks/);
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('going back is to the item that was opened, with the focus on it', async ({ reader: { page, open } }) => {
  await open('morning', '#/todo');
  const focused = page.locator('.item-title:focus');
  await expect(page.locator('.item-title').first()).toBeVisible();
  for (const key of ['j', 'j']) await page.keyboard.press(key);
  const opened = await focused.textContent();
  await page.keyboard.press('Enter');
  await expect(page.locator('.card')).toBeVisible();
  await page.goBack();
  await expect(focused).toHaveText(opened ?? '');
  await page.keyboard.press('j');
  await expect(page.locator('.item-title').nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.card')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.locator('.item-title').nth(2)).toBeFocused();
});

test('up from a card is the list that one came from, filters and all', async ({ reader: { page, open } }) => {
  await open('morning', '#/checks?level=SHOULD&verdict=fail');
  // A key that is pressed before anything is drawn moves nothing.
  const first = page.locator('main [data-item]').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.card')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.locator('.card-nav')).toContainText('Back to the list');
  await page.keyboard.press('u');
  await expect(page.locator('main h1')).toHaveText('Checks');
  expect(new URL(page.url()).hash).toBe('#/checks?level=SHOULD&verdict=fail');
});

test('a filter that was chosen is one step of the history, and what is typed is none', async ({
  reader: { page, open },
}) => {
  await open('morning', '#/checks');
  const note = page.locator('.page-title [role=status]');
  await page.getByRole('combobox', { name: 'level', exact: true }).selectOption('SHOULD');
  await expect(note).not.toHaveText('2,897 checks');
  await page.getByRole('searchbox').fill('gender_code');
  await page.getByRole('searchbox').press('Escape');
  await expect(note).toContainText(/^\d+ of/);
  await page.goBack();
  await expect(note).toHaveText('2,897 checks');
  await expect(page.getByRole('combobox', { name: 'level', exact: true })).toHaveValue('');
});

test('every page of the navigation has a key', async ({ reader: { page, open } }) => {
  await open('morning');
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveCount(10);
  await page.keyboard.press('0');
  await expect(page.getByRole('heading', { level: 1, name: 'Run' })).toBeFocused();
});

test('an address without a check says so', async ({ reader: { page, open } }) => {
  await open('morning', '#/check');
  await expect(page.locator('main')).toContainText('The address names no check.');
  await open('morning', '#/check?id=no/such&spec=9');
  await expect(page.locator('main')).toContainText('This report has no check no/such in version 9.');
});
