/** The matcher for suites of other people: what it finds is what a run would find. */
import type { APIResponse, Response } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { conformityOf, expect as withMatcher } from '../../src/playwright/to-conform.ts';
import { temporary } from '../run/support.ts';

afterEach(() => Reflect.deleteProperty(process.env, 'PLUMBLINE_TARGET'));

/** As much of an answer as the matcher looks at. */
function answer(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
  url = 'http://service.example/version',
): APIResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    date: 'Sun, 22 Nov 2026 11:00:00 GMT',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...headers,
  };
  return {
    url: () => url,
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

test('a violation is reported with the id of the check, what was expected and received, and the line of the contract', async () => {
  const bad = answer({ ...GOOD, api_status: 7 }, { date: 'yesterday' });
  const { failing } = await conformityOf(bad, READ);
  expect(failing).toEqual(expect.arrayContaining([`${READ}/http.body-schema`, `${READ}/http.date`]));
  const compared = withMatcher(bad).toConform(READ);
  await expect(compared).rejects.toThrow('toConform');
  await expect(compared).rejects.toThrow(
    /http\.date — .+ \(contracts\/partner-onboarding\/service-description\.yaml:\d+\)/,
  );
  await expect(compared).rejects.toThrow(/expected .+, received .+/);
});

test('what is told of an answer holds no token of it', async () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJub2JvZHkgYXQgYWxsIn0.c2lnbmF0dXJlLW9mLW5vYm9keS1hdC1hbGw';
  const compared = withMatcher(answer({ ...GOOD, api_status: 7, access_token: token })).toConform(READ);
  await expect(compared).rejects.toThrow('http.body-schema');
  await compared.catch((error: unknown) => expect(String(error)).not.toContain(token));
});

test('an answer that a page was given is held against the contract too', async () => {
  const made = answer({ ...GOOD, api_status: 7 });
  const ofPage = { ...made, headersArray: () => Promise.resolve(made.headersArray()) } as unknown as Response;
  expect((await conformityOf(ofPage, READ)).failing).toEqual([`${READ}/http.body-schema`]);
});

test('what is used wrongly is told as by any matcher, and what a service says cannot colour the hint', async () => {
  const failed = (given: unknown, operation: unknown = READ): Promise<Error> =>
    withMatcher(given as APIResponse)
      .toConform(operation as string)
      .then(
        () => new Error('conforms'),
        (error: unknown) => error as Error,
      );
  const messageOf = async (...args: Parameters<typeof failed>): Promise<string> => (await failed(...args)).message;
  // At the line that used it, of which Playwright makes a frame.
  const { stack } = await failed(answer(GOOD), 'nothing/at/all');
  expect(stack).toContain('to-conform.test.ts');
  expect(stack).not.toContain('to-conform.ts');
  expect(await messageOf(Promise.resolve(answer(GOOD)))).toMatch(
    /toConform.*\n\nThe response was not compared: toConform expects a response, got a promise.*\n {2}Await the request: expect/,
  );
  expect(await messageOf(undefined)).toContain(
    'The response was not compared: toConform expects a response, got undefined',
  );
  expect(await messageOf(answer(GOOD), null)).toContain(
    'The response was not compared: the operation must be a string, got null',
  );
  expect(await messageOf(answer(GOOD), 'partner-onboarding/nothing/read')).toContain(
    'The response was not compared: no contract has',
  );
  const bad = await messageOf(answer({ ...GOOD, api_status: '\u001b[31mred' }));
  expect(bad.split('\n')[0]).not.toContain('\ufffd');
  expect(bad.split('\n').slice(1).join('\n')).not.toContain('\u001b');
});

test('of what was sent only the address is told, and an answer of another path is none of the operation', async () => {
  const from = (path: string): APIResponse => answer([], {}, 200, `https://service.example${path}`);
  const messageOf = (path: string, operation: string): Promise<string> =>
    conformityOf(from(path), `student-reporting/${operation}`, { spec: '4.0.1' }).then(
      ({ answer: shown }) => shown,
      (error: unknown) => String(error),
    );
  expect(await messageOf('/api/v1/students?page=2', 'students/list')).toMatch(
    /^from https:\/\/service\.example\/api\/v1\/students\?page=2\n< 200\n(?:<.*\n)+$/,
  );
  expect(await messageOf('/students/', 'students/list')).toContain('< 200');
  expect(await messageOf('/students/1', 'students/read')).toContain('< 200');
  expect(await messageOf('/api/students', 'courses/list')).toContain(
    'this response is from /api/students, but the operation is GET /courses',
  );
  expect(await messageOf('/students', 'students/read')).toContain('the operation is GET /students/{');
  expect(await messageOf('/students/1', 'students/list')).toContain('this response is from /students/1,');
  const opposite = withMatcher(from('/students')).not.toConform('student-reporting/courses/list', { spec: '4.0.1' });
  await expect(opposite).rejects.toThrow('this response is from /students');
});

test('options that there are not are told, and never ignored', async () => {
  const messageOf = (options: unknown): Promise<string> =>
    conformityOf(answer(GOOD), READ, options as { spec: string }).then(
      () => 'conforms',
      (error: unknown) => String(error),
    );
  expect(await messageOf(undefined)).toBe('conforms');
  expect(await messageOf({ spec: undefined })).toBe('conforms');
  expect(await messageOf('1.0.0')).toContain('the options must be an object, got "1.0.0"');
  expect(await messageOf(null)).toContain('the options must be an object, got null');
  expect(await messageOf({ version: '9.9.9' })).toContain('toConform has no option "version"');
  expect(await messageOf({ spec: 1 })).toContain('spec must be a string, got 1');
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
  expect(await hint('partner-onboardin/service-description/read')).toContain('partner-onboarding/service-description');
  expect(await hint('partner-onboardin/nothing/at-all')).toContain('Did you mean "partner-onboarding"?');
  expect(await hint('partner-onboarding/students/list')).toContain('endpoints: partners, published-definition');
  expect(await hint('partner-onboarding')).toContain('endpoints: partners');
  expect(await hint(`${READ}/it`)).toContain('Write "service/endpoint/operation"');
  expect(await hint(READ, { spec: '9' })).toContain("Pass { spec: '1.0.0' }");
  expect(await hint('student-reporting/students/list')).toContain("'4.0.1'");
});

test('of a target without the service it is said that the target lacks it', async () => {
  const file = path.join(temporary(), 'target.yaml');
  writeFileSync(
    file,
    'target: small\nenvironment: test\nembedded: true\nanswers: defaults\nservices: { student-reporting: { spec: ["4.0.1"] } }\n',
  );
  process.env['PLUMBLINE_TARGET'] = file;
  await expect(conformityOf(answer(GOOD), READ)).rejects.toThrow(
    'the target "small" does not name the service "partner-onboarding"',
  );
  await expect(conformityOf(answer(GOOD), 'partner/service-description/read')).rejects.toThrow('no contract has');
});
