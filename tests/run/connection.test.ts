/** Services behind a proxy that require a client certificate: every request of a run uses both. */
import { createPrivateKey } from 'node:crypto';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificateFor } from '../certificates.ts';
import { plumbline, reportOf, ROOT, temporary, verdictsOf } from './support.ts';

const folder = temporary();
const LIBRARY = path.join(ROOT, 'examples', 'library');
const PASSWORD = 'a-password-of-the-proxy';
const PASSPHRASE = 'a-passphrase-of-the-key';

const asked = new Set<string>();
/** Connections to the TLS server, and those with the client certificate. */
const came = { all: 0, shown: 0 };
let service: HttpServer;
let door: Server;
let proxy: HttpServer;
let target = '';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  const { serve } = (await import(path.join(LIBRARY, 'service.js'))) as {
    serve: (port: number) => Promise<HttpServer>;
  };
  service = await serve(0);
  const [own, client] = await Promise.all([certificateFor('localhost'), certificateFor('the client')]);
  // Terminates TLS in front of the service.
  door = createTlsServer({ ...own, ca: client.cert, requestCert: true, rejectUnauthorized: true }, (socket) => {
    came.shown += 1;
    const on = connect(portOf(service), '127.0.0.1').on('error', () => socket.destroy());
    socket.on('error', () => on.destroy());
    socket.pipe(on).pipe(socket);
  });
  door.on('connection', () => (came.all += 1));
  await listen(door);
  const authorization = `Basic ${Buffer.from(`tester:${PASSWORD}`).toString('base64')}`;
  proxy = createHttpServer().on('connect', (request, socket) => {
    socket.on('error', () => undefined);
    if (request.headers['proxy-authorization'] !== authorization)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    asked.add(request.url ?? '');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const on = connect(portOf(door), '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(on).pipe(socket);
  });
  await listen(proxy);
  const encrypted = createPrivateKey(client.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: PASSPHRASE,
  });
  for (const [name, text] of Object.entries({ 'door.pem': own.cert, 'client.pem': client.cert, 'key.pem': encrypted }))
    writeFileSync(path.join(folder, name), text);
  target = path.join(folder, 'target.yaml');
  // Only the proxy resolves this name and port. The certificate is valid for the name.
  writeFileSync(
    target,
    `target: behind
environment: test
services: { library: { baseUrl: "https://localhost:8443", spec: ["1.0"] } }
connection:
  proxy: \${env:TEST_PROXY}
  clientCertificate: { certificate: { file: client.pem }, key: { file: key.pem }, passphrase: { env: TEST_PASSPHRASE } }
`,
  );
});
afterAll(() => {
  for (const server of [service, proxy]) server.closeAllConnections();
  for (const server of [service, door, proxy]) server.close();
});

const environment = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  NODE_EXTRA_CA_CERTS: path.join(folder, 'door.pem'),
  TEST_PROXY: `http://tester:${PASSWORD}@127.0.0.1:${portOf(proxy)}`,
  TEST_PASSPHRASE: PASSPHRASE,
  ...more,
});

const run = (
  out: string,
  words: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): ReturnType<typeof plumbline> =>
  plumbline(['run', '--target', target, '--out', path.join(folder, out), ...words], {
    cwd: LIBRARY,
    env: environment(more),
  });

function filesIn(place: string): readonly string[] {
  return readdirSync(place).flatMap((name) => {
    const file = path.join(place, name);
    return statSync(file).isDirectory() ? filesIn(file) : [file];
  });
}

test('all requests use both, malformed ones too, and no output contains their secrets', async () => {
  const { code, stdout, stderr } = await run('all');
  expect([0, 3], `${stdout}${stderr}`).toContain(code);
  expect([...asked]).toEqual(['localhost:8443']);
  expect(came.all).toBeGreaterThan(0);
  expect(came.shown).toBe(came.all);
  const report = reportOf(path.join(folder, 'all'));
  const verdicts = [...verdictsOf(report)];
  expect(verdicts.filter(([, verdict]) => ['fail', 'inconclusive'].includes(verdict))).toEqual([]);
  expect(report.checks.filter(({ aspect, verdict }) => aspect === 'raw' && verdict === 'pass').length).toBeGreaterThan(
    5,
  );
  for (const text of [stdout, stderr, ...filesIn(path.join(folder, 'all')).map((file) => readFileSync(file, 'latin1'))])
    for (const secret of [PASSWORD, PASSPHRASE, Buffer.from(`tester:${PASSWORD}`).toString('base64')])
      expect(text.includes(secret)).toBe(false);
});

test('--transport playwright uses both too, with the same verdicts', async () => {
  asked.clear();
  const words = ['--only', 'library/shelves/**'];
  const ended = [await run('plain', words), await run('context', [...words, '--transport', 'playwright'])];
  for (const { code, stdout, stderr } of ended) expect([0, 3], `${stdout}${stderr}`).toContain(code);
  expect([...asked]).toEqual(['localhost:8443']);
  expect(came.shown).toBe(came.all);
  const [plain, context] = ['plain', 'context'].map((out) => verdictsOf(reportOf(path.join(folder, out))));
  expect(context).toEqual(plain);
});

test('a wrong proxy password, passphrase or certificate is reported, and no check runs', async () => {
  const refused = await run('refused', [], { TEST_PROXY: `http://tester:wrong@127.0.0.1:${portOf(proxy)}` });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(
    new RegExp(`the proxy http://127\\.0\\.0\\.1:${portOf(proxy)} does not connect to localhost:8443: .*407`),
  );
  const undecrypted = await run('undecrypted', [], { TEST_PASSPHRASE: 'another' });
  expect(undecrypted.code).toBe(2);
  expect(undecrypted.stderr).toContain('TEST_PASSPHRASE is not the one that the key is encrypted with');
  writeFileSync(target, readFileSync(target, 'utf8').replace(/ {2}clientCertificate.*\n/, ''));
  const unshown = await run('unshown');
  expect(unshown.code).toBe(3);
  expect(unshown.stderr).toContain('https://localhost:8443: the connection was reset');
  expect(unshown.stderr).toContain('connection.clientCertificate');
});
