/** The way to a host: directly, or in a tunnel through a proxy; and who is shown a certificate. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, createServer as createPlainServer, type AddressInfo, type Server as PlainServer } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connectionFromEnvironment,
  connectionOf,
  DIRECT_CONNECTION,
  openSocket,
  certificateOfOrigin,
  openTunnel,
  type Connection,
} from '../../src/http/connection.ts';
import { contextOptionsOf } from '../../src/http/playwright-transport.ts';
import { TransportFailure } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { certificateFor } from '../certificates.ts';

interface Asked {
  readonly authority: string;
  readonly headers: IncomingHttpHeaders;
}

const asked: Asked[] = [];
let answer = 'HTTP/1.1 200 Connection established\r\n\r\n';
let service: Server;
let proxy: Server;
let silent: PlainServer;

const portOf = (server: PlainServer | Server): number => (server.address() as AddressInfo).port;
const listen = async <T extends PlainServer | Server>(server: T): Promise<T> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

beforeAll(async () => {
  service = await listen(createServer((request, response) => response.end(`${request.method} ${request.url}`)));
  proxy = await listen(
    createServer().on('connect', (request, socket) => {
      asked.push({ authority: request.url ?? '', headers: request.headers });
      socket.on('error', () => undefined);
      socket.write(answer);
      if (!answer.startsWith('HTTP/1.1 200')) return void socket.end();
      // Whatever name was asked for, it is this service.
      const on = connect(portOf(service), '127.0.0.1').on('error', () => undefined);
      socket.pipe(on).pipe(socket);
    }),
  );
  silent = await listen(createPlainServer((socket) => socket.on('error', () => undefined)));
});
afterAll(() => {
  for (const server of [service, proxy]) server.closeAllConnections();
  for (const server of [service, proxy, silent]) server.close();
});

const through = (more: Partial<NonNullable<Connection['proxy']>> = {}): Connection => ({
  proxy: { origin: `http://127.0.0.1:${portOf(proxy)}`, direct: [], ...more },
});

/** What is answered, or why nothing is. */
async function sent(url: string, connection: Connection, timeoutMs = 5000): Promise<string | TransportFailure> {
  const transport = undiciTransport(2, undefined, connection);
  try {
    const { status, body } = await transport.send({ method: 'GET', url, headers: [] }, timeoutMs);
    return `${status} ${body.toString()}`;
  } catch (error) {
    return error instanceof TransportFailure ? error : expect.fail(String(error));
  } finally {
    await transport.close();
  }
}

