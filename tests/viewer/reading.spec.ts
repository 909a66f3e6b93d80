import { expect, test } from './browser.ts';

const CAP = '#/check?id=student-reporting/unit-enrolments/list/pagination.cap&spec=4.0.1';

test('answers the four questions in order', async ({ reader: { page, open } }) => {
  await open('morning');
  await expect(page.locator('main h1')).toHaveText('No: block');
  const order = await page.locator('main h1, main h2, main table caption').allTextContents();
  expect(order).toEqual([
    'No: block',
    'Verdict per service and spec version',
    'What broke since the run of 18 Nov 18:00',
    'Who must do what',
  ]);
  await expect(page.locator('.reasons li').first()).toContainText('78 checks of level MUST fail');
});

test('gives each service and version one verdict with counts by level and basis', async ({
  reader: { page, open },
}) => {
  await open('morning');
  const row = page.getByRole('row').filter({ hasText: '4.0.1' });
  await expect(row).toContainText('Nonconformant');
  await expect(row).toContainText('60 standard');
  await expect(row).toContainText('+21 new');
  await expect(page.getByRole('row').filter({ hasText: '1.0.0' })).toContainText(
    'Conformant 50 pass, 1 does not apply.',
  );
});

test('shows one cause as one item', async ({ reader: { page, open } }) => {
  await open('morning', '#/todo');
  const broken = page.locator('.item').filter({ hasText: /^Answers 500 to valid requests on students\/create/ });
  await expect(broken).toHaveCount(1);
  await expect(broken).toContainText('20 checks on students/create');
  await expect(page.locator('.item').filter({ hasText: 'A Date header is present' })).toContainText(
    '60 checks on students/create, students/read and 58 other operations',
  );
});

test('says who must do what', async ({ reader: { page, open } }) => {
  await open('morning', '#/todo');
  const party = (name: string) => page.locator('.party').filter({ has: page.getByRole('heading', { name }) });
  await expect(party('The target’s owner')).toContainText('Is a record’s uid a number or a text?');
  await expect(party('Owners of waivers')).toContainText('Mira Okafor: the waiver no longer holds');
  await expect(party('Owners of waivers')).toContainText('is expired');
  await expect(party('Whoever runs Plumbline')).toContainText(
    'DELETE was unavailable from 18:12 to 18:14 UTC: 503 within an announced maintenance window.',
  );
  await expect(party('Excused for now')).toContainText('3 days left');
});

