/** A bare `npx playwright test`: each test sends for itself, and what the target bears holds for all of them together. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { leaksOf } from '../hostile/leaks.ts';
import { openHostileService, type HostileService } from '../hostile/service.ts';
import { filesBelow, playwright, plumbline, ROOT, reportOf, smallTarget, temporary, unzipped } from './support.ts';
import type { Ended } from '../ended.ts';

let service: HostileService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function run(
  limits: string,
  args: readonly string[],
  latencyMs = 0,
): Promise<{ readonly ended: Ended; readonly out: string; readonly service: HostileService }> {
  service = await openHostileService('partner-onboarding', '1.0.0', latencyMs);
  const out = temporary();
  const ended = await playwright(args, out, { PLUMBLINE_TARGET: targetFor(service, limits) });
  return { ended, out, service };
}

function targetFor(at: HostileService, limits: string): string {
  const folder = temporary();
  const file = path.join(folder, 'target.yaml');
  const { url, tokenUrl, issuer, device, kid, audience, tokenAudience, privateKey } = at;
  writeFileSync(path.join(folder, 'key.pem'), privateKey);
  const provider = { tokenUrl, issuer, device, kid, audience, tokenAudience, key: { file: 'key.pem' } };
  writeFileSync(
    file,
    `target: own\nenvironment: test\nanswers: defaults\nservices:\n  partner-onboarding:\n    baseUrl: ${url}\n    spec: ["1.0.0"]\n    identityProvider: ${JSON.stringify(provider)}\nlimits: ${limits}\n`,
  );
  return file;
}

const ONE = ['--grep', 'partners read .*@access'];
const TWO = ['--grep', 'partners read .*@(access|negotiation)'];

test('workers share what it bears, however many they are, and what is attached to a test holds no secret', async () => {
  const { ended, service: asked } = await run('{ concurrency: 2 }', [...TWO, '--reporter=json', '--workers=4'], 40);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(asked.asked()).toBeGreaterThan(10);
  expect(asked.widest()).toBeLessThanOrEqual(2);
  const records = [...ended.stdout.matchAll(/"name": "_plumbline-record",[^}]*?"body": "([^"]+)"/g)].map((match) =>
    inflateRawSync(Buffer.from(match[1] ?? '', 'base64')).toString('utf8'),
  );
  expect(records).toHaveLength(2);
  expect(leaksOf(asked.secrets(), temporary(), { records: records.join('\n') })).toEqual([]);
});

test('the time of the run is that of all workers together, and ends it', async () => {
  const { ended, service: asked } = await run('{ concurrency: 2, minutes: 0.0001 }', [...ONE, '--reporter=line']);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain('the run reached its time limit: limits.minutes of the target is 0.0001');
  // Whether the service answers at all, and lets somebody in, was looked at first.
  expect(asked.asked()).toBeLessThanOrEqual(3);
});

test('a shard has its share, and one reporter more takes none away; the trace has what was sent', async () => {
  const args = [...TWO, '--shard=1/2', '--trace=on', '--add-reporter=json'];
  const { ended, service: asked, out } = await run('{ concurrency: 4 }', args, 40);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(asked.widest()).toBe(2);
  expect(ended.stdout).toContain('"suites": [');
  expect(reportOf(out).run.exchanges).toBeGreaterThan(5);
  const [trace = ''] = filesBelow(out).filter((file) => file.endsWith('.zip'));
  const sent = unzipped(readFileSync(trace))
    .map((part) => part.toString('utf8'))
    .join('\n')
    .match(/"method":"GET","url":"[^"]+\/partners\/[^"]+"/g);
  expect(sent?.length).toBeGreaterThan(3);
});

test('Allure’s reporter for Playwright has a result a test, with what it is grouped by', async () => {
  const folder = temporary();
  // Playwright looks for reporters where it is started.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const args = ['-c', path.join(ROOT, 'playwright.config.ts'), ...ONE, '--add-reporter=allure-playwright'];
  const ended = await playwright(args, path.join(folder, 'out'), smallTarget(), folder);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const results = filesBelow(path.join(folder, 'allure-results')).filter((file) => file.endsWith('-result.json'));
  expect(results).toHaveLength(1);
  expect(JSON.parse(readFileSync(results[0] ?? '', 'utf8'))).toMatchObject({
    status: 'passed',
    labels: expect.arrayContaining([
      { name: 'epic', value: 'partner-onboarding 1.0.0' },
      { name: 'feature', value: 'partners' },
      { name: 'story', value: 'read' },
      { name: 'severity', value: 'critical' },
    ]) as unknown,
  });
  expect(reportOf(path.join(folder, 'out')).run.exchanges).toBeGreaterThan(5);
});

test('a suite of somebody’s own holds an answer against its contract, as docs/playwright.md shows', async () => {
  service = await openHostileService('partner-onboarding', '1.0.0');
  const config = path.join(ROOT, 'examples', 'playwright', 'playwright.config.ts');
  const signedIn = await plumbline(['token', '--target', targetFor(service, '{}')]);
  const [, token = ''] = /AUTHORIZATION='([^']+)'/.exec(signedIn.stdout) ?? [];
  const env = { SERVICE_URL: service.url, AUTHORIZATION: token };
  const ended = await playwright(['-c', config], temporary(), env);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(ended.stdout).toContain('1 passed');
  // A refusal conforms too: it is the example that does not take it for a success.
  const refused = await playwright(['-c', config], temporary(), { ...env, AUTHORIZATION: 'Bearer nobody' });
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('toBeOK')]);
  const example = readFileSync(path.join(path.dirname(config), 'answers.spec.ts'), 'utf8');
  expect(readFileSync(path.join(ROOT, 'docs', 'playwright.md'), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\``);
});
