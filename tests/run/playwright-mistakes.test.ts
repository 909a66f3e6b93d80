/** What people get wrong where they start Playwright's tests: what is told, and that nothing looks proven. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Ended } from '../ended.ts';
import { afterEach, expect, test } from 'vitest';
import { openHostileService, type HostileService } from '../hostile/service.ts';
import { playwright, reportOf, ROOT, temporary } from './support.ts';

let service: HostileService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

/** A target in a folder of its own, with lines that are put below its one service, and below all. */
function target(lines: readonly string[], more: readonly string[] = []): string {
  const file = path.join(temporary(), 'target.yaml');
  const text = ['target: own', 'environment: test', 'answers: defaults', 'services:', '  partner-onboarding:'];
  writeFileSync(file, [...text, '    spec: ["1.0.0"]', ...lines.map((line) => `    ${line}`), ...more, ''].join('\n'));
  return file;
}

/** Suites of somebody's own, in an ES module, with a configuration of their own. */
function ownSuite(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Ended> {
  const folder = temporary();
  const ours = JSON.stringify(path.join(ROOT, 'src', 'playwright', 'index.ts'));
  mkdirSync(path.join(folder, 'tests'));
  for (const [name, text] of Object.entries({
    'package.json': '{ "type": "module" }',
    'playwright.config.ts': 'export default {};',
    ...files,
  }))
    writeFileSync(path.join(folder, name), text.replaceAll('OURS', ours));
  return playwright(['--reporter=line', ...args], temporary(), env, folder);
}

const CONTRACTS = `import { contractTests, test } from OURS;
const { aspectTests } = await contractTests('partner-onboarding');
for (const { endpoint, operation, title, details, body } of aspectTests())
  test.describe(endpoint + ' ' + operation, () => test(title, details, body));
`;

test('a test of which no check applies is skipped, with the cause', async () => {
  service = await openHostileService('partner-onboarding', '1.0.0');
  const env = { PLUMBLINE_TARGET: target([`baseUrl: ${service.url}`]) };
  const args = ['--grep', 'partners read .*@(access|success)|service-description read .*@success', '--reporter=json'];
  const { code, stdout, stderr } = await playwright(args, temporary(), env);
  expect(code, stdout + stderr).toBe(0);
  const { stats } = JSON.parse(stdout) as { readonly stats: { readonly expected: number; readonly skipped: number } };
  // What needs no sign-in is sent and judged.
  expect(stats.expected).toBe(1);
  expect(stats.skipped).toBeGreaterThan(0);
  expect(stdout).toContain('no check applies: the target does not define how to sign in');
});

test('where nothing has started the services of the target, no test passes', async () => {
  const config = 'export default { grep: /partners read .*@access/ };';
  const { code, stdout } = await ownSuite({ 'contracts.spec.ts': CONTRACTS, 'playwright.config.ts': config });
  expect(code, stdout).toBe(1);
  expect(stdout).toContain('the services of the embedded target "reference" are not running');
});

/** What needs no token, with everything that a configuration is to say. */
const configured = (more: string): string => `export default { grep: /service-description read/, ${more} };`;

test('workers share what the target bears without our global setup too, however many are allowed', async () => {
  service = await openHostileService('partner-onboarding', '1.0.0', 20);
  const own = target([`baseUrl: ${service.url}`], ['limits: { concurrency: 2 }']);
  const files = { 'contracts.spec.ts': CONTRACTS, 'playwright.config.ts': configured('fullyParallel: true') };
  const { code, stdout, stderr } = await ownSuite(files, { PLUMBLINE_TARGET: own }, ['--workers=4']);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/[1-9]\d* passed/);
  expect(service.widest()).toBeLessThanOrEqual(2);
});

test('a file of `use` that is not there is told with its name, in a few words', async () => {
  service = await openHostileService('partner-onboarding', '1.0.0');
  const env = { PLUMBLINE_TARGET: target([`baseUrl: ${service.url}`]) };
  const [certificate, state] = await Promise.all(
    [`clientCertificates: [{ origin: 'https://a.example', pfxPath: 'none.pfx' }]`, `storageState: 'none.json'`].map(
      (use) =>
        ownSuite(
          { 'contracts.spec.ts': CONTRACTS, 'playwright.config.ts': configured(`use: { ${use} }, retries: 1`) },
          env,
        ),
    ),
  );
  for (const [ended, file] of [
    [certificate, 'none.pfx'],
    [state, 'none.json'],
  ] as const) {
    expect(ended?.code, ended?.stdout).toBe(1);
    expect(ended?.stdout).toMatch(
      new RegExp(`Playwright cannot send requests with these options in "use": .*${file}.*\\[bad-use\\]`),
    );
    expect(ended?.stdout).toContain('ENOENT');
    // One test tells it, and its retry; those that it is wrong for as well are not sent.
    expect(ended?.stdout).toMatch(/^ +1 failed$[^]*^ +[1-9]\d* skipped$/m);
    expect(ended?.stdout.match(/\[bad-use\]/g)).toHaveLength(2);
    expect(`${ended?.stdout}${ended?.stderr}`).not.toMatch(/internal error|^ +at .*src\/|lab\.ts/m);
  }
});

