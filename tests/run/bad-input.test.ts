/** What is wrong with the input is told in one clear message, with exit 2, no stack trace, and before anything is sent or overwritten. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { plumbline, temporary } from './support.ts';

const HERE = temporary();

describe('plumbline run', () => {
  test.each([
    ['an unknown service', ['--service', 'partner-onbording'], 'there is no service "partner-onbording"'],
    ['an unknown version', ['--spec', '9.9.9'], '"9.9.9"'],
    ['a pattern that matches nothing', ['--only', 'no-such-check'], 'nothing would be checked'],
    ['an unknown target', ['--target', 'nobody'], 'nobody'],
    ['a target file that is not there', ['--target', './nowhere.yaml'], 'nowhere.yaml'],
    ['a shard that is none', ['--shard', '3/2'], '--shard takes I/N'],
    ['workers that are no number', ['--workers', 'many'], '--workers takes a whole number'],
    ['an unknown option', ['--no-such-option'], 'no-such-option'],
    ['an unknown policy', ['--policy', 'lenient'], 'lenient'],
    ['a baseline that is not there', ['--baseline', 'nowhere.json'], 'nowhere.json'],
  ])('%s', async (_what, args, says) => {
    const out = path.join(temporary(), 'out');
    const { code, stdout, stderr } = await plumbline(['run', '--out', out, ...args], { cwd: HERE });
    expect(stderr).toContain(says);
    expect(code, stderr).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(out)).toBe(false);
  });

  test('an unknown fault says what was perhaps meant', async () => {
    const { code, stderr, stdout } = await plumbline(['run', '--service', 'partner-onboarding', '--fault', 'partner-onboarding.shape.head-refuse', '--out', path.join(temporary(), 'out')]);
    expect(stdout + stderr).toContain('partner-onboarding.shape.head-refused');
    expect(code).toBe(2);
  });

  test('a fault for a target that is not our own', async () => {
    const file = path.join(temporary(), 'target.yaml');
    writeFileSync(file, 'target: elsewhere\nenvironment: test\nservices:\n  partner-onboarding: { baseUrl: "http://127.0.0.1:9", spec: ["1.0.0"] }\n');
    const { code, stderr } = await plumbline(['run', '--target', file, '--fault', 'partner-onboarding.shape.head-refused', '--out', path.join(temporary(), 'out')]);
    expect(stderr).toContain('embedded target only');
    expect(code).toBe(2);
  });

  test('a secret that the environment lacks is named, before anything is sent', async () => {
    const file = path.join(temporary(), 'target.yaml');
    writeFileSync(
      file,
      [
        'target: elsewhere',
        'environment: test',
        'services:',
        '  partner-onboarding:',
        '    baseUrl: "http://127.0.0.1:9"',
        '    spec: ["1.0.0"]',
        '    identityProvider: { tokenUrl: "http://127.0.0.1:9/oauth/token", issuer: "1", device: d, kid: k, audience: a, tokenAudience: t, key: { env: PLUMBLINE_NO_SUCH_KEY } }',
        '',
      ].join('\n'),
    );
    const { code, stderr } = await plumbline(['run', '--target', file, '--only', 'partners/read/outcome', '--out', path.join(temporary(), 'out')]);
    expect(stderr).toContain('PLUMBLINE_NO_SUCH_KEY');
    expect(code, stderr).toBe(2);
  });

  test('an earlier report is not lost to a mistyped option', async () => {
    const out = path.join(temporary(), 'out');
    mkdirSync(out);
    writeFileSync(path.join(out, 'report.json'), 'kept');
    await plumbline(['run', '--service', 'nobody', '--out', out]);
    expect(readFileSync(path.join(out, 'report.json'), 'utf8')).toBe('kept');
  });
});

describe('plumbline', () => {
  test('--help and --version end well', async () => {
    for (const flag of ['--help', '--version']) expect((await plumbline([flag])).code, flag).toBe(0);
  });

  test('an unknown command is bad input', async () => {
    const { code, stderr } = await plumbline(['rnu']);
    expect(code).toBe(2);
    expect(stderr).toContain('run');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('a port in use is said so', async () => {
    const { createServer } = await import('node:net');
    const taken = createServer();
    const port = await new Promise<number>((resolve) => taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)));
    try {
      const { code, stderr } = await plumbline(['serve', '--service', 'partner-onboarding', '--port', String(port)]);
      expect(code).toBe(2);
      expect(stderr).toContain(String(port));
    } finally {
      await new Promise((resolve) => taken.close(resolve));
    }
  });
});
