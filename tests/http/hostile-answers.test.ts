/** Answers that break HTTP, or use of it what few do, on real sockets: told by what is wrong, or taken for what they are. */
import { request as playwrightRequest } from '@playwright/test';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playwrightTransport } from '../../src/http/playwright-transport.ts';
import { TransportFailure, type Transport, type WireRequest, type WireResponse } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { CONTINUE, GOOD, PARTS, writeParts } from '../hostile/parts.ts';

let server: Server;
let base = '';
const open = new Set<Socket>();
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    let waiting = '';
    socket.on('data', (data) => {
      waiting += data.toString('latin1');
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0 || waiting.length < end + 4 + Number(/content-length: (\d+)/i.exec(waiting)?.[1] ?? 0)) return;
      const [method = '', path = ''] = waiting.split(' ');
      waiting = '';
      asked.push(`${method} ${path}`);
      if (path !== '/silent') void writeParts(socket, PARTS[path] ?? GOOD);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

const get = (path: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url: `${base}${path}`,
  headers: [],
  ...more,
});

async function outcome(transport: Transport, path: string): Promise<WireResponse | TransportFailure> {
  return transport.send(get(path), 10_000).catch((error: unknown) => {
    if (error instanceof TransportFailure) return error;
    throw error;
  });
}

async function with_<T>(transport: Transport, work: (transport: Transport) => Promise<T>): Promise<T> {
  try {
    return await work(transport);
  } finally {
    await transport.close();
  }
}

describe('an unasked 1xx before the answer is passed over', () => {
  test.each(['/continue', '/continue-apart', '/continue-twice', '/early-hints'])('%s', async (path) => {
    await with_(undiciTransport(1), async (transport) => {
      // Twice, so that a connection that is kept bears it too.
      for (const method of ['POST', 'POST']) {
        asked.length = 0;
        const response = await transport.send(get(path, { method, body: Buffer.from('{}') }), 10_000);
        expect([response.status, response.body.toString()]).toEqual([200, '{"a":1}']);
        expect(asked).toEqual([`POST ${path}`]);
      }
    });
  });

  test('content that reads like one stays as it is', async () => {
    await with_(undiciTransport(1), async (transport) => {
      expect((await transport.send(get('/continue-in-content'), 10_000)).body.toString()).toBe(
        `${CONTINUE.toString()}{}`,
      );
    });
  });
});

test.each([
  ['/chunk-size', /^the answer is not HTTP: invalid character in chunk size$/],
  ['/chunk-overflow', /^the answer is not HTTP: chunk size overflow$/],
  ['/chunk-end', /^the answer is not HTTP: .*chunk/],
  ['/length-text', /^the answer is not HTTP: .*content-length/i],
  ['/length-twice', /^the answer is not HTTP: .*length/],
  ['/length-and-chunked', /^the answer is not HTTP: .*length/],
  ['/no-colon', /^the answer is not HTTP: invalid header token$/],
  ['/field-nul', /^the answer is not HTTP: invalid header value char$/],
  ['/no-http', /^the answer is not HTTP: expected http\/?/i],
])('%s is told by what is wrong with it', async (path, message) => {
  const failure = await with_(undiciTransport(1), (transport) => outcome(transport, path));
  expect(failure).toBeInstanceOf(TransportFailure);
  expect(failure).toMatchObject({ kind: 'protocol', message: expect.stringMatching(message) as string });
});

test('a header section beyond what is read here is nobody’s fault', async () => {
  const failure = await with_(undiciTransport(1), (transport) => outcome(transport, '/huge-head'));
  expect(failure).toMatchObject({
    kind: 'unread',
    message: 'the header section of the answer is larger than the 16 KB that are read here',
  });
});

describe('a content coding that nobody asked for', () => {
  test.each([
    ['/gzip', '{"packed":"gzip"}'],
    ['/deflate', '{"packed":"deflate"}'],
    ['/brotli', '{"packed":"br"}'],
    ['/twice', '{"packed":"twice"}'],
    ['/unknown-coding', '{"kept":true}'],
    ['/inherited-coding', '{"kept":true}'],
  ])('%s is taken off', async (path, body) => {
    const response = await with_(undiciTransport(1), (transport) => transport.send(get(path), 10_000));
    expect(response.body.toString()).toBe(body);
    expect(Number(response.headers.find(([name]) => name === 'content-length')?.[1])).toBe(
      response.received ?? response.body.length,
    );
  });

  test.each([['/gzip-not-done', 'the content is not gzip, as Content-Encoding says']])(
    '%s is no answer',
    async (path, message) => {
      expect(await with_(undiciTransport(1), (transport) => outcome(transport, path))).toMatchObject({
        kind: 'protocol',
        message,
      });
    },
  );
});

describe.each([
  ['undici', async () => undiciTransport(2)],
  ['Playwright', async () => playwrightTransport(await playwrightRequest.newContext())],
] as const)('%s', (_name, make) => {
  test('a value that no header can carry is never sent, and those after it are', async () => {
    await with_(await make(), async (transport) => {
      for (const value of ['a\r\nX-Injected: 1', 'a\nb', 'a\0b', 'smile 😀', 'a\rb', 'a\x07b']) {
        await expect(transport.send(get('/', { headers: [['x-token', value]] }), 10_000), value).rejects.toMatchObject({
          kind: 'not-sent',
          message: expect.stringMatching(/^the value of x-token holds a .*, which no header can carry$/) as string,
        });
      }
      expect((await transport.send(get('/', { headers: [['x-token', 'tab\tand é']] }), 10_000)).status).toBe(200);
    });
  });

  test('a name that is none of a header is never sent, and is told alike', async () => {
    await with_(await make(), async (transport) => {
      for (const name of ['', 'x token', 'x-token:', 'x\ntoken', 'x-tökén']) {
        await expect(transport.send(get('/', { headers: [[name, 'a']] }), 10_000), name).rejects.toMatchObject({
          kind: 'not-sent',
          why: 'unsendable',
          message: `${JSON.stringify(name)} is not a header name`,
        });
      }
    });
  });
});

describe('the timer of a request', () => {
  test('covers its wait for a connection, and what comes later does not wait behind it', async () => {
    await with_(undiciTransport(1), async (transport) => {
      const first = transport.send(get('/silent'), 600_000).then(
        () => 'answered',
        (error: unknown) => (error as TransportFailure).kind,
      );
      // The one connection is taken for ten minutes.
      await expect(transport.send(get('/'), 300)).rejects.toMatchObject({ kind: 'timeout' });
      const until = Date.now() + 60_000;
      let status: number | undefined;
      while (status === undefined && Date.now() < until) {
        status = await transport.send(get('/'), 2000).then(
          (response) => response.status,
          () => undefined,
        );
      }
      expect(status).toBe(200);
      await transport.close();
      expect(await first).toBe('not-sent');
    });
  });

  test('closing ends what is under way, and never waits for it', async () => {
    const transport = undiciTransport(2);
    const sent = [1, 2, 3].map(() => transport.send(get('/silent'), 600_000).catch((error: unknown) => error));
    await transport.send(get('/'), 100).catch(() => undefined);
    await transport.close();
    for (const error of await Promise.all(sent)) expect(error).toBeInstanceOf(TransportFailure);
  });
});
