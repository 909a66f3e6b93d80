/**
 * Services that break off, hang, trickle or speak something else, on real sockets: each is told by what it did, and
 * nothing waits for longer than the time that a request has. One row for each; `large-answers` has what is too much.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TransportFailure, type Transport, type WireResponse } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { BROKEN, DOORS, type BrokenAnswer } from '../hostile/broken.ts';

const ROWS: readonly BrokenAnswer[] = Object.values(BROKEN).flat();

let server: Server;
let base = '';
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.once('data', (data) => {
      const index = Number(/^GET \/(\d+) /.exec(data.toString('latin1'))?.[1] ?? -1);
      const row = ROWS[index];
      if (row === undefined) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      else row[1](socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

async function outcome(transport: Transport, path: string, timeoutMs: number): Promise<string> {
  const told = await transport.send({ method: 'GET', url: `${base}${path}`, headers: [] }, timeoutMs).then(
    ({ status, body }: WireResponse) => `${status} ${body.toString()}`,
    (error: unknown) => {
      if (error instanceof TransportFailure) return error;
      throw error;
    },
  );
  if (typeof told === 'string') return told;
  return ['protocol', 'unread'].includes(told.kind) ? `${told.kind}: ${told.message}` : told.kind;
}

describe.concurrent('a service whose answer is', () => {
  test.each(ROWS.map(([what, , told], index) => [what, index, told] as const))('%s', async (_what, index, told) => {
    // What hangs is waited for; all else is told as soon as it is seen, whatever the time.
    const hangs = /timeout/.test(told.source);
    const transport = undiciTransport(1);
    try {
      expect(await outcome(transport, `/${index}`, hangs ? 1500 : 600_000)).toMatch(told);
      // The one connection that this transport has is free for the next.
      expect(await outcome(transport, '/good', 600_000)).toBe('200 {}');
    } finally {
      await transport.close();
    }
  });
});

test.each(DOORS)('a service that has for its answer %s', async (_what, door, told) => {
  const host = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => host.close(() => resolve()));
  // A port that was just let go of is one at which nobody listens.
  if (door === 'refuses') await close();
  const transport = undiciTransport(1);
  try {
    // The second finds what the first left.
    for (const path of ['/', '/again']) {
      const asked = transport.send({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, headers: [] }, 600_000);
      await expect(asked).rejects.toMatchObject({ kind: expect.stringMatching(told) as string });
    }
  } finally {
    await transport.close();
    if (door === 'resets') await close();
  }
});
