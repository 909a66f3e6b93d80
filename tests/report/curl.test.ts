import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  curlCommand,
  quoteForShell,
  repeatCheckCommand,
  resendCommand,
  tokenVariableCommand,
} from '../../src/report/curl.ts';
import { runs } from '../properties.ts';

const request = (more: Partial<Parameters<typeof curlCommand>[0]> = {}): Parameters<typeof curlCommand>[0] => ({
  method: 'GET',
  url: 'https://api.example/students',
  headers: [],
  ...more,
});

/** What a shell makes of the command: its words, one a line. */
function words(command: string, environment: Readonly<Record<string, string>> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  })
    .toString()
    .split('\0')
    .slice(0, -1);
}

describe('quote', () => {
  it('makes one word of any text, and nothing in it happens', () => {
    // One shell for all of them: starting one costs more than what it does.
    const texts = fc.sample(
      fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !text.includes('\0')),
      { ...runs(500), seed: 1 },
    );
    expect(words(`curl ${texts.map(quoteForShell).join(' ')}`)).toEqual(texts);
  });

  it('spells control characters out', () => {
    expect(quoteForShell('a\u001b[31m')).toBe("$'a\\x1b[31m'");
  });
});

describe('curlCommand', () => {
  it('repeats the request', () => {
    const command = curlCommand(
      request({
        method: 'POST',
        headers: [
          ['content-type', 'application/json'],
          ['host', 'api.example'],
          ['content-length', '2'],
        ],
        body: `{"name":"O'Hara"}`,
      }),
    );
    expect(words(command)).toEqual([
      '--include',
      '--globoff',
      '--path-as-is',
      '--request',
      'POST',
      'https://api.example/students',
      '--header',
      'content-type: application/json',
      '--data-raw',
      `{"name":"O'Hara"}`,
    ]);
  });

  it('takes a token that is not on record with its scheme from the variable', () => {
    const command = curlCommand(request({ headers: [['authorization', 'Bearer [redacted]']] }));
    expect(command).toContain(`--header 'authorization: '"$AUTHORIZATION"`);
  });

  it('leaves every secret to a variable', () => {
    const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln';
    const command = curlCommand(
      request({
        method: 'POST',
        url: 'https://api.example/token?access_token=abc&page=2',
        headers: [
          ['authorization', `Bearer ${jwt}`],
          ['access-token', '‹redacted›'],
          ['x-note', `see ${jwt}`],
          ['content-type', 'application/x-www-form-urlencoded'],
        ],
        body: `grant_type=jwt-bearer&assertion=${jwt}&client_assertion_type=urn%3Ax&client_id=device`,
      }),
    );
    expect(command).not.toContain('eyJ');
    expect(command).not.toContain('redacted');
    expect(
      words(command, { AUTHORIZATION: 'a1', ACCESS_TOKEN: 'a2', TOKEN: 'a3', ASSERTION: 'a4', CLIENT_ID: 'a5' }),
    ).toEqual([
      '--include',
      '--globoff',
      '--path-as-is',
      '--request',
      'POST',
      'https://api.example/token?access_token=a2&page=2',
      '--header',
      'authorization: Bearer a1',
      '--header',
      'access-token: a2',
      '--header',
      'x-note: see a3',
      '--header',
      'content-type: application/x-www-form-urlencoded',
      '--data-raw',
      'grant_type=jwt-bearer&assertion=a4&client_assertion_type=urn%3Ax&client_id=a5',
    ]);
  });

  it('cannot be made to expand what a service or a fault put into it', () => {
    const hostile = '$(touch /tmp/broken) `id` "$HOME" \ue000TOKEN\ue001 \\';
    const command = curlCommand(request({ headers: [['x-a', hostile]], url: `https://api.example/${hostile}` }));
    const plain = hostile.replace(/[\ue000\ue001]/g, '');
    expect(words(command)).toEqual([
      '--include',
      '--globoff',
      '--path-as-is',
      `https://api.example/${plain}`,
      '--header',
      `x-a: ${plain}`,
    ]);
  });

  it('asks with HEAD as curl does', () => {
    expect(words(curlCommand(request({ method: 'HEAD' })))).toContain('--head');
  });
});

describe('what repeats a check', () => {
  const check = { id: 'a/b/c', service: 'a', spec: '4.0.1' };
  it('names the one check, and the target by its name where nothing else is known', () => {
    expect(repeatCheckCommand({ target: 'acme' }, check)).toBe(
      "npx @plumbline/harness run --target acme --service a --spec 4.0.1 --only 'a/b/c'",
    );
    expect(repeatCheckCommand({ target: 'my target' }, check)).toContain("--target 'my target'");
    expect(resendCommand({ target: 'acme' }, check)).toBe(
      "npx @plumbline/harness send 'a/b/c' --target acme --spec 4.0.1",
    );
    expect(tokenVariableCommand({ target: 'acme' }, check)).toBe(
      'eval "$(npx @plumbline/harness token --target acme --service a --spec 4.0.1)"',
    );
  });

  it('keeps target, faults and policy as they were given', () => {
    const asked = { target: 'targets/my acme.yaml', faults: ['one.fault', 'two.fault'], policy: 'strict.yaml' };
    expect(repeatCheckCommand({ target: 'acme', asked }, check)).toBe(
      "npx @plumbline/harness run --target 'targets/my acme.yaml' --service a --spec 4.0.1 --fault one.fault,two.fault --policy strict.yaml --only 'a/b/c'",
    );
    expect(resendCommand({ target: 'acme', asked }, check)).toBe(
      "npx @plumbline/harness send 'a/b/c' --target 'targets/my acme.yaml' --spec 4.0.1 --fault one.fault,two.fault",
    );
  });
});
