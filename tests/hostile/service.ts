/**
 * A reference service and its identity provider on real sockets, behind somebody who answers for them: rightly, or with a
 * trick, as is decided for each request. It remembers every secret that it saw.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type DirectHandler, type ServiceName, createWorld } from '../../services/index.ts';
import { BROKEN, DOORS, type Door } from './broken.ts';
import { CHANGED, CHANGED_TOKENS, type Answer, type ChangedAnswer, type Circumstances } from './content.ts';
import { BOMBS, ENDLESS, pour } from './large.ts';
import { PARTS, writeParts } from './parts.ts';

/** Writes to the socket in the place of an answer, changes the answer, or lets nobody in for a while. */
export interface Trick {
  readonly class: string;
  readonly what: string;
  /** Of an identity provider; else of a service. */
  readonly ofTokens: boolean;
  readonly write?: (socket: Socket) => void;
  readonly change?: ChangedAnswer[1];
  readonly door?: Door;
}

function tricksOf<T>(
  group: string,
  table: Readonly<Record<string, T>>,
  make: (row: T) => Pick<Trick, 'write' | 'change'>,
): readonly Trick[] {
  return Object.entries(table).map(([what, row]) => ({ class: group, what, ofTokens: false, ...make(row) }));
}

const changes = (group: string, rows: readonly ChangedAnswer[], ofTokens = false): readonly Trick[] =>
  rows.map(([what, change]) => ({ class: group, what, ofTokens, change }));

export const TRICKS: readonly Trick[] = [
  ...DOORS.map(([what, door]) => ({ class: 'connections', what, ofTokens: false, door })),
  ...Object.entries(BROKEN).flatMap(([group, rows]) =>
    rows.map(([what, write]) => ({ class: group, what, ofTokens: false, write })),
  ),
  ...tricksOf('interim answers and codings', PARTS, (parts) => ({
    write: (socket) => void writeParts(socket, parts).then(() => socket.end()),
  })),
  ...tricksOf('answers without an end', ENDLESS, (row) => ({ write: (socket) => pour(socket, ...row) })),
  ...tricksOf('compression bombs', BOMBS, (bytes) => ({ write: (socket) => void socket.write(bytes) })),
  ...Object.entries(CHANGED).flatMap(([group, rows]) => changes(group, rows)),
  ...changes('identity provider', CHANGED_TOKENS, true),
];

export interface Asked {
  /** How many requests came before it. */
  readonly number: number;
  readonly ofTokens: boolean;
  readonly method: string;
  readonly path: string;
}

export interface HostileService {
  readonly service: ServiceName;
  readonly spec: string;
  readonly url: string;
  readonly tokenUrl: string;
  readonly issuer: string;
  readonly device: string;
  readonly kid: string;
  readonly privateKey: string;
  readonly audience: string;
  readonly tokenAudience: string;
  /** Requests so far. */
  readonly asked: () => number;
  /** The most requests that were under way at once. */
  readonly widest: () => number;
  /** Requests to somebody else, to whom nobody sent us. */
  readonly led: () => number;
  /** Every key, assertion and token that there was since it was last asked. */
  readonly secrets: () => readonly string[];
  /** Decides what is done from now on. */
  readonly trick: (choose: (asked: Asked) => Trick | undefined) => void;
  /** Lets nobody in from now on, in one way or the other, or everybody. */
  readonly door: (door: Door | undefined) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** For so long nobody is let in where a door is a trick among others. */
const SHUT_MS = 100;

export async function openHostileService(service: ServiceName, spec: string, latencyMs = 0): Promise<HostileService> {
  const world = await createWorld({ instances: [{ service, spec }], latencyMs });
  const [own] = world.devices;
  if (own === undefined) throw new Error('the world has no device');
  const [answers, tokens] = [world.direct(service, spec), world.directIdentityProvider()];
  let secrets = new Set<string>([own.privateKeyPem]);
  /** What of it was in requests: a token whose answer never arrived is nobody's to mask. */
  let sent = new Set<string>();
  let choose: (asked: Asked) => Trick | undefined = () => undefined;
  let [asked, led, underWay, widest] = [0, 0, 0, 0];
  let before: Answer | undefined;
  let shut: Door | undefined;
  let over = false;

  /** Tokens and assertions, by their form. */
  const learn = (texts: readonly string[]): readonly string[] => {
    const found = texts.flatMap((text) => text.match(/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}/g) ?? []);
    for (const token of found) secrets.add(token);
    return found;
  };

