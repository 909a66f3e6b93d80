import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { everyNth } from '../part.ts';
import { expect, test } from './browser.ts';

const STATES = [
  ['overview', '#/'],
  ['to do', '#/todo?level=MUST'],
  ['issues', '#/issues'],
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
/** What a scheme can change: it gives the same page other colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function violationsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations, passes } = await axe.analyze();
  expect(passes.length, 'rules that found something to look at').toBeGreaterThan(0);
  return violations.map(({ id, nodes }) => {
    const places = nodes.map((node) => node.html).slice(0, 3);
    return `${id}: ${places.join(' | ')}`;
  });
}

/**
 * Of rows and items that differ in nothing but their words one is looked at (with its neighbour, where every other row looks
 * different): a matrix has thousands of cells of a few kinds, and the contrast of each takes milliseconds.
 */
async function keepOneOfAKind(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kindOf = (element: Element): string =>
      `${element.tagName} ${[...element.attributes]
        .filter(({ name }) => /^(class|role|scope|aria-[a-z]+|data-[a-z]+|style|hidden|open|disabled)$/.test(name))
        .map(({ name, value }) => (/^(class|role|scope|style)$/.test(name) ? `${name}=${value}` : name))
        .join(' ')}(${[...element.children].map(kindOf).join(',')})`;
    for (const parent of document.querySelectorAll('tbody, ul, ol, main section')) {
      const seen = new Set<string>();
      for (const [index, child] of [...parent.children].entries()) {
        const kind = `${index % 2} ${kindOf(child)}`;
        if (seen.has(kind)) child.remove();
        seen.add(kind);
      }
    }
  });
}

/** In the light scheme everything, and in the dark one what that changes. */
async function expectAccessible(page: Page): Promise<void> {
  await keepOneOfAKind(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violationsOf(new AxeBuilder({ page }).withTags(TAGS)), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(new AxeBuilder({ page }).withRules(OF_COLOURS)), 'dark').toEqual([]);
}

for (const width of [1280, 390]) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const [name, hash] of everyNth(STATES, 2)) {
      test(name, async ({ reader: { page, open } }) => {
        await open('morning', hash);
        if (hash.startsWith('#/check?')) await page.locator('.exchange').first().waitFor();
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        await expectAccessible(page);
      });
    }

    test('keys and marks', async ({ reader: { page, open } }) => {
      await open('morning');
      await page.getByRole('button', { name: 'Keys and marks' }).click();
      await expectAccessible(page);
    });

    test('the index of runs', async ({ reader: { page, open } }) => {
      await open('runs');
      await expectAccessible(page);
    });
  });
}

test('matrix of many aspects', async ({ reader: { page, open } }) => {
  await open('many', '#/matrix?service=student-reporting');
  await expectAccessible(page);
});
