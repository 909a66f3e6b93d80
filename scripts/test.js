// `npm test`: everything that must hold, on a fresh machine. Of tests that take long it runs a fixed part, with `--all` all.
// Ends with one line `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ensure, root } from './ensure.js';

ensure();
const work = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
const local = (...parts) => path.join(root, 'node_modules', ...parts);
let passed = 0;
let failed = 0;
/** Milliseconds and title of each test. */
const times = [];
const SLOWEST = 15;
const isWhole = process.argv.includes('--all');
/** Read by `tests/part.ts` and `vitest.config.ts`. */
const PART = isWhole ? {} : { TEST_PART: '1' };

const ended = (ok, started) => `   ${ok ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`;

/** Runs one part with its output shown; tells whether it succeeded. */
function run(title, file, args, env = {}, accepted = [0]) {
  process.stdout.write(`\n── ${title}\n`);
  const started = Date.now();
  const result = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const ok = accepted.includes(result.status);
  process.stdout.write(ended(ok, started));
  return ok;
}

/** A part that is one check. */
function check(title, file, args, accepted = [0]) {
  if (run(title, file, args, {}, accepted)) passed += 1;
  else failed += 1;
}

/** Checks of one process each, as many side by side as there are cores; what each says is shown when it has ended. */
async function checks(list) {
  const waiting = [...list];
  const inTurn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [title, file, args] = next;
      const started = Date.now();
      const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      const said = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
      const ok = await new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
      process.stdout.write(`\n── ${title}\n${Buffer.concat(said).toString('utf8')}${ended(ok, started)}`);
      if (ok) passed += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, inTurn));
}

/** A part that counts its own tests into a JSON file; ending badly without a count is a failure too. */
function suite(title, file, args, env, report, count, timesOf) {
  const ok = run(title, file, args, env);
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  const [good, bad] = found === undefined ? [0, 0] : count(found);
  if (found !== undefined) times.push(...timesOf(found));
  passed += good;
  failed += ok ? bad : Math.max(1, bad);
}

const vitest = (title, project) => {
  const report = path.join(work, `${project}.json`);
  suite(
    title,
    local('vitest', 'vitest.mjs'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    PART,
    report,
    (r) => [r.numPassedTests, r.numFailedTests],
    (r) =>
      r.testResults.flatMap((file) =>
        file.assertionResults.map((t) => [t.duration ?? 0, `${path.relative(root, file.name)} › ${t.fullName}`]),
      ),
  );
};
const specsOf = (part) => [...(part.specs ?? []), ...(part.suites ?? []).flatMap(specsOf)];
const playwright = (title, config) => {
  const report = path.join(work, 'playwright.json');
  suite(
    title,
    local('@playwright', 'test', 'cli.js'),
    ['test', '-c', config, '--reporter=line,json'],
    { ...PART, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    (r) => [r.stats.expected, r.stats.unexpected + r.stats.flaky],
    (r) =>
      r.suites
        .flatMap(specsOf)
        .flatMap((spec) =>
          spec.tests.flatMap((t) => t.results.map((result) => [result.duration, `${spec.file} › ${spec.title}`])),
        ),
  );
};

// The longest first, so that none of them is waited for alone.
await checks([
  ['lint', local('oxlint', 'bin', 'oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', local('oxfmt', 'bin', 'oxfmt'), ['--list-different', '.']],
  ['unused files, exports and dependencies', local('knip', 'bin', 'knip.js'), []],
  ['contracts, specs and targets', path.join(root, 'bin', 'plumbline.js'), ['lint']],
  ['types', local('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.json']],
  ['types of the report page', local('typescript', 'bin', 'tsc'), ['-p', 'src/viewer/tsconfig.json']],
  ['types of its browser tests', local('typescript', 'bin', 'tsc'), ['-p', 'tests/viewer/tsconfig.json']],
]);
vitest('unit tests', 'unit');
vitest('tests through the real runner, sockets and command line', 'slow');
playwright('the report in a browser', 'tests/viewer/playwright.config.ts');
// The whole proof takes minutes and is for changes of rules, services and engine (`npm run prove`) and for every night.
if (isWhole) {
  check('verdaccio, under contract', path.join('examples', 'verdaccio', 'run.js'), [], [0, 3]);
  check('prometheus, under contract', path.join('examples', 'prometheus', 'run.js'), [], [0, 3]);
  check('proof that every check can fail', path.join(root, 'scripts', 'prove.js'), []);
} else
  check('proof that checks can fail: one fault for each rule', path.join(root, 'bin', 'plumbline.js'), [
    'prove',
    '--sample',
  ]);

process.stdout.write(`\n── the slowest tests\n`);
for (const [ms, title] of times.sort(([a], [b]) => b - a).slice(0, SLOWEST))
  process.stdout.write(`   ${(ms / 1000).toFixed(1).padStart(6)} s  ${title}\n`);

rmSync(work, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
