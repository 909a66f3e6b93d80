/** A service, an identity provider and files whose words are commands: no command of ours prints one that a terminal or a CI system would obey. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE, obeyed } from '../report/hostile-texts.ts';
import { library } from '../cli/library.ts';
import { atOnce } from '../cli/support.ts';
import { playwright, temporary } from './support.ts';
import type { Ended } from '../ended.ts';

const ALL = Object.values(HOSTILE);
const { privateKey: PEM } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let server: Server;
let address = '';
let folder = '';
let out = '';
let ran: Ended;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const text = ALL[(request.url ?? '').length % ALL.length] ?? '';
  const body =
    request.url === '/token'
      ? { error: `\n${ALL.join('\n')}` }
      : {
          api_version: `9\n${ALL.join('\n')}`,
          success: text,
          result: ALL,
          messages: [{ code: text, text: `\n${ALL.join('\n')}` }],
        };
  response
    .writeHead(request.url === '/token' ? 400 : 201, { 'content-type': 'application/json' })
    .end(
      `${text}\n${JSON.stringify(body)}`.replace(
        /^[^{]*/,
        request.url === '/' || request.url === '/token' ? '' : `${text}\n`,
      ),
    );
}

const target = (services: string): string => {
  const file = path.join(folder, `target-${services.length}.yaml`);
  writeFileSync(file, `target: hostile\nenvironment: test\nservices:\n${services}`);
  return file;
};

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = temporary();
  out = path.join(folder, 'out');
  writeFileSync(path.join(folder, 'key.pem'), PEM);
  writeFileSync(path.join(folder, 'token'), 'a-token-of-some-length');
  const services = `  partner-onboarding:\n    baseUrl: ${address}\n    bearer: { file: ${path.join(folder, 'token')} }\n`;
  ran = await atOnce([
    'run',
    '--target',
    target(services),
    '--only',
    'partner-onboarding/partners/read/**',
    '--out',
    out,
  ]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const printed = ({ stdout, stderr }: Ended): string => `${stdout}\n${stderr}`;

test('a run prints the words, and nobody obeys them', () => {
  expect(ran.code, ran.stderr).toBe(1);
  expect(printed(ran)).toContain('HOSTILE');
  expect(obeyed(printed(ran))).toEqual([]);
});

describe('what reads its report', () => {
  test.each([
    ['gate', (): readonly string[] => ['gate', out], 1],
    ['gate --json', (): readonly string[] => ['gate', out, '--json'], 1],
    ['judge', (): readonly string[] => ['judge', out], 1],
    ['compare', (): readonly string[] => ['compare', out, out], 0],
    ['merge', (): readonly string[] => ['merge', out, '--out', path.join(folder, 'merged')], 1],
  ] as const)('%s', async (_name, args, code) => {
    const ended = await atOnce(args());
    expect(ended.code, printed(ended)).toBe(code);
    expect(obeyed(printed(ended))).toEqual([]);
  });
});

test('the words of an identity provider that refuses', async () => {
  const services = `  student-reporting:
    baseUrl: ${address}
    spec: ["4.0.1"]
    identityProvider: { tokenUrl: ${address}/token, issuer: "1", device: d, kid: k, audience: https://i.example/, tokenAudience: https://s.example/, key: { file: ${path.join(folder, 'key.pem')} } }
`;
  const ended = await atOnce([
    'run',
    '--target',
    target(services),
    '--only',
    'student-reporting/students/read/**',
    '--out',
    path.join(folder, 'refused'),
  ]);
  expect(ended.code, printed(ended)).toBe(3);
  expect(ended.stderr).toContain('the identity provider answered 400');
  expect(obeyed(printed(ended))).toEqual([]);
});

test('the line reporter of Playwright, in a run of its own', async () => {
  const ended = await playwright(
    ['--workers=1', '--grep', 'partners create .*@success', '--reporter=line'],
    path.join(folder, 'playwright'),
    {
      PLUMBLINE_TARGET: path.join(
        folder,
        `target-${`  partner-onboarding:\n    baseUrl: ${address}\n    bearer: { file: ${path.join(folder, 'token')} }\n`.length}.yaml`,
      ),
    },
  );
  expect(ended.code, printed(ended)).not.toBe(0);
  expect(printed(ended)).toContain('HOSTILE');
  // Playwright colours its own words and writes over its own lines, even in a pipe.
  const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[mAGK]`, 'g');
  expect(obeyed(printed(ended).replace(colours, '').replaceAll('\r', '\n'))).toEqual([]);
});

test('the words of files', async () => {
  const project = library();
  const quoted = ALL.map((text) => JSON.stringify(text));
  writeFileSync(
    path.join(project, 'targets', 'hostile.yaml'),
    `target: hostile\nenvironment: test\n##vso[task.complete]: ::error::x\n${quoted.map((text) => `${text}: ${text}`).join('\n')}\n`,
  );
  for (const args of [
    ['lint'],
    ['lint', 'targets/hostile.yaml'],
    ['run', '--target', 'targets/hostile.yaml'],
    ['run', '--target', ALL.join('').replaceAll('/', '')],
    ['run', ALL.join('')],
  ]) {
    const ended = await atOnce(args, { cwd: project });
    expect(obeyed(printed(ended)), args.join(' ')).toEqual([]);
  }
});
