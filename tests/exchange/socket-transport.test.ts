/** Raw requests over a real socket, to servers that read them rightly and wrongly. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendOverSocket } from '../../src/exchange/socket-transport.ts';
import { TransportFailure, type WireRequest } from '../../src/exchange/transport.ts';

const open: Server[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** A server that does this with what it has read, once the request's head is there. */
async function serve(answer: (text: string, socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (part) => {
      text += part.toString('latin1');
      if (text.includes('\r\n\r\n')) answer(text, socket);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/books`;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const post = (url: string): WireRequest => ({ method: 'POST', url, headers: [['accept', 'application/json']], body: Buffer.from('{"a":1}') });
const get = (url: string): WireRequest => ({ method: 'GET', url, headers: [] });

test.each([
  ['field-cr', 'x-plumbline: one\rtwo\r\n'],
  ['field-lf', 'x-plumbline: one\ntwo\r\n'],
  ['field-nul', 'x-plumbline: one\0two\r\n'],
  ['field-space', 'x-plumbline : one\r\n'],
  ['host-doubled', 'host: other.plumbline.invalid\r\n'],
  ['host-invalid', 'host: not a host\r\n'],
])('%s stands in the text as it is', async (fault, wanted) => {
  let seen = '';
  const url = await serve((text, socket) => {
    seen = text;
    socket.end(OK);
  });
  await sendOverSocket(get(url), fault, 2000);
  expect(seen).toContain(wanted);
});

test('a missing Host is missing', async () => {
  let seen = '';
  const url = await serve((text, socket) => {
    seen = text;
    socket.end(OK);
  });
  await sendOverSocket(get(url), 'host-missing', 2000);
  expect(seen).not.toContain('host:');
});

test('a server that reads two requests in one brings two answers', async () => {
  const url = await serve((_text, socket) => socket.write(OK + OK));
  expect(await sendOverSocket(post(url), 'length-doubled', 2000)).toHaveLength(2);
});

test('a server that answers once and waits brings one', async () => {
  const url = await serve((_text, socket) => socket.write(OK));
  expect(await sendOverSocket(post(url), 'chunk-size', 2000)).toHaveLength(1);
});

test('a connection that is closed without an answer is told apart from silence', async () => {
  const closed = await serve((_text, socket) => socket.end());
  await expect(sendOverSocket(post(closed), 'length-text', 2000)).rejects.toMatchObject({ kind: 'reset' });
  const silent = await serve(() => undefined);
  await expect(sendOverSocket(post(silent), 'length-text', 200)).rejects.toMatchObject({ kind: 'timeout' });
  await expect(sendOverSocket(get('http://127.0.0.1:1/'), 'host-missing', 2000)).rejects.toMatchObject({ kind: 'refused' });
});

test('an unknown fault is never sent', async () => {
  await expect(sendOverSocket(get('http://127.0.0.1:1/'), 'no-such', 2000)).rejects.toBeInstanceOf(TransportFailure);
});
