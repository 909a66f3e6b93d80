/** A gateway that refuses a large body at once and reads nothing more of it: the next request is not put behind what it left. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undiciTransport } from '../../src/http/undici-transport.ts';

const open = new Set<Socket>();
const heads: string[] = [];
const gateway = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    const head = part.toString('latin1');
    const isLarge = head.startsWith('POST');
    heads.push(head.split('\r\n\r\n')[0] ?? '');
    socket.write(`HTTP/1.1 ${isLarge ? '413 Content Too Large' : '200 OK'}\r\ncontent-length: 2\r\n\r\n{}`);
    if (isLarge) socket.pause();
  });
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
});

afterAll(() => {
  for (const socket of open) socket.destroy();
  gateway.close();
});

test.each([80 * 1024, 8 * 1024 * 1024])('after %d bytes the next request is answered', async (size) => {
  const transport = undiciTransport(1);
  try {
    const large = { method: 'POST', url, headers: [], body: Buffer.alloc(size, 'a') };
    expect((await transport.send(large, 5000)).status).toBe(413);
    expect((await transport.send({ method: 'GET', url, headers: [] }, 2000)).status).toBe(200);
    // Whoever is asked to close may do so before all of its answer has come through.
    expect(heads.join('\n')).not.toMatch(/^connection: close/im);
  } finally {
    await transport.close();
  }
});

test('small ones share a connection', async () => {
  const transport = undiciTransport(1);
  const before = open.size;
  try {
    for (const path of ['a', 'b']) await transport.send({ method: 'GET', url: `${url}${path}`, headers: [] }, 5000);
    expect(open.size).toBe(before + 1);
  } finally {
    await transport.close();
  }
});
