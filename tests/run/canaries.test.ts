/**
 * A service and an identity provider that repeat everything that they are sent, in every form and place. No byte of what
 * a run writes or prints holds any of it.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMS, tracesOf } from '../http/echo-forms.ts';
import { contentOf, filesBelow, plumbline, temporary } from './support.ts';
import type { Ended } from '../ended.ts';

const TOKEN = 'Zq7xTr9Lm2Wv4Bn8Kd3Ye6canaryTOKEN';
const GATEWAY_KEY = 'Hd8sKw2pVx6mQz1cGb5tcanaryGATEWAY';
const TENANT = 'canary tenant of "the" room';
const DEVICE = 'canary-device-0815';
const JWT =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6ImNhbmFyeSJ9.eyJzdWIiOiJjYW5hcnktc3ViamVjdCIsImlhdCI6MTc5ODc2MX0.Y2FuYXJ5IHNpZ25hdHVyZSBvZiBhIHRva2VuIHRoYXQgaXMgbm9uZQ';
const { privateKey: PEM } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const LINE = PEM.split('\n')[5] ?? '';

/** What must be nowhere. */
const FROM_ENVIRONMENT: Readonly<Record<string, string>> = {
  'a header from the environment': GATEWAY_KEY,
  'a part of a header from the environment': TENANT,
  'a name from the environment': DEVICE,
};
const BEARER = { ...FROM_ENVIRONMENT, 'the bearer token': TOKEN };
const KEY = { ...FROM_ENVIRONMENT, 'a line of the private key': LINE };
const SIGN_IN = {
  ...KEY,
  'the claims of an access token': JWT.split('.')[1] ?? '',
  'the signature of an access token': JWT.split('.')[2] ?? '',
};

let server: Server;
let address = '';
let signsIn = true;
/** What is repeated: all that this run sends or holds. */
let secrets: readonly string[] = [];

function echo(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/token' && signsIn) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: JWT, token_type: 'Bearer', expires_in: 300 }));
    return;
  }
  const all = secrets.flatMap((secret) => Object.values(FORMS).map((form) => form(secret)));
  const plain = all.filter((text) => /^[\w.+/=%;&#-]+$/.test(text));
  response.setHeader('content-type', 'application/json');
  response.setHeader(
    'set-cookie',
    plain
      .slice(0, 12)
      .flatMap((text) => (text.includes(';') ? [] : [`${text.replaceAll('=', '')}=1; Path=/`, `sid=1; Path=/${text}`])),
  );
  plain.slice(0, 20).forEach((text, index) => response.setHeader(`x-echo-${index}`, `got ${text}`));
  for (const secret of secrets) if (/^[\w-]+$/.test(secret)) response.setHeader(secret, '1');
  const body =
    request.url === '/token'
      ? { error: all.join(' '), error_description: all.join(' ') }
      : { success: 'yes', result: all, messages: [{ code: all[0], text: all.join('\n') }] };
  response.writeHead(request.url === '/token' ? 400 : 201).end(`${JSON.stringify(body)}\n${all.join('\n')}`);
}

beforeAll(async () => {
  server = createServer(echo);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Written {
  readonly file: string;
  readonly text: string;
}

async function everythingWritten(
  target: (folder: string) => string,
  args: readonly string[],
): Promise<{ readonly ended: Ended; readonly written: readonly Written[] }> {
  const folder = temporary();
  const [out, scratch] = [path.join(folder, 'out'), path.join(folder, 'scratch')];
  mkdirSync(scratch);
  writeFileSync(path.join(folder, 'key.pem'), PEM);
  writeFileSync(path.join(folder, 'token'), `${TOKEN}\n`);
  writeFileSync(path.join(folder, 'target.yaml'), target(folder));
  // What a run writes for a moment only counts too: it is copied away before it goes.
  const passing: Written[] = [];
  const look = (): void => {
    for (const name of readdirSync(scratch)) {
      if (!name.startsWith('plumbline-')) continue;
      try {
        for (const file of filesBelow(path.join(scratch, name)))
          passing.push({ file: `passing ${path.basename(file)}`, text: contentOf(file) });
      } catch {
        // It has gone while it was looked at.
      }
    }
  };
  const env = { TMPDIR: scratch, GATEWAY_KEY, TENANT, DEVICE, ADDRESS: address };
  const ended = await plumbline(['run', '--target', path.join(folder, 'target.yaml'), '--out', out, ...args], {
    env,
    onOutput: look,
  });
  const files = [...filesBelow(out), ...filesBelow(scratch)].map((file) => ({
    file: path.basename(file),
    text: contentOf(file),
  }));
  return {
    ended,
    written: [{ file: 'stdout', text: ended.stdout }, { file: 'stderr', text: ended.stderr }, ...passing, ...files],
  };
}

const HEADERS = '    headers: { x-gateway-key: "${env:GATEWAY_KEY}", x-room: "of ${env:TENANT}, please" }\n';
const withBearer = (folder: string): string =>
  `target: canary\nenvironment: test\nservices:\n  partner-onboarding:\n    baseUrl: \${env:ADDRESS}\n    bearer: { file: ${path.join(folder, 'token')} }\n    otherAudience: \${env:DEVICE}\n${HEADERS}`;
const withSignIn = (folder: string): string => `target: canary
environment: test
services:
  student-reporting:
    baseUrl: \${env:ADDRESS}
    spec: ["4.0.1"]
    identityProvider:
      tokenUrl: ${address}/token
      issuer: "1234567890"
      device: \${env:DEVICE}
      kid: canary
      audience: https://identity.example/
      tokenAudience: https://student-reporting.example/
      key: { file: ${path.join(folder, 'key.pem')} }
${HEADERS}`;

describe.each([
  ['a token from a file', withBearer, BEARER, ['--only', 'partner-onboarding/partners/read/**'], 1],
  ['a sign-in', withSignIn, SIGN_IN, ['--only', 'student-reporting/{students/read,identity-provider/token}/**'], 1],
  ['a sign-in that is refused', withSignIn, KEY, ['--only', 'student-reporting/students/read/**'], 3],
] as const)('with %s', (_name, target, canaries, args, code) => {
  let written: readonly Written[] = [];
  beforeAll(async () => {
    signsIn = code !== 3;
    secrets = Object.values(canaries);
    const run = await everythingWritten(target, args);
    written = run.written;
    expect(run.ended.code, run.ended.stderr).toBe(code);
  });

  test('there is something to search', () => {
    expect(written.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'stdout',
        'stderr',
        'report.json',
        'index.html',
        'junit.xml',
        'results.sarif',
        'run.json',
      ]),
    );
    if (signsIn)
      expect(
        written.filter(
          ({ file, text }) => file.endsWith('.ndjson.gz') && text.includes('[redacted]') && text.includes('[hidden]'),
        ),
      ).not.toEqual([]);
  });

  test.each(Object.entries(canaries))('no byte holds %s', (_what, secret) => {
    const traces = tracesOf(secret);
    const leaks = written.flatMap(({ file, text }) => {
      const low = text.toLowerCase();
      return traces
        .filter((trace) => low.includes(trace))
        .map((trace) => `${file}: …${low.slice(Math.max(0, low.indexOf(trace) - 60), low.indexOf(trace) + 40)}`);
    });
    expect(leaks.slice(0, 5).join('\n')).toBe('');
  });
});
