/** Internal errors: exit code 4 with the cause, under `plumbline run` and Playwright; never a verdict on the service. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, smallTarget, startIn, temporary } from './support.ts';
import type { Ended } from '../ended.ts';

const COPIED = ['bin', 'dist', 'scripts', 'specs', 'contracts', 'targets', 'package.json'];
/** Compiled configuration: Playwright would compile the sources of each copy again. */
const BY_ITSELF = ['--config', 'dist/playwright.config.js', '--grep', 'partners create .*@success'];
const ONLY = ['--service', 'partner-onboarding', '--only', 'partner-onboarding/partners/create/**'];

/** Functions that throw, by the value of MISTAKE. */
const MISTAKES = {
  rule: ['rules/http-caching', /passiveRule\('http\.date', .* => \{\n/g],
  view: ['report/views/junit', /function\* junitParts\(.*\) \{\n/g],
  planner: ['plan/plan', /\bfunction planWith\(.*\) \{\n/g],
} as const;

/** A copy of the project in which the environment variable MISTAKE selects a function that throws. */
function brokenCopy(): string {
  const copy = temporary();
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const [name, [file, start]] of Object.entries(MISTAKES)) {
    const place = path.join(copy, `dist/src/${file}.js`);
    const text = readFileSync(place, 'utf8');
    if (text.match(start)?.length !== 1) throw new Error(`${place} does not contain exactly one ${start.source}`);
    const mistake = `if (process.env['MISTAKE'] === '${name}') throw new TypeError('a mistake of our own');`;
    writeFileSync(
      place,
      text.replace(start, (found) => `${found}${mistake}\n`),
    );
  }
  execFileSync(process.execPath, [path.join(ROOT, 'scripts', 'bundle.js'), copy]);
  // The launcher builds again if the bundle is older than its sources.
  const later = new Date(Date.now() + 60_000);
  utimesSync(path.join(copy, 'dist/src/bundle/main.js'), later, later);
  return copy;
}

const copy = brokenCopy();

function expectInternalError({ code, stdout, stderr }: Ended): void {
  expect(stdout + stderr).toContain('plumbline: internal error. Please report it with this text');
  expect(stdout + stderr).toContain('TypeError: a mistake of our own');
  expect(stdout + stderr).not.toMatch(/nonconformant|Decision/);
  expect(code, stdout + stderr).toBe(4);
}

/** Report files that were written. */
const written = (out: string): readonly string[] =>
  existsSync(out) ? readdirSync(out).filter((name) => /^(report\.json|index\.html|junit\.xml)$/.test(name)) : [];

describe('a rule that throws: exit code 4, no report', () => {
  const env = { MISTAKE: 'rule' };

  test('plumbline run', async () => {
    const out = path.join(temporary(), 'out');
    expectInternalError(await startIn(copy, 'plumbline', ['run', ...ONLY, '--out', out], env));
    expect(written(out)).toEqual([]);
  });

  test('npx playwright test', async () => {
    const out = path.join(temporary(), 'out');
    expectInternalError(await startIn(copy, 'playwright', BY_ITSELF, { ...env, ...smallTarget(), PLUMBLINE_OUT: out }));
    expect(written(out)).toEqual([]);
  });

  test('npx playwright test with another reporter', async () => {
    const { code, stdout, stderr } = await startIn(copy, 'playwright', [...BY_ITSELF, '--reporter=line'], {
      ...env,
      ...smallTarget(),
      PLUMBLINE_OUT: path.join(temporary(), 'out'),
    });
    expect(stdout + stderr).toContain('TypeError: a mistake of our own');
    expect(code, stdout + stderr).toBe(4);
  });
});

test.each(['view', 'planner'])('a %s that throws: exit code 4', async (what) => {
  const env = { MISTAKE: what };
  expectInternalError(await startIn(copy, 'plumbline', ['run', ...ONLY, '--out', path.join(temporary(), 'out')], env));
  expectInternalError(
    await startIn(copy, 'playwright', BY_ITSELF, {
      ...env,
      ...smallTarget(),
      PLUMBLINE_OUT: path.join(temporary(), 'out'),
    }),
  );
});
