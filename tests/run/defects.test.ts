/** A mistake of Plumbline's own is told with its cause and ends with 4, on every road; it never becomes a verdict on the service. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, smallTarget, startIn, temporary } from './support.ts';
import type { Ended } from '../ended.ts';

const COPIED = ['bin', 'dist', 'scripts', 'specs', 'contracts', 'targets', 'package.json'];
/** Playwright by itself, with what is compiled: of the sources it would compile every copy anew. */
const BY_ITSELF = ['--config', 'dist/playwright.config.js', '--grep', 'partners create .*@success'];
const ONLY = ['--service', 'partner-onboarding', '--only', 'partner-onboarding/partners/create/**'];

/** Where the mistakes are, by the name that turns each on, and before which words. */
const MISTAKES = {
  rule: ['rules/http-caching', "const value = header(response, 'date');"],
  view: ['report/views/junit', 'const seconds = '],
  planner: ['plan/plan', 'const narrowed = only '],
} as const;

/** A copy of the project that throws where an environment variable says. One for all. */
function brokenCopy(): string {
  const copy = temporary();
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const [name, [file, anchor]] of Object.entries(MISTAKES)) {
    const place = path.join(copy, `dist/src/${file}.js`);
    const text = readFileSync(place, 'utf8');
    if (text.split(anchor).length !== 2) throw new Error(`${place} does not hold exactly one ${anchor}`);
    const mistake = `if (process.env['MISTAKE'] === '${name}') throw new TypeError('a mistake of our own');`;
    writeFileSync(
      place,
      text.replace(anchor, () => `${mistake} ${anchor}`),
    );
  }
  execFileSync(process.execPath, [path.join(ROOT, 'scripts', 'bundle.js'), copy]);
  // Built already, as far as the launcher can tell.
  const later = new Date(Date.now() + 60_000);
  utimesSync(path.join(copy, 'dist/src/bundle/main.js'), later, later);
  return copy;
}

const copy = brokenCopy();

function told({ code, stdout, stderr }: Ended): void {
  expect(stdout + stderr).toContain('plumbline: internal error. Please report it with this text');
  expect(stdout + stderr).toContain('TypeError: a mistake of our own');
  expect(stdout + stderr).not.toMatch(/nonconformant|Decision/);
  expect(code, stdout + stderr).toBe(4);
}

/** Whether anything of a report was written. */
const written = (out: string): readonly string[] =>
  existsSync(out) ? readdirSync(out).filter((name) => /^(report\.json|index\.html|junit\.xml)$/.test(name)) : [];

describe('a rule that throws', () => {
  const env = { MISTAKE: 'rule' };

  test('plumbline run', async () => {
    const out = path.join(temporary(), 'out');
    told(await startIn(copy, 'plumbline', ['run', ...ONLY, '--out', out], env));
    expect(written(out)).toEqual([]);
  });

  test('npx playwright test', async () => {
    const out = path.join(temporary(), 'out');
    told(await startIn(copy, 'playwright', BY_ITSELF, { ...env, ...smallTarget(), PLUMBLINE_OUT: out }));
    expect(written(out)).toEqual([]);
  });

  test('npx playwright test with a reporter of the user’s own, where each test runs its group', async () => {
    const { code, stdout, stderr } = await startIn(copy, 'playwright', [...BY_ITSELF, '--reporter=line'], {
      ...env,
      ...smallTarget(),
      PLUMBLINE_OUT: path.join(temporary(), 'out'),
    });
    expect(stdout + stderr).toContain('TypeError: a mistake of our own');
    expect(code, stdout + stderr).toBe(4);
  });
});

test.each(['view', 'planner'])('a %s that throws', async (what) => {
  const env = { MISTAKE: what };
  told(await startIn(copy, 'plumbline', ['run', ...ONLY, '--out', path.join(temporary(), 'out')], env));
  told(
    await startIn(copy, 'playwright', BY_ITSELF, {
      ...env,
      ...smallTarget(),
      PLUMBLINE_OUT: path.join(temporary(), 'out'),
    }),
  );
});
