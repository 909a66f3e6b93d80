/** A run handles keys, assertions, tokens and tax file numbers. Whatever it writes or prints, it holds none of them. */
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { project } from '../plan/support.ts';
import { contentOf, filesBelow, plumbline, serve, temporary } from './support.ts';

const JWT = /\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/;
const sensitive = project.contracts
  .flatMap((c) => c.endpoints.flatMap((e) => e.fields))
  .filter((f) => f.sensitive === true && typeof f.example === 'string');

let written: readonly { readonly file: string; readonly text: string }[] = [];
let keys: readonly string[] = [];
let leftBehind: readonly string[] = [];

beforeAll(async () => {
  const out = path.join(temporary(), 'out');
  const scratch = path.join(temporary(), 'scratch');
  mkdirSync(scratch);
  // Failing groups are where runners print most: what they sent, and to whom.
  const served = await serve([
    '--spec',
    '1.0.0,4.0.1',
    '--fault',
    'student-reporting.students.create.status-changed,student-reporting.token.signature.off,partner-onboarding.partners.read.connection-reset',
  ]);
  try {
    const folder = path.dirname(served.target);
    keys = readdirSync(folder)
      .filter((name) => name.endsWith('.pem'))
      .map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const { stdout, stderr } = await plumbline(
      [
        'run',
        '--target',
        served.target,
        '--only',
        '{*/students/{create,update}/{outcome,lifecycle}.*{,/**},*/partners/read/**,*/identity-provider/token/{outcome,token,access}.*{,/**}}',
        '--formats',
        'ctrf,allure',
        '--out',
        out,
      ],
      { env: { TMPDIR: scratch } },
    );
    written = [
      { file: 'stdout', text: stdout },
      { file: 'stderr', text: stderr },
      ...[...filesBelow(out), ...filesBelow(scratch)].map((file) => ({ file, text: contentOf(file) })),
    ];
    leftBehind = readdirSync(scratch);
  } finally {
    await served.stop();
  }
});

function holding(test: (text: string) => boolean): readonly string[] {
  return written.filter(({ text }) => test(text)).map(({ file }) => path.basename(file));
}

test('there is something to search', () => {
  expect(written.length).toBeGreaterThan(20);
  expect(written.some(({ file, text }) => file.endsWith('.ndjson.gz') && text.includes('[redacted]'))).toBe(true);
  expect(
    written.some(({ file, text }) => file.endsWith('index.html') && text.includes('student-reporting/students')),
  ).toBe(true);
  expect(keys.length).toBeGreaterThanOrEqual(3);
});

describe('in no artefact', () => {
  test('a private key, or a line of one', () => {
    // With something of it behind: the code that reads keys, which the runner keeps compiled, names the words alone.
    expect(holding((text) => /PRIVATE KEY-----[\s\\nr]*[A-Za-z0-9+/]{16}/.test(text))).toEqual([]);
    for (const line of keys.flatMap((key) => key.split('\n').filter((l) => l.length > 40 && !l.startsWith('-----'))))
      expect(holding((text) => text.includes(line))).toEqual([]);
  });

  test('a token or an assertion, whole or forged', () => {
    expect(holding((text) => JWT.test(text))).toEqual([]);
    expect(holding((text) => /assertion=(?!\[redacted\])[\w.%-]{20,}/.test(text))).toEqual([]);
    expect(holding((text) => /"access_token" ?: ?\\*"(?!\[redacted\])[^"\\]/.test(text))).toEqual([]);
  });

  test.each(sensitive.map((f) => [f.name, String(f.example)] as const))('the %s that was sent', (_name, example) => {
    expect(holding((text) => text.includes(example))).toEqual([]);
  });
});

test('a run leaves nothing behind in the temporary folder', () => {
  // Playwright keeps what it compiled, for the next run.
  expect(leftBehind.filter((name) => !name.startsWith('playwright-transform-cache'))).toEqual([]);
});
