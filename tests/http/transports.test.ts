/** Each transport against real sockets: what is sent byte for byte, what comes back whole, and every way to fail told apart. */
import { request as playwrightRequest } from '@playwright/test';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playwrightTransport } from '../../src/http/playwright-transport.ts';
import { type Transport, type WireRequest } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { failure } from './failing.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

let received: Received[] = [];
let server: Server;
let wild: SocketServer;
let base = '';
let wildBase = '';
const open = new Set<Socket>();

/** What a wild server writes, by the path asked for; then it ends or resets the connection. */
const WILD: Readonly<Record<string, readonly [text: string, how: 'end' | 'reset' | 'hang' | 'drip']>> = {
  '/no-http': ['SSH-2.0-OpenSSH\r\n\r\n', 'end'],
  '/bad-status': ['HTTP/1.1 OK 200\r\n\r\n', 'end'],
  '/bad-header': ['HTTP/1.1 200 OK\r\nno colon here\r\n\r\n', 'end'],
  '/truncated': ['HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":', 'end'],
  '/truncated-chunks': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n', 'end'],
  '/reset': ['', 'reset'],
  '/closed': ['', 'end'],
  '/silent': ['', 'hang'],
  '/silent-body': ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab', 'hang'],
  '/drip': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 'drip'],
};

function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.rawHeaders, body });
  switch (pathname) {
    case '/redirect':
      response.writeHead(302, { location: `${base}/elsewhere` }).end();
      return;
    case '/repeated':
      response
        .writeHead(
          200,
          [
            ['X-Many', '1'],
            ['Set-Cookie', 'a=1; Path=/'],
            ['x-many', '2'],
            ['Set-Cookie', 'b=2; Path=/'],
          ].flat(),
        )
        .end('{}');
      return;
    case '/bytes':
      response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end(Buffer.from([0, 255, 13, 10, 0xc3, 0x28]));
      return;
    case '/204':
      response.writeHead(204).end();
      return;
    default:
      response
        .writeHead(Number(/^\/status\/(\d+)$/.exec(pathname)?.[1] ?? 200), { 'content-type': 'application/json' })
        .end(JSON.stringify({ path: request.url }));
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts)));
  });
  wild = createSocketServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const path = /^\S+ (\S+)/.exec(data.toString('latin1'))?.[1] ?? '';
      const [text, how] = WILD[path] ?? ['', 'end'];
      if (how === 'reset') socket.resetAndDestroy();
      else if (how === 'end') socket.end(text);
      else socket.write(text);
      if (how === 'drip') {
        const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20);
        socket.once('close', () => clearInterval(drip));
      }
    });
  });
  base = await listen(server);
  wildBase = await listen(wild);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  for (const socket of open) socket.destroy();
  wild.close();
});

