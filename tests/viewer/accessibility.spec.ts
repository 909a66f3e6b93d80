import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { everyNth } from '../part.ts';
import { expect, test } from './browser.ts';
import { addressOf, HEADER_CHECK, HOSTILE_CHECK, INCONCLUSIVE_CHECK, POINTER_CHECK, WAIVED_CHECK } from './fixture.ts';

const STATES = [
  '#/',
  '#/failures?level=MUST',
  '#/failures/checks?verdict=fail',
  ...[POINTER_CHECK, HEADER_CHECK, WAIVED_CHECK, INCONCLUSIVE_CHECK, HOSTILE_CHECK].map(addressOf),
  '#/requirements',
  '#/requirements?requirement=http.date-present',
  '#/versions',
  '#/versions?spec=3.0.8',
  '#/run',
  '#/run/questions',
  '#/run/waivers',
  '#/run/history',
  '#/nowhere',
] as const;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function violationsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations, passes } = await axe.analyze();
  expect(passes.length, 'rules that checked something').toBeGreaterThan(0);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .slice(0, 3)
        .join(' | ')}`,
  );
}

/** Keeps one of the rows that differ only in their words: the contrast of each cell takes milliseconds. */
async function removeDuplicates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kindOf = (element: Element): string =>
      `${element.tagName} ${[...element.attributes]
        .filter(({ name }) => /^(class|role|scope|aria-[a-z]+|data-[a-z]+|hidden|open|disabled)$/.test(name))
        .map(({ name, value }) => (/^(class|role|scope)$/.test(name) ? `${name}=${value}` : name))
        .join(' ')}(${[...element.children].map(kindOf).join(',')})`;
    for (const parent of document.querySelectorAll('tbody, ul, ol')) {
      const seen = new Set<string>();
      for (const child of Array.from(parent.children)) {
        const kind = kindOf(child);
        if (seen.has(kind)) child.remove();
        seen.add(kind);
      }
    }
  });
}

async function expectAccessible(page: Page): Promise<void> {
  await removeDuplicates(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violationsOf(new AxeBuilder({ page }).withTags(TAGS)), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(new AxeBuilder({ page }).withRules(COLOUR_RULES)), 'dark').toEqual([]);
}

for (const width of [1280, 360])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const hash of everyNth(STATES, width === 360 ? 4 : 2))
      test(hash, async ({ reader: { page, open } }) => {
        await open('red', hash);
        if (hash.startsWith('#/check?')) await page.locator('.exchange').first().waitFor();
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        await expectAccessible(page);
      });

    test('the help dialog', async ({ reader: { page, open } }) => {
      await open('red');
      await page.getByRole('button', { name: /^Help/ }).click();
      await expectAccessible(page);
    });

    test('the index of runs', async ({ reader: { page, open } }) => {
      await open('runs');
      await expectAccessible(page);
    });
  });
