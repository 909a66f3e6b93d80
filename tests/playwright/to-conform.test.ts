/** The matcher for suites of other people: what it finds is what a run would find. */
import type { APIResponse } from '@playwright/test';
import { afterEach, expect, test } from 'vitest';
import { conformityOf, expect as withMatcher } from '../../src/playwright/to-conform.ts';

afterEach(() => Reflect.deleteProperty(process.env, 'PLUMBLINE_TARGET'));

/** As much of an answer as the matcher looks at. */
function answer(body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): APIResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    date: 'Sun, 22 Nov 2026 11:00:00 GMT',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...headers,
  };
  return {
    url: () => 'http://service.example/version',
    status: () => status,
    headersArray: () => Object.entries(all).map(([name, value]) => ({ name, value })),
    body: () => Promise.resolve(Buffer.from(text)),
  } as unknown as APIResponse;
}

const READ = 'partner-onboarding/service-description/read';
const GOOD = { api_name: 'ManagedFileTransfers-Einv-Onboarding', api_version: '1.0.0', api_status: 'Available' };

test('an answer in order departs from nothing', async () => {
  const { failing, lines } = await conformityOf(answer(GOOD), READ);
  expect(failing, lines.join('\n')).toEqual([]);
  await withMatcher(answer(GOOD)).toConform(READ, { spec: '1.0.0' });
});

test('what departs is told with the id of the check, what was expected and received, and the line of the contract', async () => {
  const bad = answer({ ...GOOD, api_status: 7 }, { date: 'yesterday' });
  const { failing } = await conformityOf(bad, READ);
  expect(failing).toEqual(expect.arrayContaining([`${READ}/http.body-schema`, `${READ}/http.date`]));
  const told = withMatcher(bad).toConform(READ);
  await expect(told).rejects.toThrow('toConform');
  await expect(told).rejects.toThrow(
    /http\.date — .+ \(contracts\/partner-onboarding\/service-description\.yaml:\d+\)/,
  );
  await expect(told).rejects.toThrow(/expected .+, received .+/);
});

test('what is told of an answer holds no token of it', async () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJub2JvZHkgYXQgYWxsIn0.c2lnbmF0dXJlLW9mLW5vYm9keS1hdC1hbGw';
  const told = withMatcher(answer({ ...GOOD, api_status: 7, access_token: token })).toConform(READ);
  await expect(told).rejects.toThrow('http.body-schema');
  await told.catch((error: unknown) => expect(String(error)).not.toContain(token));
});

test('what no contract has is told with what was perhaps meant', async () => {
  const hint = (operation: string, options = {}): Promise<string> =>
    conformityOf(answer(GOOD), operation, options).then(
      () => 'found',
      (error: unknown) => String(error),
    );
  expect(await hint('partner-onboarding/service-descripton/read')).toContain(
    'partner-onboarding/service-description/read',
  );
  expect(await hint('partner-onboardin/service-description/read')).toContain('partner-onboarding');
  expect(await hint(READ, { spec: '9' })).toContain("Say { spec: '1.0.0' }");
  expect(await hint('student-reporting/students/list')).toContain("'4.0.1'");
});