  const elsewhere = createServer((_request, response) => {
    led += 1;
    response.end('{}');
  });
  const server = createServer((request, response) => {
    read(request)
      .then((body) => reply(request, body, response))
      .catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    if (shut === 'resets') socket.resetAndDestroy();
  });
  // What is malformed never gets to a trick; what a trick broke off is nobody's error.
  server.on('clientError', (_error, socket) => socket.destroy());

  async function reply(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const ofTokens = path.startsWith('/oauth/');
    const trick = choose({ number: (asked += 1), ofTokens, method, path });
    widest = Math.max(widest, (underWay += 1));
    const good = await rightly(ofTokens ? tokens : answers, request, body).finally(() => (underWay -= 1));
    for (const token of learn([...request.rawHeaders, body.toString('utf8')])) sent.add(token);
    const { socket } = request;
    if (trick?.door !== undefined) {
      await door(trick.door);
      setTimeout(() => void door(undefined), SHUT_MS);
      return;
    }
    if (trick?.write !== undefined) {
      // It is not HTTP any more; whoever still waits is not answered.
      trick.write(socket);
      return;
    }
    const about: Circumstances = {
      self: url,
      elsewhere: addressOf(elsewhere),
      before,
      sent: [...sent].slice(-3),
    };
    const answer = trick?.change?.(good, about) ?? good;
    // A token that never left is no secret of whoever asked for one.
    learn([answer.body.toString('utf8')]);
    if (!ofTokens) before = good;
    response.sendDate = false;
    const headers = answer.headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name));
    response.writeHead(answer.status, [
      ...headers.flatMap(([name, value]) => [name, value]),
      ...(answer.status === 204 || answer.status === 304 ? [] : ['content-length', String(answer.body.length)]),
    ]);
    response.end(method === 'HEAD' ? undefined : answer.body);
  }

  await Promise.all([server, elsewhere].map((one) => listening(one)));
  const url = addressOf(server);

  /** Whoever is in is sent away. */
  async function door(next: Door | undefined): Promise<void> {
    if (shut === next || over) return;
    const before = shut;
    shut = next;
    if (next === 'refuses') server.close();
    server.closeAllConnections();
    if (before === 'refuses') await listening(server, Number(new URL(url).port));
  }

  return {
    service,
    spec,
    url,
    tokenUrl: `${url}/oauth/token`,
    issuer: own.organisation,
    device: own.device,
    kid: own.kid,
    privateKey: own.privateKeyPem,
    audience: world.audiences.identityProvider,
    tokenAudience: world.audiences.services[service],
    asked: () => asked,
    widest: () => widest,
    led: () => led,
    secrets: () => {
      const all = [...secrets];
      secrets = new Set([own.privateKeyPem]);
      sent = new Set();
      return all;
    },
    trick: (next) => {
      choose = next;
    },
    door,
    close: async () => {
      over = true;
      await Promise.all([server, elsewhere].map(closed));
    },
  };
}

function listening(server: Server, port = 0): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

async function rightly(handler: DirectHandler, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const headers = request.rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, request.rawHeaders[index + 1] ?? ''] as const] : [],
  );
  const url = `http://service.test${request.url ?? ''}`;
  const answer = await handler({ method: request.method ?? '', url, headers, ...(body.length === 0 ? {} : { body }) });
  if (answer.kind !== 'whole') return { status: 500, headers: [], body: Buffer.alloc(0) };
  return { status: answer.status, headers: answer.headers, body: Buffer.from(answer.body) };
}
