/** What is wrong with a run is told before anything is sent or overwritten: one message, exit 2, no stack trace. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { temporary } from './support.ts';

const TARGET = [
  'target: elsewhere',
  'environment: test',
  'services:',
  '  partner-onboarding:',
  '    baseUrl: "http://127.0.0.1:9"',
  '    spec: ["1.0.0"]',
];

function targetFile(...more: readonly string[]): string {
  const file = path.join(temporary(), 'target.yaml');
  writeFileSync(file, [...TARGET, ...more, ''].join('\n'));
  return file;
}

test.each([
  ['an unknown service', () => ['--service', 'partner-onbording'], 'unknown service "partner-onbording"'],
  ['a pattern that matches nothing', () => ['--only', 'no-such-check'], 'no check is selected'],
  ['a baseline that is not there', () => ['--baseline', 'nowhere.json'], 'nowhere.json'],
  [
    'an unknown fault',
    () => ['--service', 'partner-onboarding', '--fault', 'partner-onboarding.shape.head-refuse'],
    'partner-onboarding.shape.head-refused',
  ],
  [
    'a fault for a target that is not our own',
    () => ['--target', targetFile(), '--fault', 'partner-onboarding.shape.head-refused'],
    'embedded target only',
  ],
  [
    'a secret that the environment lacks',
    () => [
      '--target',
      targetFile(
        '    identityProvider: { tokenUrl: "http://127.0.0.1:9/token", issuer: "1", device: d, kid: k, audience: a, tokenAudience: t, key: { env: PLUMBLINE_NO_SUCH_KEY } }',
      ),
    ],
    'PLUMBLINE_NO_SUCH_KEY',
  ],
] as const)('%s', async (_what, args, says) => {
  const out = path.join(temporary(), 'out');
  mkdirSync(out);
  writeFileSync(path.join(out, 'report.json'), 'kept');
  const { code, stdout, stderr } = await atOnce(['run', '--out', out, ...args()]);
  expect(stdout + stderr).toContain(says);
  expect(code, stdout + stderr).toBe(2);
  expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  expect(readFileSync(path.join(out, 'report.json'), 'utf8')).toBe('kept');
  expect(existsSync(path.join(out, 'index.html'))).toBe(false);
});
