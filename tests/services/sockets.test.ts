import { request as httpRequest, Agent } from 'node:http';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, faults, listen, PortInUseError, type Listening, type World } from '../../services/index.ts';
import { assertionOf, item, student } from './support.ts';

let world: World;
let listening: Listening;
let token: string;

const url = (path: string, spec = '4.0.1'): string => `${listening.services['student-reporting']?.[spec] ?? ''}${path}`;
const control = (path: string, body?: unknown): Promise<Response> =>
  fetch(
    listening.control + path,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );

async function fetchToken(): Promise<string> {
  const [device] = world.devices;
  if (!device) throw new Error('no device');
  const assertion = await assertionOf(world, device, 'student-reporting', new Date());
  const response = await fetch(`${listening.identityProvider}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  });
  const { access_token: issued } = (await response.json()) as { access_token: string };
  return issued;
}

/** What comes back for exactly these bytes. */
function raw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(received);
    });
    socket.on('error', reject);
  });
}

beforeAll(async () => {
  world = await createWorld();
  listening = await listen(world);
  token = await fetchToken();
});

afterAll(() => listening.close());

describe('a service on a socket', () => {
  it('answers as in process, with Date, length and no banner', async () => {
    const response = await fetch(url('/'), { headers: { 'access-token': token } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ api_name: 'student-reporting', api_version: '4.0.1', api_status: 'UP' });
    expect(response.headers.get('date')).not.toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-powered-by')).toBeNull();
    const head = await fetch(url('/'), { method: 'HEAD', headers: { 'access-token': token } });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      response.headers.get('content-length'),
      '',
    ]);
  });

  it('answers methods that the parser does not know', async () => {
    for (const method of ['FOO', 'TRACE', 'PROPFIND', 'PUT']) {
      const text = await raw(url('/'), `${method} /students HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 405 /);
      expect(text.toLowerCase()).toContain('\r\nallow: post, get, head, options\r\n');
    }
    expect(await raw(url('/'), 'FOO /nowhere HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await raw(url('/'), 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*malformed_request/);
  });

  it('refuses a long body, also one of unknown length, and stays usable', async () => {
    const headers = { 'access-token': token, 'content-type': 'application/json' };
    const long = new Uint8Array(2 * 1024 * 1024);
    expect((await fetch(url('/students'), { method: 'POST', headers, body: long })).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(long);
        controller.close();
      },
    });
    const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
    expect((await fetch(url('/students'), init)).status).toBe(413);
    expect((await fetch(url('/students'), { headers })).status).toBe(200);
  });

  it('shares no data between versions', async () => {
    const headers = { 'access-token': token, 'content-type': 'application/json' };
    const body = JSON.stringify([item('student', student())]);
    expect((await fetch(url('/students', '3.0.8'), { method: 'POST', headers, body })).status).toBe(201);
    const seen = async (spec: string): Promise<number> =>
      ((await (await fetch(url('/students', spec), { headers })).json()) as { result: unknown[] }).result.length;
    expect([await seen('3.0.8'), await seen('4.0.1')]).toEqual([1, 0]);
    expect((await control('/clear', { service: 'student-reporting', spec: '3.0.8' })).status).toBe(204);
    expect(await seen('3.0.8')).toBe(0);
  });

  it('serves a thousand small requests over a few connections', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const target = new URL(url('/students'));
    const one = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = httpRequest(target, { agent, headers: { 'access-token': token } }, (response) => {
          response.resume();
          response.on('end', () => {
            resolve(response.statusCode ?? 0);
          });
        });
        sent.on('error', reject);
        sent.end();
      });
    const statuses = await Promise.all(Array.from({ length: 1000 }, one));
    agent.destroy();
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('faults on a socket', () => {
  const headers = (): Record<string, string> => ({ 'access-token': token });
  const under = async (id: string, run: () => Promise<void>): Promise<void> => {
    expect((await control('/faults', { faults: [id] })).status).toBe(204);
    try {
      await run();
    } finally {
      await control('/faults', { faults: [] });
    }
  };

  it('reset, truncate, leave out the date and put a body on HEAD', async () => {
    await under('student-reporting.students.list.connection-reset', async () => {
      await expect(fetch(url('/students'), { headers: headers() })).rejects.toThrow();
      expect((await fetch(url('/courses'), { headers: headers() })).status).toBe(200);
    });
    await under('student-reporting.students.list.body-truncated', async () => {
      const response = await fetch(url('/students'), { headers: headers() });
      await expect(response.text()).rejects.toThrow();
    });
    await under('student-reporting.students.list.date-missing', async () => {
      expect((await fetch(url('/students'), { headers: headers() })).headers.get('date')).toBeNull();
    });
    await under('student-reporting.students.list.content-type-missing', async () => {
      expect((await fetch(url('/students'), { headers: headers() })).headers.get('content-type')).toBeNull();
    });
    await under('student-reporting.students.list.head-body', async () => {
      const text = await raw(url('/'), `HEAD /students HTTP/1.1\r\nHost: x\r\naccess-token: ${token}\r\n\r\n`);
      expect(text).toContain('{"success":true,"result":[]}');
    });
  });
});

describe('the control server', () => {
  it('lists the faults and refuses unknown ones with a suggestion', async () => {
    expect(((await (await control('/faults')).json()) as unknown[]).length).toBe(faults.length);
    const refused = await control('/faults', { faults: ['student-reporting.students.lst.latency'] });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('student-reporting.students.list.latency');
  });

  it('sets maintenance, and takes JSON commands only', async () => {
    const headers = { 'access-token': token, 'content-type': 'application/json' };
    expect((await control('/maintenance', { on: true, service: 'student-reporting', spec: '2.1.05' })).status).toBe(
      204,
    );
    expect((await fetch(url('/students', '2.1.05'), { method: 'POST', headers, body: '[]' })).status).toBe(503);
    expect((await fetch(url('/students', '2.1.06'), { method: 'POST', headers, body: '[]' })).status).toBe(400);
    expect(
      (await fetch(`${listening.control}/clear`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })).status,
    ).toBe(415);
    expect((await control('/clear', { service: 'nothing' })).status).toBe(400);
    expect((await control('/clear', { service: 'student-reporting', spec: '9' })).status).toBe(400);
  });

  it('stops one listener and its connections', async () => {
    expect((await control('/stop', { service: 'student-reporting', spec: '2.1.06' })).status).toBe(204);
    await expect(fetch(url('/openapi.json', '2.1.06'))).rejects.toThrow();
    expect((await fetch(url('/openapi.json', '2.1.05'))).status).toBe(200);
    expect((await control('/stop', { service: 'student-reporting', spec: '2.1.06' })).status).toBe(404);
  });
});

it('names the port that is in use and leaves none of its own open', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as { port: number };
  const small = await createWorld({ instances: [] });
  await expect(listen(small, { port: port - 1 })).rejects.toThrow(PortInUseError);
  // What to do about it is said by whoever was given the number, once.
  await expect(listen(small, { port: port - 1 })).rejects.toThrow(new RegExp(`^Port ${String(port)} is in use$`));
  await new Promise((resolve) => blocker.close(resolve));
  const free = await listen(small, { port: port - 1 });
  expect(free.control).toBe(`http://127.0.0.1:${String(port)}`);
  await free.close();
});
