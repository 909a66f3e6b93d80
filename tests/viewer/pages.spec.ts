/** What each tab shows. */
import { expect, test } from './browser.ts';
import {
  addressOf,
  HEADER_CHECK,
  HOSTILE_CHECK,
  INCONCLUSIVE_CHECK,
  POINTER_CHECK,
  redReport,
  WAIVED_CHECK,
} from './fixture.ts';

const { report } = redReport();

test('Overview: the decision with its reasons, and what to fix first', async ({ reader: { page, open } }) => {
  await open('red');
  const main = page.locator('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Release blocked');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Fix this first',
    'Services',
    'New since the last approved run',
    'Open items by owner',
    'Orphaned records',
  ]);
  // Numbered problems, then the reasons of the decision as in the other views.
  await expect(page.locator('ol.reasons > li').first()).toContainText('What was written is read back');
  await expect(page.locator('ol.reasons').first()).not.toContainText(report.decision.reasons[0]?.text ?? '');
  for (const { text } of report.decision.reasons) await expect(page.locator('.decision')).toContainText(text);
  const first = page.locator('.panel');
  await expect(first).toContainText('PATCH /course-admissions → 200');
  await expect(first.locator('.comparison')).toContainText('Expected"X"Receivednull');
  await expect(first.getByLabel('curl', { exact: true })).toContainText('--request');
  await expect(first).toContainText('student-reporting §');
  await expect(first).toContainText('contracts/student-reporting/course-admissions.yaml:');
  await expect(main).toContainText('3 records created and not deleted');
});

test('Overview: the result of each version with its failures', async ({ reader: { page, open } }) => {
  await open('red');
  const table = page.getByRole('table', { name: 'Result per service and version' });
  const row = table.getByRole('row').filter({ hasText: '2.1.06' });
  await expect(row).toContainText('Nonconformant');
  await row.getByRole('link', { name: '2 MUST documented' }).click();
  await expect(page.getByRole('status')).toHaveText('2 of 600 checks');
});

