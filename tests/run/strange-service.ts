/** A service of somebody else: it accepts whatever it is sent, believes what a request claims to be, and remembers all of it. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface StrangeService {
  readonly url: string;
  readonly received: Received[];
  /** Paths of the records that are there. */
  readonly records: Map<string, string>;
  /** Answers a DELETE with this and removes nothing, where it is set. */
  refusesDelete: number | undefined;
  /** Whether the first DELETE of a record is answered 423, and the second removes it. */
  locksOnce: boolean;
  /** Whether whoever makes a record is told that it is the first one, which was there before; or only who has one copied. */
  lies: boolean | 'copies';
  /** Called in place of answering the n-th POST, which is then never answered and stores nothing. */
  hold: { readonly nth: number; readonly held: () => void } | undefined;
  readonly close: () => Promise<void>;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** What may have changed something, by its method or by what it claims to be. */
export function writesOf(received: readonly Received[]): readonly string[] {
  return received
    .filter(
      ({ method, path, headers }) =>
        !SAFE.includes(method) ||
        Object.keys(headers).some((name) => name.includes('override') || name === 'x-http-method') ||
        path.includes('_method'),
    )
    .map(({ method, path }) => `${method} ${path}`);
}

export async function openStrangeService(): Promise<StrangeService> {
  const received: Received[] = [];
  const records = new Map<string, string>([['/things/1', JSON.stringify({ id: '1', name: 'the first', size: 7 })]]);
  let last = 1;
  const state: Pick<StrangeService, 'refusesDelete' | 'locksOnce' | 'lies' | 'hold'> = {
    refusesDelete: undefined,
    locksOnce: false,
    lies: false,
    hold: undefined,
  };
  const lockedOnce = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, path: url, headers });
      const path = url.replace(/\?.*$/, '');
      const meant = String(headers['x-http-method-override'] ?? method);
      const answer = (status: number, body?: string): void => {
        response.writeHead(
          status,
          body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        );
        response.end(method === 'HEAD' ? undefined : body);
      };
      if (meant === 'POST') {
        if (state.hold !== undefined && received.filter((r) => r.method === 'POST').length >= state.hold.nth)
          return state.hold.held();
        const keep = (members: object): string => {
          const id = String((last += 1));
          const record = JSON.stringify({ ...members, id });
          records.set(`/things/${id}`, record);
          if (state.locksOnce) lockedOnce.add(`/things/${id}`);
          return record;
        };
        const copied = records.get(path.replace(/\/copy$/, ''));
        const sent = parsed(Buffer.concat(chunks).toString()) as { readonly things?: unknown } | number | null;
        const several = typeof sent === 'object' ? sent?.things : undefined;
        if (Array.isArray(several)) {
          const results = (several as readonly object[]).map((one) => parsed(keep(one)));
          return answer(200, JSON.stringify({ results }));
        }
        const record = keep((copied === undefined ? sent : parsed(copied)) as object);
        const isLie = state.lies === true || (state.lies === 'copies' && copied !== undefined);
        return answer(201, isLie ? (records.get('/things/1') ?? '{}') : record);
      }
      if (meant === 'PATCH' && records.has(path)) {
        const changed = {
          ...(parsed(records.get(path) ?? '') as object),
          ...(parsed(Buffer.concat(chunks).toString()) as object),
        };
        records.set(path, JSON.stringify(changed));
        return answer(200, records.get(path));
      }
      if (meant === 'DELETE') {
        if (state.refusesDelete !== undefined) return answer(state.refusesDelete, '{}');
        if (lockedOnce.delete(path)) return answer(423, '{}');
        for (const known of records.keys()) if (known === path || path === '/things') records.delete(known);
        return answer(204);
      }
      const found =
        path === '/things' ? `[${[...records.values()].join(',')}]` : path === '/' ? '{}' : records.get(path);
      return found === undefined ? answer(404, '{"code":"none"}') : answer(200, found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    records,
    get refusesDelete() {
      return state.refusesDelete;
    },
    set refusesDelete(status) {
      state.refusesDelete = status;
    },
    get locksOnce() {
      return state.locksOnce;
    },
    set locksOnce(locks) {
      state.locksOnce = locks;
    },
    get lies() {
      return state.lies;
    },
    set lies(lies) {
      state.lies = lies;
    },
    get hold() {
      return state.hold;
    },
    set hold(hold) {
      state.hold = hold;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // The letters of a long text as members of a record would be more than anybody reads.
    return typeof value === 'string' ? { value: value.slice(0, 100) } : value;
  } catch {
    return {};
  }
}
