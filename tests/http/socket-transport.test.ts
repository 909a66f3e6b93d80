/** Requests that no HTTP client would send: each has its one fault on the wire, and whatever comes back is told. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendOverSocket } from '../../src/http/socket-transport.ts';
import { TransportFailure, type WireRequest } from '../../src/http/transport.ts';
import { planned } from '../plan/support.ts';

const REFUSED = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}';

let server: Server;
let base = '';
let received = '';
let reply: (socket: Socket) => void = (socket) => void socket.write(REFUSED);
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      received = data.toString('latin1');
      reply(socket);
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
  reply = (socket) => void socket.write(REFUSED);
});

const post = (): WireRequest => ({
  method: 'POST',
  url: `${base}/books?x=1`,
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"a":1}'),
});
const get = (): WireRequest => ({ method: 'GET', url: `${base}/books`, headers: [['accept', 'application/json']] });

/** The head as it was sent, line by line. */
test.each([
  ['x-plumbline', 'one\r\nx-injected: two', 'the value of x-plumbline holds a line break, which no header can carry'],
  ['x plumbline', 'one', '"x plumbline" is not a header name'],
])('what is wrong with it is its fault alone: %j: %j is not sent', async (name, value, message) => {
  received = '';
  const request = { ...post(), headers: [[name, value] as const] };
  await expect(sendOverSocket(request, 'host-missing', 5000)).rejects.toMatchObject({ kind: 'not-sent', message });
  expect(received).toBe('');
});

async function head(fault: string, request: WireRequest = post()): Promise<readonly string[]> {
  await sendOverSocket(request, fault, 5000);
  return received.slice(0, received.indexOf('\r\n\r\n')).split('\r\n');
}

async function failure(fault = 'length-text', timeoutMs = 5000): Promise<TransportFailure> {
  const error: unknown = await sendOverSocket(post(), fault, timeoutMs).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof TransportFailure)) throw new Error(`expected a TransportFailure, got ${String(error)}`);
  return error;
}

describe('what is sent', () => {
  test.each([
    ['field-cr', 'x-plumbline: one\rtwo'],
    ['field-lf', 'x-plumbline: one\ntwo'],
    ['field-nul', 'x-plumbline: one\0two'],
    ['host-invalid', 'host: not a host'],
    ['length-text', 'content-length: many'],
    ['length-negative', 'content-length: -7'],
    ['length-signed', 'content-length: +7'],
    ['length-list', 'content-length: 7, 8'],
  ])('%s', async (fault, line) => {
    const lines = await head(fault);
    expect(lines[0]).toBe('POST /books?x=1 HTTP/1.1');
    expect(lines).toContain(line);
    expect(lines).toContain('content-type: application/json');
  });

  test('Host is left out, or stands twice', async () => {
    const hosts = (lines: readonly string[]): readonly string[] => lines.filter((l) => l.startsWith('host:'));
    expect(hosts(await head('host-missing', get()))).toEqual([]);
    expect(hosts(await head('host-doubled', get()))).toHaveLength(2);
    expect(hosts(await head('length-text'))).toEqual([`host: ${new URL(base).host}`]);
  });

  test('two lengths, or a length beside chunks', async () => {
    const lengths = (lines: readonly string[]): readonly string[] =>
      lines.filter((l) => l.startsWith('content-length:'));
    expect(lengths(await head('length-doubled'))).toHaveLength(2);
    const both = await head('chunked-and-length');
    expect(lengths(both)).toHaveLength(1);
    expect(both).toContain('transfer-encoding: chunked');
    expect(lengths(await head('chunked-not-last'))).toEqual([]);
  });

  test('every fault that the project’s plan names is known', async () => {
    const faults = [
      ...new Set(
        planned({ specs: ['1.0.0', '4.0.1'] }).plan.groups.flatMap((g) =>
          g.cases.flatMap((c) => c.steps.flatMap((s) => (s.via === 'socket' ? [s.raw ?? ''] : []))),
        ),
      ),
    ];
    expect(faults.length).toBeGreaterThan(5);
    for (const fault of faults) expect((await sendOverSocket(post(), fault, 5000))[0]?.status, fault).toBe(400);
    expect(await failure('no-such-fault')).toMatchObject({ kind: 'not-sent' });
  });
});

describe('what comes back', () => {
  test('one answer, and a second one that a hidden request brought', async () => {
    expect((await sendOverSocket(post(), 'length-text', 5000)).map((a) => a.status)).toEqual([400]);
    reply = (socket) => void socket.write(`${REFUSED}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`);
    expect((await sendOverSocket(post(), 'length-text', 5000)).map((a) => a.status)).toEqual([400, 200]);
  });

  test('an answer in pieces is put together', async () => {
    reply = (socket) => {
      socket.write(REFUSED.slice(0, 20));
      setTimeout(() => socket.write(REFUSED.slice(20)), 30);
    };
    expect((await sendOverSocket(post(), 'length-text', 5000)).map((a) => a.body.toString())).toEqual(['{}']);
  });

  test('a connection that is closed or reset without an answer', async () => {
    reply = (socket) => void socket.end();
    expect((await failure()).kind).toBe('reset');
    reply = (socket) => void socket.resetAndDestroy();
    expect((await failure()).kind).toBe('reset');
  });

  test('silence is a time-out, and nobody there is refused', async () => {
    reply = () => undefined;
    expect((await failure('length-text', 200)).kind).toBe('timeout');
    const error: unknown = await sendOverSocket({ ...get(), url: 'http://127.0.0.1:1/' }, 'host-missing', 5000).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ kind: 'refused' });
  });

  test('a message names no header and no query', async () => {
    reply = (socket) => void socket.resetAndDestroy();
    const error: unknown = await sendOverSocket(
      {
        ...post(),
        url: `${base}/books?access_token=s3cret-s3cret`,
        headers: [['authorization', 'Bearer s3cret-s3cret']],
      },
      'length-text',
      5000,
    ).catch((e: unknown) => e);
    expect(String(error)).not.toContain('s3cret');
  });
});
