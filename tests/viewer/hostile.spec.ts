import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './browser.ts';
import { HOSTILE } from './fixture-causes.ts';
import { OUT, PAGES } from './pages.ts';

const CARD = '#/check?id=student-reporting/campuses/delete/errors.no-leak&spec=2.1.05';

test('a hostile body is text and nothing else', async ({ reader: { page, open } }) => {
  await open('morning', CARD);
  const body = page.getByRole('region', { name: 'Response body' });
  await expect(body).toContainText('</script><script>window.__broken = true</script>');
  await expect(body.locator('img, script, iframe, style')).toHaveCount(0);
  await expect(page.locator('iframe, img')).toHaveCount(0);
  expect(await page.evaluate(() => '__broken' in window)).toBe(false);
  await expect(page.locator('main')).toBeVisible();
});

test('what would not be seen is spelled out', async ({ reader: { page, open } }) => {
  await open('morning', CARD);
  const body = page.getByRole('region', { name: 'Response body' });
  await expect(body.locator('.unseen')).toHaveText(['U+202E', 'U+202C', 'U+0000', 'U+001B', 'U+2028']);
  const text = await page.locator('main').innerText();
  expect(text).not.toMatch(/\p{Cf}|(?![\t\n])\p{Cc}/u);
});

test('an address that names what every object has is the first page', async ({ reader: { page, open } }) => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    await open('morning', `#/${name}`);
    await expect(page.locator('main h1')).toBeVisible();
  }
});

test('nothing of it stands in the file as markup', () => {
  const html = readFileSync(join(OUT, PAGES.morning), 'utf8');
  expect(html).not.toContain('evil.example');
  expect(html).not.toContain(HOSTILE.slice(0, 30));
  for (const block of html.matchAll(/<script type="application\/octet-stream"[^>]*>([^<]*)<\/script>/g))
    expect(block[1]).toMatch(/^[A-Za-z0-9+/=]*$/);
});

test('the page could not reach anybody even if it wanted to', async ({ page }) => {
  const { addressOf } = await import('./pages.ts');
  await page.goto(addressOf('morning'));
  await page.locator('main h1').waitFor();
  const reached = await page.evaluate(async () => {
    const tried: string[] = [];
    await fetch('https://evil.example/').then(
      () => tried.push('fetch'),
      () => undefined,
    );
    await new Promise<void>((done) => {
      const image = new Image();
      image.onload = () => {
        tried.push('image');
        done();
      };
      image.onerror = () => done();
      image.src = 'https://evil.example/x.png';
    });
    const script = document.createElement('script');
    try {
      script.textContent = 'window.__broken = true';
      document.body.append(script);
    } catch {
      // Trusted types refuse it.
    }
    return [...tried, ...('__broken' in window ? ['script'] : [])];
  });
  expect(reached).toEqual([]);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
});