function listen(one: Server | SocketServer): Promise<string> {
  return new Promise((resolve) =>
    one.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(one.address() as AddressInfo).port}`)),
  );
}

/** An address that nobody listens on. */
async function closedAddress(): Promise<string> {
  const gone = createSocketServer();
  const address = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  return address;
}

const get = (path: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url: `${base}${path}`,
  headers: [],
  ...more,
});
const post = (
  path: string,
  body: Buffer | string,
  headers: WireRequest['headers'] = [['content-type', 'application/json']],
): WireRequest => ({
  method: 'POST',
  url: `${base}${path}`,
  headers,
  body: Buffer.from(body),
});

describe.each([
  ['undici', async () => undiciTransport(8)],
  ['Playwright', async () => playwrightTransport(await playwrightRequest.newContext())],
] as const)('%s', (name, make) => {
  let transport: Transport;
  beforeAll(async () => {
    transport = await make();
  });
  afterAll(() => transport.close());

  test('every status is an answer, and none is followed or thrown', async () => {
    for (const status of [200, 201, 301, 304, 400, 401, 404, 405, 429, 500, 503])
      expect((await transport.send(get(`/status/${status}`), 5000)).status, String(status)).toBe(status);
  });

  test('a redirect is not followed', async () => {
    received = [];
    const response = await transport.send(get('/redirect'), 5000);
    expect(response.status).toBe(302);
    expect(response.headers.find(([n]) => n === 'location')?.[1]).toBe(`${base}/elsewhere`);
    expect(received.map((r) => r.url)).toEqual(['/redirect']);
  });

  test.each([
    ['JSON', '{"a":1}'],
    ['JSON with blanks and a repeated name', '{ "a" : 1,\n"a":2 }'],
    ['no JSON', 'not json, "quoted"'],
    ['nothing', ''],
    ['a byte order mark', '\uFEFF{}'],
    ['bytes that are no text', Buffer.from([0, 255, 254, 13, 10])],
  ])('%s is sent byte for byte', async (_what, body) => {
    received = [];
    await transport.send(post('/echo', body), 5000);
    expect(received[0]?.body.equals(Buffer.from(body))).toBe(true);
  });

  test('what comes back is bytes, whatever they are', async () => {
    expect((await transport.send(get('/bytes'), 5000)).body).toEqual(Buffer.from([0, 255, 13, 10, 0xc3, 0x28]));
    expect((await transport.send(get('/204'), 5000)).body).toHaveLength(0);
    expect((await transport.send(get('/status/200', { method: 'HEAD' }), 5000)).body).toHaveLength(0);
  });

  test('repeated headers come back one by one, names in lower case', async () => {
    const { headers } = await transport.send(get('/repeated'), 5000);
    expect(headers.filter(([n]) => n === 'set-cookie').map(([, v]) => v)).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(headers.filter(([n]) => n === 'x-many').map(([, v]) => v)).toEqual(['1', '2']);
    expect(headers.every(([n]) => n === n.toLowerCase())).toBe(true);
  });

  test('methods and header values are sent as given', async () => {
    received = [];
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'LINK'])
      await transport.send(get('/m', { method, headers: [['x-value', 'a, b; "c"']] }), 5000);
    expect(received.map((r) => r.method)).toEqual(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'LINK']);
    expect(received.every((r) => r.headers.includes('a, b; "c"'))).toBe(true);
  });

  test('a query is sent as it is written', async () => {
    received = [];
    await transport.send(get('/q?a=1&a=2&b=%20x%26&c'), 5000);
    expect(received[0]?.url).toBe('/q?a=1&a=2&b=%20x%26&c');
  });

  test.each([
    ['/no-http', 'protocol'],
    ['/bad-status', 'protocol'],
    ['/bad-header', 'protocol'],
    ['/truncated', 'truncated'],
    ['/truncated-chunks', 'truncated'],
    ['/reset', 'reset'],
    ['/closed', 'reset'],
  ] as const)('%s is told as %s', async (path, kind) => {
    expect((await failure(transport, `${wildBase}${path}`)).kind).toBe(kind);
  });

  test.each(['/silent', '/silent-body', '/drip'])('%s is told as a time-out', async (path) => {
    expect((await failure(transport, `${wildBase}${path}`, 300)).kind).toBe('timeout');
  });

  test('nobody there, or no such name, is told apart from what a service did', async () => {
    expect((await failure(transport, `${await closedAddress()}/x`)).kind).toBe('refused');
    expect((await failure(transport, 'http://library.plumbline.invalid/x')).kind).toBe('unresolved');
  });

  test('a message names the origin at most: no header, no query, no body', async () => {
    for (const url of [
      `${wildBase}/reset?access_token=s3cret-s3cret`,
      `${wildBase}/no-http?access_token=s3cret-s3cret`,
      `${await closedAddress()}/x?access_token=s3cret-s3cret`,
    ]) {
      const { message, stack } = await failure(transport, url);
      expect(message).not.toContain('s3cret');
      expect(stack ?? '').not.toContain('s3cret');
      expect(message.split('\n')).toHaveLength(1);
    }
  });

  test('a failure does not spoil the next request', async () => {
    await failure(transport, `${wildBase}/reset`);
    expect((await transport.send(get('/status/200'), 5000)).status).toBe(200);
  });

  if (name === 'undici') {
    test('a header may stand twice', async () => {
      received = [];
      await transport.send(
        get('/h', {
          headers: [
            ['x-twice', '1'],
            ['x-twice', '2'],
          ],
        }),
        5000,
      );
      expect(received[0]?.headers.filter((h) => h === 'x-twice')).toHaveLength(2);
    });
  }

  test('a cookie that one answer sets is not carried into the next request', async () => {
    await transport.send(get('/repeated'), 5000);
    received = [];
    await transport.send(get('/after'), 5000);
    expect(received[0]?.headers.map((h) => h.toLowerCase())).not.toContain('cookie');
  });
});

test('undici closes what has been idle for a second, before services do', async () => {
  let connections = 0;
  const idle = createServer((_request, response) => response.end('{}'));
  // Says that it would keep connections for a minute: that is not relied on either.
  idle.keepAliveTimeout = 60_000;
  idle.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => idle.listen(0, '127.0.0.1', resolve));
  const transport = undiciTransport(1);
  const ask = async (): Promise<number> => {
    await transport.send(
      { method: 'GET', url: `http://127.0.0.1:${(idle.address() as AddressInfo).port}/`, headers: [] },
      5000,
    );
    return connections;
  };
  try {
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await ask()).toBe(2);
  } finally {
    await transport.close();
    idle.closeAllConnections();
    idle.close();
  }
});

test('of a connection that was refused on the way through a proxy both are named, without the password', async () => {
  const [proxy, service] = await Promise.all([closedAddress(), closedAddress()]);
  const told = async (bypass?: string): Promise<string> => {
    const options = { server: proxy, ...(bypass === undefined ? {} : { bypass }) };
    const context = await playwrightRequest.newContext({ proxy: options });
    const shown = { ...options, server: proxy.replace('//', '//somebody:s3cret@') };
    const transport = playwrightTransport(context, undefined, shown);
    const { kind, message } = await failure(transport, `${service}/x`);
    await transport.close();
    return `${kind}: ${message}`;
  };
  expect(await told()).toBe(`proxy: ${service} was not reached through the proxy ${proxy}: a connection was refused`);
  expect(await told('127.0.0.1')).toBe(`refused: ${service} refused the connection`);
});
