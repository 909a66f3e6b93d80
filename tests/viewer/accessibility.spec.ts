import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './browser.ts';

const STATES = [
  ['overview', '#/'],
  ['to do', '#/todo?level=MUST'],
  ['matrix', '#/matrix'],
  ['versions', '#/versions'],
  ['requirements', '#/requirements'],
  ['checks', '#/checks?disposition=nonconforming'],
  ['a failure', '#/check?id=student-reporting/unit-enrolments/list/pagination.cap&spec=4.0.1'],
  ['a known issue', '#/check?id=student-reporting/student-citizenships/create/input.today&spec=2.1.05'],
  ['an assumption', '#/check?id=student-reporting/students/read/body.schema&spec=4.0.1'],
  ['a hostile body', '#/check?id=student-reporting/campuses/delete/errors.no-leak&spec=2.1.05'],
  ['open points', '#/open-points'],
  ['waivers', '#/waivers'],
  ['proof', '#/proof'],
  ['run', '#/run'],
  ['changes', '#/changes'],
] as const;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} pixels`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      for (const [name, hash] of STATES) {
        test(name, async ({ reader: { page, open } }) => {
          await open('morning', hash);
          if (hash.startsWith('#/check?')) await page.locator('.exchange').first().waitFor();
          await page.evaluate(() => {
            for (const details of document.querySelectorAll('details')) details.open = true;
          });
          const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
          expect(
            violations.map(
              ({ id, nodes }) =>
                `${id}: ${nodes
                  .map((node) => node.html)
                  .slice(0, 3)
                  .join(' | ')}`,
            ),
          ).toEqual([]);
        });
      }

      test('keys and marks', async ({ reader: { page, open } }) => {
        await open('morning');
        await page.getByRole('button', { name: 'Keys and marks' }).click();
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
      });

      test('the index of runs', async ({ reader: { page, open } }) => {
        await open('runs');
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
      });
    });
  }
}

test('matrix of many aspects', async ({ reader: { page, open } }) => {
  await open('many', '#/matrix?service=student-reporting');
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
});
