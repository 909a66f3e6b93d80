/** Answers without an end, or far too large: whoever reads them stops at a limit, and lets the connection go. Real sockets; what is counted is bytes. */
import { request as playwrightRequest } from '@playwright/test';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inProcessTransport } from '../../src/http/in-process-transport.ts';
import { playwrightTransport } from '../../src/http/playwright-transport.ts';
import { sendOverSocket } from '../../src/http/socket-transport.ts';
import { MAX_RESPONSE_BYTES, TransportFailure, type Transport, type WireResponse } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { BOMBS, ENDLESS, PART, pour, UNPACKED } from '../hostile/large.ts';
import { fail, stage } from './support.ts';

const MIB = 1024 * 1024;
const LIMIT = MIB;
/** What lies in the buffers of both ends of a connection while it is cut; far less than any of these answers. */
const UNDER_WAY = 24 * MIB;

let server: Server;
let base = '';
const open = new Set<Socket>();
let taken = 0;
let closed: Promise<void> = Promise.resolve();

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.once('data', (data) => {
      const path = data.toString('latin1').split(' ')[1] ?? '';
      const bomb = BOMBS[path];
      const endless = ENDLESS[path];
      if (bomb !== undefined) socket.write(bomb);
      else if (endless === undefined) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      else pour(socket, ...endless, (bytes) => (taken += bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});
beforeEach(() => {
  taken = 0;
});

const TRANSPORTS: Readonly<Record<string, () => Promise<Transport>>> = {
  undici: () => Promise.resolve(undiciTransport(1, LIMIT)),
  Playwright: async () => playwrightTransport(await playwrightRequest.newContext(), LIMIT),
  'a socket of its own': () =>
    Promise.resolve({
      send: async (request, timeoutMs) =>
        (await sendOverSocket(request, 'field-lf', timeoutMs, LIMIT))[0] ?? fail('reset'),
      close: () => Promise.resolve(),
    }),
};

async function outcome(transport: Transport, path: string, method = 'GET'): Promise<WireResponse | TransportFailure> {
  try {
    return await transport.send({ method, url: `${base}${path}`, headers: [] }, 600_000);
  } catch (error) {
    if (error instanceof TransportFailure) return error;
    throw error;
  } finally {
    await transport.close();
  }
}

describe.each(Object.entries(TRANSPORTS))('%s', (name, make) => {
  test.each(Object.keys(ENDLESS))('%s is cut at the limit, and its connection closed', async (path) => {
    expect(await outcome(await make(), path)).toMatchObject({
      kind: 'unread',
      message: expect.stringContaining('larger than 1 MiB') as string,
    });
    await closed;
    expect(taken).toBeGreaterThan(LIMIT / 8);
    expect(taken).toBeLessThan(LIMIT + UNDER_WAY);
  });

  // Raw answers are not unpacked at all.
  test.skipIf(name === 'a socket of its own').each(Object.keys(BOMBS))(
    'a bomb (%s) is not unpacked beyond the limit',
    async (path) => {
      const before = process.memoryUsage().arrayBuffers;
      expect(await outcome(await make(), path)).toMatchObject({
        kind: 'unread',
        message: expect.stringContaining('larger than 1 MiB') as string,
      });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(UNPACKED / 2);
    },
  );

  test('what comes after it is served', async () => {
    const transport = await make();
    await transport.send({ method: 'GET', url: `${base}/length`, headers: [] }, 600_000).catch(() => undefined);
    expect(await outcome(transport, '/good')).toMatchObject({ status: 200 });
  });
});

test('in process too', async () => {
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => void (controller.enqueue(PART), (given += PART.length)),
  });
  const transport = inProcessTransport({ 'http://library.test': () => Promise.resolve(new Response(body)) }, LIMIT);
  await expect(
    transport.send({ method: 'GET', url: 'http://library.test/', headers: [] }, 600_000),
  ).rejects.toMatchObject({ kind: 'unread' });
  expect(given).toBeLessThan(2 * LIMIT);
});

test('a service that says nothing of it has 8 MiB', async () => {
  expect(await outcome(undiciTransport(1), '/chunks')).toMatchObject({
    kind: 'unread',
    message: expect.stringMatching(/^the answer is larger than 8 MiB/) as string,
  });
  await closed;
  expect(taken).toBeLessThan(MAX_RESPONSE_BYTES + UNDER_WAY);
});

test('an identity provider without an end is a sign-in that failed', async () => {
  const plain = undiciTransport(1, LIMIT);
  const { signIn } = stage({
    identityProvider: {
      ...plain,
      send: (request, timeoutMs) => plain.send({ ...request, url: `${base}/chunks` }, timeoutMs * 600),
    },
  });
  await expect(signIn.token('own')).rejects.toMatchObject({ kind: 'unread' });
  await plain.close();
  await closed;
  expect(taken).toBeLessThan(LIMIT + UNDER_WAY);
});
