import { readFileSync } from 'node:fs';
import { expect, pageFile, test } from './browser.ts';
import { addressOf, HOSTILE, HOSTILE_CHECK } from './fixture.ts';

test('a hostile response is text and nothing else', async ({ reader: { page, open } }) => {
  await open('red', addressOf(HOSTILE_CHECK));
  const body = page.getByRole('region', { name: 'Response body' });
  await expect(body).toContainText('</script><script>window.__broken = true</script>');
  await expect(body.locator('img, script, iframe, style')).toHaveCount(0);
  await expect(page.locator('iframe, img')).toHaveCount(0);
  expect(await page.evaluate(() => '__broken' in window)).toBe(false);
  await expect(page.locator('main')).toBeVisible();
});

test('it stays text in lists, in issue texts and in search results', async ({ reader: { page, open } }) => {
  for (const hash of ['#/failures', '#/failures/checks?verdict=fail', '#/failures/checks?q=<script>']) {
    await open('red', hash);
    await expect(page.locator('main').locator('iframe, img, script, style')).toHaveCount(0);
    expect(await page.evaluate(() => '__broken' in window)).toBe(false);
  }
});

test('invisible characters are visible', async ({ reader: { page, open } }) => {
  await open('red', addressOf(HOSTILE_CHECK));
  const body = page.getByRole('region', { name: 'Response body' });
  await expect(body.locator('.invisible')).toHaveText(['U+202E', 'U+202C', 'U+0000', 'U+001B', 'U+2028']);
  const text = await page.locator('main').innerText();
  expect(text).not.toMatch(/\p{Cf}|(?![\t\n])\p{Cc}/u);
});

test('a route with the name of an object member is not found', async ({ reader: { page, open } }) => {
  for (const name of ['__proto__', 'constructor', 'toString', 'nowhere', 'run/nowhere', '%', '?', 'failures/']) {
    await open('red', `#/${name}`);
    const title = name === '?' ? 'Release blocked' : 'Page not found';
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('odd parameters of a route are ignored', async ({ reader: { page, open } }) => {
  for (const query of [
    'sort=__proto__',
    'page=-1',
    'page=1e9',
    'reason=99',
    'cause=__proto__',
    'waiver=a,b',
    'level=%',
  ]) {
    await open('red', `#/failures/checks?${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All checks');
  }
});

test('the file has nothing of the response as markup', () => {
  const html = readFileSync(pageFile('red'), 'utf8');
  expect(html).not.toContain('evil.example');
  expect(html).not.toContain(HOSTILE.slice(0, 30));
  for (const block of html.matchAll(/<script type="application\/octet-stream"[^>]*>([^<]*)<\/script>/g))
    expect(block[1]).toMatch(/^[A-Za-z0-9+/=]*$/);
});

test('the page cannot send a request or run an inline script', async ({ page }) => {
  await page.goto(`file://${pageFile('red')}`);
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
      // Trusted types reject it.
    }
    return [...tried, ...('__broken' in window ? ['script'] : [])];
  });
  expect(reached).toEqual([]);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
});