test('options of `use` with which nothing could be sent rightly are told once, before the first test', async () => {
  const folder = temporary();
  const file = path.join(folder, 'two.yaml');
  const services = ['partner-onboarding: { baseUrl: "http://127.0.0.1:1/a", spec: ["1.0.0"] }'];
  services.push('student-reporting: { baseUrl: "http://127.0.0.1:1/b", spec: ["4.0.1"] }');
  writeFileSync(
    file,
    `target: two\nenvironment: test\nanswers: defaults\nservices:\n${services.map((one) => `  ${one}\n`).join('')}`,
  );
  const ours = JSON.stringify(path.join(ROOT, 'src', 'playwright', 'config.ts'));
  const run = async (use: string): Promise<Ended> => {
    const config = path.join(temporary(), 'playwright.config.ts');
    writeFileSync(path.join(path.dirname(config), 'package.json'), '{ "type": "module" }');
    writeFileSync(config, `import ours from ${ours};\nexport default { ...ours, use: { ${use} } };\n`);
    return playwright(['-c', config, '--grep', 'service-description read .*@success'], temporary(), {
      PLUMBLINE_TARGET: file,
    });
  };
  const [address, header] = await Promise.all([
    run(`baseURL: 'http://127.0.0.1:1'`),
    run(`extraHTTPHeaders: { 'X Key': 'a' }`),
  ]);
  expect([address.code, address.stderr]).toEqual([
    2,
    expect.stringContaining('use.baseURL (http://127.0.0.1:1) would replace both'),
  ]);
  expect([header.code, header.stderr]).toEqual([
    2,
    expect.stringContaining('use.extraHTTPHeaders has an invalid header name: "X Key"'),
  ]);
  expect(address.stdout + header.stdout).not.toMatch(/passed|failed/);
});

test('global setup tells them once in suites without contract tests too', async () => {
  const suite = `import { expect, test } from OURS;
for (const n of [1, 2]) test(String(n), async ({ request }) => {
  await expect(await request.get('/')).toConform('partner-onboarding/service-description/read', { spec: '1.0.0' });
});
`;
  const setup = JSON.stringify(path.join(ROOT, 'src', 'playwright', 'global-setup.ts'));
  const config = `export default { globalSetup: ${setup}, use: { extraHTTPHeaders: { 'x-key': 'a-key\\n' } } };`;
  const ended = await ownSuite({ 'answers.spec.ts': suite, 'playwright.config.ts': config });
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([2, '', expect.stringContaining('[bad-header]')]);
  expect(ended.stderr).not.toContain('a-key');
});

test('variables are told by their names, and what was interrupted says so', async () => {
  const at = await openHostileService('partner-onboarding', '1.0.0');
  service = at;
  const file = path.join(temporary(), 'file');
  writeFileSync(file, '');
  const env = { PLUMBLINE_TARGET: target([`baseUrl: ${at.url}`]) };
  const args = ['--grep', 'service-description read', '--workers=1'];
  const [noFolder, noWrites] = await Promise.all([
    playwright(args, file, env),
    playwright(args, temporary(), { ...env, PLUMBLINE_ALLOW_WRITES: 'true' }),
  ]);
  expect([noFolder.code, noFolder.stderr]).toEqual([
    2,
    expect.stringContaining('Give a folder for the report with PLUMBLINE_OUT.'),
  ]);
  expect([noWrites.code, noWrites.stderr]).toEqual([
    2,
    expect.stringContaining('PLUMBLINE_ALLOW_WRITES must be 1 or 0, got "true"'),
  ]);

  const out = temporary();
  let runner = 0;
  at.trick(() => {
    if (runner !== 0) process.kill(runner, 'SIGINT');
    runner = 0;
    return undefined;
  });
  const stopped = await playwright(args, out, env, ROOT, (text, pid) => {
    // After a test: while its first worker is being started, Playwright itself takes five minutes to stop.
    if (text.includes('✓')) runner = pid;
  });
  expect(stopped.code, stopped.stdout + stopped.stderr).toBe(130);
  const left = reportOf(out).checks.filter(({ verdict }) => verdict === 'untested');
  expect(left.length).toBeGreaterThan(0);
  expect([...new Set(left.map(({ cause }) => cause))]).toEqual([
    'the run was interrupted before this check was judged',
  ]);
});

test('a target in production says by which variable writes are allowed', async () => {
  service = await openHostileService('partner-onboarding', '1.0.0');
  const file = target([`baseUrl: ${service.url}`]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('environment: test', 'environment: production'));
  const args = ['--grep', 'partners create .*@success', '--reporter=line'];
  const { code, stdout } = await playwright(args, temporary(), { PLUMBLINE_TARGET: file });
  expect([code, stdout]).toEqual([1, expect.stringContaining('allow writes with PLUMBLINE_ALLOW_WRITES=1')]);
});

test('where nothing can be judged no test is run, and the words are those of plumbline run', async () => {
  const out = temporary();
  const env = {
    PLUMBLINE_TARGET: target(['baseUrl: "http://127.0.0.1:1"', 'bearer: { env: TOKEN }']),
    TOKEN: 'a-token',
  };
  const { code, stdout, stderr } = await playwright([], out, env);
  expect(code, stdout + stderr).toBe(3);
  expect(stderr).toContain('partner-onboarding 1.0.0 cannot be judged: http://127.0.0.1:1 refused the connection');
  expect(stderr).toContain('Nothing listens there: check the port');
  expect(stdout).not.toMatch(/passed|failed/);
  expect(readdirSync(out)).not.toContain('report.json');
});

test('a version that is out of order is not looked at where no selected test is of it', async () => {
  service = await openHostileService('partner-onboarding', '1.0.0');
  const more = ['  student-reporting: { baseUrl: "http://127.0.0.1:1", spec: ["4.0.1"] }'];
  const env = { PLUMBLINE_TARGET: target([`baseUrl: ${service.url}`], more) };
  const one = await playwright(
    ['--grep', 'partner-onboarding 1.0.0.*service-description read .*@success'],
    temporary(),
    env,
  );
  expect(one.stderr, one.stdout).not.toContain('cannot be judged');
  expect(one.stdout).toContain('1 skipped');
  // A run in which nothing was judged is not admitted.
  expect([one.code, one.stderr]).toEqual([1, expect.stringContaining('No check that the policy enforces was judged')]);
});