test('reads a failure from the top to curl', async ({ reader: { page, open } }) => {
  await open('morning');
  await page.locator('.party').getByRole('link', { name: 'A bulk read returns at most 200 records' }).click();
  await expect(page.locator('main h1')).toHaveText('A bulk read returns at most 200 records');
  await expect(page.locator('.requirement')).toHaveText(
    'A bulk read of unit enrolments returns at most 200 records per call.',
  );
  await expect(page.locator('.source')).toContainText('student-reporting §4 rule 1');
  await expect(page.locator('.card-meta')).toContainText('new in this run');
  await expect(page.locator('.diff-expected mark')).toHaveText('at most 200');
  await expect(page.locator('.diff-actual mark')).toHaveText('201');
  await expect(page.locator('.line.pointed')).toHaveText(/"result": \[/);
  await expect(page.locator('.gap')).toHaveText(/… 1,\d+ lines/);
  await page.getByRole('button', { name: /Show all/ }).click();
  await expect(page.locator('.gap')).toHaveCount(0);
  const curl = page.getByLabel('curl', { exact: true });
  await expect(curl).toContainText(
    "curl --include --globoff --path-as-is 'https://vendor-test.example/unit-enrolments'",
  );
  await expect(curl).toContainText(`--header 'access-token: '"$ACCESS_TOKEN"`);
  await expect(page.getByLabel('the check alone', { exact: true })).toHaveText(
    "npx @plumbline/harness run --target acme-vendor-test --service student-reporting --spec 4.0.1 --only 'student-reporting/unit-enrolments/list/pagination.cap'",
  );
});

test('marks a header that is missing, and names the checks of the same cause', async ({ reader: { page, open } }) => {
  await open('morning', '#/check?id=student-reporting/loans/read/http.date-present&spec=4.0.1');
  await expect(page.locator('.headers .pointed')).toHaveText('dateabsent');
  await expect(page.locator('.card-side')).toContainText('59 other checks fail for the same reason');
  await expect(page.locator('.card-meta')).toContainText('fails since');
  await page.getByRole('link', { name: '59 other checks' }).click();
  await expect(page.locator('.page-title')).toContainText('60 of 2,897 checks');
});

test('shows the waiver of a known issue', async ({ reader: { page, open } }) => {
  await open('morning', '#/check?id=student-reporting/student-citizenships/create/input.today&spec=2.1.05');
  const side = page.locator('.card-side');
  await expect(page.locator('.card-meta')).toContainText('fail, excused');
  await expect(side).toContainText('integration team');
  await expect(side).toContainText('30 days left');
  await expect(side.getByRole('link', { name: /ISSUE-1042/ })).toHaveAttribute('rel', 'noopener noreferrer');
});

test('says why a check could not be judged', async ({ reader: { page, open } }) => {
  await open('morning', '#/check?id=student-reporting/courses-of-study/delete/lifecycle.gone&spec=4.0.1');
  await expect(page.locator('.card')).toContainText('503 within an announced maintenance window');
});

test('leads from what is held up to what holds it up', async ({ reader: { page, open } }) => {
  await open('morning', '#/todo');
  await page
    .locator('.item')
    .filter({ hasText: 'Answers 500' })
    .getByRole('link', { name: /^1 more/ })
    .click();
  await page.locator('tbody tr').first().getByRole('link').click();
  await expect(page.locator('main h1')).toHaveText('What was written is read back');
  await page.locator('.card-main .short').getByRole('link').click();
  await expect(page.locator('main h1')).toHaveText('The status is one that the contract knows');
});

test('copies the commands', async ({ reader: { page, open }, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('morning', CAP);
  await page.getByRole('button', { name: 'Copy the check alone' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'npx @plumbline/harness run --target acme-vendor-test',
  );
});

test('shows the tables', async ({ reader: { page, open } }) => {
  const holds = async (hash: string, ...texts: string[]): Promise<void> => {
    await open('morning', hash);
    for (const text of texts) await expect(page.locator('main')).toContainText(text);
  };
  await holds('#/requirements?coverage=excluded', 'Excluded. An announcement is made by people');
  await holds('#/requirements', 'Not tried', 'raw.chunked', 'The gateway closes such connections.');
  await holds('#/open-points', '6 open points, 3 answered, 3 assumed', 'default was tcsi-pagination-current-page');
  // Answered is not agreed: what of it was seen stands beside it.
  const point = (id: string) => page.getByRole('row').filter({ hasText: id });
  await expect(point('pagination.response-headers')).toContainText('answered, agrees');
  await expect(point('lifecycle.after-delete')).toContainText('4.0.1: 410');
  await expect(point('loans.fields')).toContainText('confirmed, used by nothing');
  await expect(point('loans.fields')).toContainText(
    'confirmed as it stands in contracts/student-reporting/loans.yaml:8',
  );
  // Nobody said so: it is neither confirmed nor edited.
  await expect(point('courses.fields')).toContainText('assumed');
  await expect(point('courses.fields')).toContainText(
    'not answered, taken as drafted in contracts/student-reporting/courses.yaml:8',
  );
  await expect(point('envelope.uid-type')).toContainText('assumed');
  await holds('#/waivers', 'Mira Okafor', 'stale', 'expired 2 days ago', 'Known issues');
  await holds('#/proof', 'checks turn red on a seeded fault', 'no fault yet');
  await holds('#/run', 'v20.20.2', 'Slowest operations', 'loans/list');
  await holds('#/changes', '25 differences', 'not judged now');
});

test('follows a requirement through the versions', async ({ reader: { page, open } }) => {
  await open('morning', '#/versions');
  const row = page.getByRole('row').filter({ hasText: 'tac-offers.single-object' });
  await expect(row.getByRole('cell')).toHaveText(['not in it', 'newpass', 'fail', 'fail']);
  await expect(row).toContainText('2.1.06 The array was replaced by a single object.');
  await expect(page.getByRole('row').filter({ hasText: 'tac-offers.array' }).getByRole('cell').nth(1)).toHaveText(
    'removed',
  );
  const before = await page.getByRole('row').count();
  await page.getByRole('link', { name: 'All requirements' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(before);
});

test('says on the first screen that something stays at the target, and what can be done about it', async ({
  reader: { page, open },
}) => {
  await open('left');
  await expect(page.locator('main')).toContainText('Nothing is left to do, but with what was left behind.');
  await expect(page.locator('main')).toContainText('3 records that the run made and could not remove.');
  await page.getByRole('link', { name: 'Which, why, and what to do' }).click();
  await expect(page.getByLabel('tries again, in the folder that the run was started in', { exact: true })).toHaveText(
    'npx @plumbline/harness run --clean reports/latest/leftovers.ndjson',
  );
});

test('admits calmly when all is well, and hides what was not given', async ({ reader: { page, open } }) => {
  await open('calm');
  await expect(page.locator('main h1')).toHaveText('Yes: admit');
  await expect(page.locator('main')).toContainText('No baseline was given');
  await expect(page.locator('main')).toContainText('Nothing is left to do.');
  await expect(page.locator('.trend')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('Proof');
});

test('says of a run that is incomplete what the terminal says', async ({ reader: { page, open } }) => {
  await open('incomplete');
  await expect(page.locator('main h1')).toHaveText('No: incomplete, not admitted');
  await expect(page.locator('main')).toContainText('Nothing is proven wrong, but not everything is proven right.');
});

test('lists targets and runs', async ({ reader: { page, open } }) => {
  await open('runs');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: /^borealis/ }) })
    .first();
  await expect(row).toContainText('block');
  await expect(row.locator('.run-dot')).toHaveCount(6);
  await expect(page.getByRole('link', { name: /^acme-vendor-test/ }).first()).toHaveAttribute(
    'href',
    'acme-vendor-test/0/index.html',
  );
});

test('has a failing check as the text of an issue, which needs nothing of Plumbline', async ({
  reader: { page, open },
}) => {
  await open('morning', '#/check?id=student-reporting/unit-enrolments/list/pagination.cap&spec=4.0.1');
  await page.getByText('As the text of an issue').click();
  const text = page.getByLabel('the text of an issue', { exact: true });
  for (const part of ['## What is asked', 'Source: ', '## What was found', 'curl', 'Answered at'])
    await expect(text).toContainText(part);
  await expect(text).not.toContainText('plumbline');
});

test('has a page for the service’s team, with a text for each cause within the filters', async ({
  reader: { page, open },
}) => {
  await open('morning', '#/todo?spec=4.0.1');
  await page.getByRole('link', { name: 'As texts of issues, to hand on' }).click();
  await expect(page).toHaveURL(/#\/issues\?spec=4\.0\.1$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('For the service’s team');
  const texts = page.locator('.issue pre');
  await expect(texts.first()).toContainText('Answered at');
  const [all, titles] = [await texts.allTextContents(), await page.locator('.issue h2').allTextContents()];
  expect(all.length).toBeGreaterThan(1);
  for (const [index, escaped] of all.entries()) {
    const text = escaped.replaceAll(/\\(?=[^a-z\d\s])|\u200b/gi, '');
    expect(text).toContain(`# ${(titles[index] ?? '').trim().slice(0, 40)}`);
    expect(text).toContain('## What was found');
    expect(text.toLowerCase()).not.toContain('plumbline');
  }
  await expect(page.getByRole('button', { name: `Copy all ${all.length} texts of this page` })).toBeVisible();
});

test('groups waivers by their owners', async ({ reader: { page, open } }) => {
  await open('morning', '#/waivers');
  const owner = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Mira Okafor' }) });
  await expect(owner).toContainText('stale');
});