describe('through a proxy', () => {
  test('every connection is a tunnel to the host that is meant, whose name the proxy looks up', async () => {
    asked.length = 0;
    expect(await sent('http://inner.plumbline.invalid/books', through())).toBe('200 GET /books');
    expect(asked.map(({ authority }) => authority)).toEqual(['inner.plumbline.invalid:80']);
    expect(asked[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('the proxy is shown the user that the target names', async () => {
    asked.length = 0;
    await sent('http://inner.plumbline.invalid:8080/', through({ user: { name: 'me', password: 'p@ss' } }));
    expect(asked).toMatchObject([
      {
        authority: 'inner.plumbline.invalid:8080',
        headers: { 'proxy-authorization': `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
      },
    ]);
  });

  test('what is wrong on purpose goes through it as well, as text', async () => {
    asked.length = 0;
    const transport = undiciTransport(1, undefined, through());
    const request = { method: 'GET', url: 'http://inner.plumbline.invalid/raw', headers: [] };
    const answers = await transport.sendRaw?.(request, 'host-missing', 5000);
    await transport.close();
    expect(answers?.map(({ status }) => status)).toEqual([400]);
    expect(asked.map(({ authority }) => authority)).toEqual(['inner.plumbline.invalid:80']);
  });

  test('some hosts are reached without it, and all that is below them', async () => {
    asked.length = 0;
    const url = `http://127.0.0.1:${portOf(service)}/near`;
    expect(await sent(url, through({ direct: ['127.0.0.1'] }))).toBe('200 GET /near');
    expect(asked).toEqual([]);
    const to = (hostname: string): unknown =>
      openTunnel({ protocol: 'https:', hostname, port: '' }, through({ direct: ['.corp.example', 'LOCALHOST'] }), 5000);
    for (const host of ['corp.example', 'a.corp.example', 'localhost']) expect(to(host), host).toBeUndefined();
    await Promise.all(['notcorp.example', 'corp.example.org', '[::1]'].map((host) => to(host)));
    expect(asked.map(({ authority }) => authority).sort()).toEqual([
      '[::1]:443',
      'corp.example.org:443',
      'notcorp.example:443',
    ]);
  });

  test.each([
    [
      'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
      'does not connect to inner.plumbline.invalid:80: it returned 407',
    ],
    [
      'HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno',
      'does not connect to inner.plumbline.invalid:80: it returned 403',
    ],
    ['not HTTP at all\r\n\r\n', 'cannot be reached: HPE_INVALID_CONSTANT'],
  ])('one that says %j is told, and no word of its password', async (said, told) => {
    const before = answer;
    answer = said;
    const failure = await sent(
      'http://inner.plumbline.invalid/',
      through({ user: { name: 'me', password: 'open-sesame' } }),
    );
    answer = before;
    expect(failure).toMatchObject({ kind: 'proxy', message: `the proxy http://127.0.0.1:${portOf(proxy)} ${told}` });
    expect(JSON.stringify(failure)).not.toContain('sesame');
  });

  test('one that is not there is told, and one that says nothing is not waited for', async () => {
    const gone = await listen(createPlainServer());
    const origin = `http://127.0.0.1:${portOf(gone)}`;
    await new Promise((resolve) => gone.close(resolve));
    const failure = await sent('http://inner.plumbline.invalid/', through({ origin }));
    expect(failure).toMatchObject({ kind: 'proxy', message: `the proxy ${origin} cannot be reached: ECONNREFUSED` });
    const mute = through({ origin: `http://127.0.0.1:${portOf(silent)}` });
    expect(await sent('http://inner.plumbline.invalid/', mute, 300)).toMatchObject({ kind: 'timeout' });
    await expect(openTunnel({ protocol: 'http:', hostname: 'a.invalid', port: '' }, mute, 200)).rejects.toMatchObject({
      kind: 'proxy',
      message: expect.stringContaining('did not connect to a.invalid:80 in time') as string,
    });
  });
});

describe('what a target says of it', () => {
  const secrets = { read: ({ env = '', file = '' }) => `${env}${file}\n` };
  const services = [
    {
      service: 'library',
      addresses: [{ spec: '1.0', baseUrl: 'https://library.example/v1' }],
      servers: { files: 'https://files.example:8443/x' },
      identityProvider: { tokenUrl: 'https://id.example/token' },
      headers: {},
    },
  ] as never;

  test('is directly, where it says nothing', () => {
    expect(connectionOf({ services }, secrets)).toBe(DIRECT_CONNECTION);
    expect(contextOptionsOf(DIRECT_CONNECTION)).toEqual({});
  });

  test('a certificate is for the origins that it names, and is shown to nobody else', () => {
    const clientCertificate = { certificate: { file: 'c.pem' }, key: { env: 'KEY' }, passphrase: { env: 'PASS' } };
    const connection = connectionOf({ services, connection: { clientCertificate } }, secrets);
    const shown = { cert: 'c.pem\n', key: 'KEY\n', passphrase: 'PASS' };
    for (const origin of ['https://library.example', 'https://files.example:8443', 'https://id.example'])
      expect(certificateOfOrigin(origin, connection), origin).toEqual(shown);
    expect(certificateOfOrigin('https://elsewhere.example', connection)).toBeUndefined();
    expect(contextOptionsOf(connection)).toEqual({
      clientCertificates: ['https://library.example', 'https://files.example:8443', 'https://id.example'].map(
        (origin) => ({ origin, cert: Buffer.from(shown.cert), key: Buffer.from(shown.key), passphrase: 'PASS' }),
      ),
    });
  });

  test('user and password of a proxy stand in its address', () => {
    const connection = connectionOf(
      { services, connection: { proxy: 'http://me:p%40ss@proxy.example:3128', direct: ['.corp.example'] } },
      secrets,
    );
    expect(connection.proxy).toEqual({
      origin: 'http://proxy.example:3128',
      user: { name: 'me', password: 'p@ss' },
      direct: ['.corp.example'],
    });
    expect(contextOptionsOf(connection)).toEqual({
      proxy: { server: 'http://proxy.example:3128', bypass: '.corp.example', username: 'me', password: 'p@ss' },
    });
  });
});

describe('an address of which no target says how it is reached', () => {
  const origin = 'http://proxy.example:3128';
  test.each<[string, NodeJS.ProcessEnv, Connection]>([
    ['http://a.example/', {}, DIRECT_CONNECTION],
    ['https://a.example/', { HTTP_PROXY: origin }, DIRECT_CONNECTION],
    ['https://a.example/', { HTTPS_PROXY: origin }, { proxy: { origin, direct: [] } }],
    // The lower case counts first, as it does for curl; a proxy without a protocol speaks HTTP.
    ['http://a.example/', { http_proxy: 'proxy.example:3128', HTTP_PROXY: 'x' }, { proxy: { origin, direct: [] } }],
    ['http://a.example/', { ALL_PROXY: origin, NO_PROXY: '*' }, DIRECT_CONNECTION],
    [
      'https://a.example/',
      { all_proxy: 'http://me:p%40ss@proxy.example:3128/', no_proxy: 'localhost, .corp.example:8443 ::1' },
      { proxy: { origin, user: { name: 'me', password: 'p@ss' }, direct: ['localhost', '.corp.example', '::1'] } },
    ],
  ])('%s in %j', (address, env, connection) => {
    expect(connectionFromEnvironment(env, address)).toEqual(connection);
  });

  test('is told where what the environment names is no HTTP proxy, without its password', () => {
    const env = { HTTPS_PROXY: 'socks5://me:hidden@proxy.example' };
    expect(() => connectionFromEnvironment(env, 'https://a.example/')).toThrow(
      /^(?!.*hidden).*HTTPS_PROXY or ALL_PROXY is not the address/,
    );
  });
});

test.each([
  ['localhost', ['localhost']],
  ['127.0.0.1', []],
])('a socket of our own to %s asks for the server names %j', async (host, names) => {
  const named: string[] = [];
  const warned: (string | undefined)[] = [];
  const warn = (warning: Error & { readonly code?: string }): void => void warned.push(warning.code);
  process.on('warning', warn);
  const secure = createSecureServer({
    ...(await certificateFor(host)),
    SNICallback: (name, done) => {
      named.push(name);
      done(null);
    },
  });
  secure.on('tlsClientError', () => undefined);
  await listen(secure.on('secureConnection', (socket) => socket.on('error', () => undefined)));
  const socket = await openSocket(new URL(`https://${host}:${portOf(secure)}`), DIRECT_CONNECTION, 5000);
  const failure = await new Promise<Error>((told) => socket.once('error', told));
  // Nobody vouches for the certificate, which is looked at once all names were told.
  expect(failure).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  socket.destroy();
  secure.close();
  process.off('warning', warn);
  expect(named).toEqual(names);
  expect(warned).not.toContain('DEP0123');
});