test('Overview: changes since the baseline and the trend', async ({ reader: { page, open } }) => {
  await open('red');
  await expect(page.getByRole('img', { name: /^Failed checks in 10 runs/ })).toBeVisible();
  await page.getByRole('link', { name: '2 newly failing checks' }).click();
  const rows = page.getByRole('table', { name: 'Changes since the last run' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('new failure');
  await page.getByRole('combobox', { name: 'change since the last run' }).selectOption('stopped');
  await expect(rows).toHaveText([/no longer judged.*loans\/read\/removed@3\.0\.8/]);
  await expect(page.getByRole('table', { name: 'Runs', exact: true }).locator('tbody tr')).toHaveCount(10);
  await expect(page.getByRole('table', { name: 'Flaky checks' }).locator('tbody tr')).toHaveCount(1);
});

test('Overview: the other decisions', async ({ reader: { page, open } }) => {
  await open('green');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Release approved');
  await expect(page.locator('main')).not.toContainText('New since');
  await expect(page.locator('main')).toContainText('No check fails.');
  await expect(page.locator('main')).toContainText('3 open questions without an answer');
  await expect(page.locator('main')).not.toContainText('No action is needed.');
  await expect(page.locator('.trend, .panel')).toHaveCount(0);
  await open('proven');
  await expect(page.locator('main')).toContainText('No action is needed.');
  await open('incomplete');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run incomplete, release blocked');
});

test('Failures: one row for each failure group, by assignee', async ({ reader: { page, open } }) => {
  await open('red', '#/failures');
  const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  const group = section('Service team').getByRole('row').filter({ hasText: 'Date header is present' });
  await expect(group).toContainText('header date: expected an IMF-fixdate, received absent');
  await expect(group).toContainText('MUST standard');
  await expect(section('Waiver owners')).toContainText('gateway team');
  await expect(section('Waiver owners')).toContainText('expired 18 days ago');
  await expect(section('Test operator')).toContainText('The target did not answer within 10 s.');
  await expect(section('Service team').getByText('new', { exact: true })).toBeVisible();
  await group.getByText('Reproduce').click();
  await expect(group.getByLabel('curl', { exact: true })).toContainText('curl --include');
});

test('Failures: copies all issue texts', async ({ reader: { page, open }, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('red', '#/failures?spec=2.1.06');
  await page.getByRole('button', { name: /^Copy \d issue texts/ }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.match(/^# /gm)?.length).toBeGreaterThan(1);
  expect(text).toContain('curl');
  expect(text.toLowerCase()).not.toContain('plumbline');
});

test('Check: from the requirement to curl', async ({ reader: { page, open } }) => {
  await open('red', addressOf(POINTER_CHECK));
  const main = page.locator('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What was written is read back');
  for (const text of [
    'MUST',
    'new in this run',
    'The specification does not answer this.',
    '2 checks',
    'lifecycle.round-trip.off',
  ])
    await expect(main).toContainText(text);
  await expect(page.locator('mark')).toHaveText(['"X"', 'null']);
  await expect(page.getByRole('region', { name: 'Response body' }).locator('.highlight')).toHaveText(/"result": \{/);
  const curl = page.getByLabel('curl', { exact: true });
  await expect(curl).toContainText("curl --include --globoff --path-as-is --request 'PATCH'");
  await expect(curl).toContainText(`--header 'access-token: '"$ACCESS_TOKEN"`);
  await expect(page.getByLabel('Run this check again', { exact: true })).toContainText(
    `npx @plumbline/harness run --target acme-vendor-test --service student-reporting --spec 2.1.06 --only '${POINTER_CHECK.id}'`,
  );
  await page.getByText('Bug report for the service team').click();
  await expect(page.getByLabel('Issue text', { exact: true })).toContainText('## Actual behavior');
});

test('Check: a missing header, the other versions and the failure group', async ({ reader: { page, open } }) => {
  await open('red', addressOf(HEADER_CHECK));
  await expect(page.locator('.headers .highlight')).toHaveText('dateabsent');
  await expect(page.locator('main')).toContainText('fails since');
  const versions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Other versions' }) });
  await expect(versions).toContainText('4.0.1pass');
  await versions.getByRole('link', { name: '2.1.06' }).click();
  await expect(page.locator('.facts').first()).toContainText(/\d of \d+/);
  await page.getByRole('link', { name: '5 checks' }).click();
  await expect(page.getByRole('status')).toHaveText('5 of 600 checks');
});

test('Check: a waiver, a missing verdict, a body that is not JSON', async ({ reader: { page, open } }) => {
  await open('red', addressOf(WAIVED_CHECK));
  await expect(page.locator('main')).toContainText('fail, waived');
  await expect(page.locator('.check-side')).toContainText('30 days left');
  await expect(page.getByRole('link', { name: /ISSUE-1042/ })).toHaveAttribute('rel', 'noopener noreferrer');
  await open('red', addressOf(INCONCLUSIVE_CHECK));
  await expect(page.locator('main')).toContainText(
    'Why the check has no verdictThe target did not answer within 10 s.',
  );
  await open('red', addressOf(HOSTILE_CHECK));
  await expect(page.getByRole('region', { name: 'Response body' }).locator('.highlight')).toHaveCount(1);
  await open('red', '#/check?id=no/such&spec=9');
  await expect(page.locator('main')).toContainText('This report has no check no/such in version 9.');
});

test('Requirements: the text, the level, the results, and the checks of one', async ({ reader: { page, open } }) => {
  await open('red', '#/requirements');
  const table = page.getByRole('table', { name: 'Requirements' });
  const row = table.getByRole('row').filter({ hasText: 'http.date-present' }).filter({ hasText: 'student-reporting' });
  await expect(row).toContainText('MUST standard');
  await expect(row).toContainText('RFC 9110');
  await expect(row).toContainText('4.0.1 fail');
  await page.getByRole('combobox', { name: 'coverage' }).selectOption('excluded');
  await expect(table.locator('tbody tr').first()).toContainText('Excluded: ');
  await open('red', '#/requirements?requirement=http.date-present');
  await expect(page.getByRole('table', { name: 'Checks of this requirement' })).toContainText('fail');
  await expect(page.locator('main')).toContainText('The gateway closes such connections.');
});

test('Versions: the matrix leads to the checks of a cell', async ({ reader: { page, open } }) => {
  await open('red', '#/versions');
  const matrix = page.getByRole('table', { name: 'Results of student-reporting' });
  await expect(matrix.getByRole('columnheader')).toHaveText(['Endpoint', '2.1.05', '2.1.06', '3.0.8', '4.0.1']);
  const cell = matrix.getByRole('link', { name: /^token, 3\.0\.8: 1 of \d+ fail$/ });
  await cell.click();
  await expect(page.locator('tbody tr').first()).toContainText('fail');
  await page.goBack();
  await matrix.getByRole('link', { name: 'students', exact: true }).click();
  await expect(matrix.getByRole('columnheader').first()).toHaveText('Operation');
  await open('red', '#/versions?spec=3.0.8');
  await expect(matrix.getByRole('columnheader', { name: 'Errors' })).toBeVisible();
});

test('Versions: the requirements that differ', async ({ reader: { page, open } }) => {
  await open('red', '#/versions');
  const rows = page.getByRole('table', { name: 'Requirements by version' }).locator('tbody tr');
  const before = await rows.count();
  await expect(rows.filter({ hasText: 'single-object' })).toContainText('changed');
  await page.getByRole('link', { name: 'Show all requirements' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
});

test('Run: facts, causes, orphaned records, slow operations, proof', async ({ reader: { page, open } }) => {
  await open('red', '#/run');
  const main = page.locator('main');
  for (const text of ['v20.19.5', 'acme-vendor-test', 'is 70 s behind', 'run --clean reports/latest/leftovers.ndjson'])
    await expect(main).toContainText(text);
  const proven = report.checks.filter(({ rule }) => rule !== 'pagination.headers').length;
  await expect(main).toContainText(
    `${proven} of 600 checks detect at least one of these faults. No check detects 1 fault:`,
  );
  await expect(page.getByRole('table', { name: 'Slowest operations' }).locator('tbody tr')).toHaveCount(25);
  const causes = page.getByRole('table', { name: 'Causes of checks without a result' });
  await causes.getByRole('row').filter({ hasText: 'within 10 s' }).getByRole('link').click();
  await expect(page.getByRole('status')).toHaveText('1 of 600 checks');
});

test('Run: open questions and waivers', async ({ reader: { page, open } }) => {
  await open('red', '#/run/questions');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(page.getByRole('status')).toContainText('1 answered');
  await expect(row('pagination.order')).toContainText('open: Plumbline assumes a value');
  await expect(row('response-headers')).toContainText('tcsi-pagination-page');
  await page.getByRole('link', { name: 'Waivers' }).click();
  await expect(row('ISSUE-1042')).toContainText('30 days left');
  await expect(row('gateway team')).toContainText('expired');
  await expect(row('units-of-study')).toContainText('no check');
});

test('the index of runs has each target with its latest result', async ({ reader: { page, open } }) => {
  await open('runs');
  const row = page.getByRole('table', { name: 'Latest run' }).getByRole('row').filter({ hasText: 'acme-vendor-test' });
  await expect(row).toContainText('release blocked');
  await expect(row.getByRole('link')).toHaveAttribute('href', 'acme-vendor-test/0/index.html');
  await expect(page.getByRole('table', { name: 'All runs' }).locator('tbody tr')).toHaveCount(18);
});
