/**
 * Rate limit shared by all workers of a run. Playwright's main process holds it, and workers ask it before they send. A restarted worker
 * continues with the same limits, and the slots of a killed worker are released.
 */
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPacer, Semaphore } from '../http/rate-limit.ts';
import { CircuitBreaker } from '../http/circuit-breaker.ts';
import { isMap, type JsonMap, parseJson } from '../model/json.ts';
import { ONLY_PART, type Shard } from '../model/check-scope.ts';
import { StoppedError } from '../run/run-context.ts';
import type { WriteReport } from '../cleanup/concurrent-writes.ts';
import { type Session, shareOfPace } from '../project/session.ts';
import type { SharedLimits } from '../run/execute.ts';

/** Environment variable with the port and the key. */
const VARIABLE = 'PLUMBLINE_ALLOWANCE';

/** Counter values that a worker reserves at once; more than one group needs. */
const BLOCK = 100;

/** Delay between requests of a worker without the main process, if the target limits the request rate. */
const FALLBACK_DELAY_MS = 500;

type Question = 'join' | 'slot' | 'turn' | 'block' | 'first';

interface Request {
  readonly ask: Question;
  readonly id: number;
  /** Secret that identifies a worker of this run. */
  readonly key?: string;
  /** Shard of the run: workers know it, but the main process may not. */
  readonly shard?: Shard;
  /** Number of slots that are needed together. */
  readonly slots?: number;
  /** An error that affects many tests, and one of these tests. */
  readonly wrong?: string;
  readonly test?: string;
}

type Notification =
  /** Releases the slots that the request with this id got. */
  | { readonly tell: 'leave'; readonly id: number }
  /** Reports that a request was sent in the granted turn. */
  | { readonly tell: 'went' }
  | { readonly tell: 'bytes'; readonly count: number }
  | { readonly tell: 'silent'; readonly address: string }
  | { readonly tell: 'write'; readonly news: WriteReport };

interface Answer {
  readonly id: number;
  /** Bytes of all recorded responses. */
  readonly bytes: number;
  /** URLs that stopped responding. */
  readonly silent: readonly string[];
  /** First value of a reserved counter block. */
  readonly from?: number;
  /** Number of concurrent requests; sent to joining workers. */
  readonly width?: number;
  /** Whether this test should report the error. */
  readonly isFirst?: boolean;
}

/** Broadcasts a write of one worker to the others. */
interface Broadcast {
  readonly write: WriteReport;
}

interface Shared {
  readonly slots: Semaphore;
  readonly pace: ReturnType<typeof createPacer> | undefined;
}

type RateLimits = Pick<Session['target']['limits'], 'concurrency' | 'requestsPerSecond'>;

function sharedOf(limits: RateLimits, shard: Shard = ONLY_PART, clock: () => number): Shared {
  const { concurrency, requestsPerSecond } = shareOfPace(limits, shard);
  const pace = requestsPerSecond === undefined ? undefined : createPacer(requestsPerSecond, clock, undefined, shard);
  return { slots: new Semaphore(concurrency), pace };
}

/** Whether the run has a shared limit already; the planning process or the global setup opens it. */
export function hasSharedRateLimit(env: NodeJS.ProcessEnv): boolean {
  return env[VARIABLE] !== undefined;
}

/** Resolves when the first test may send. */
let firstTestAllowed: Promise<unknown> = Promise.resolve();

/** Makes workers wait for the preflight. Called in the main process. */
export function delayFirstTest(first: Promise<unknown>): void {
  firstTestAllowed = first;
}

/** Opens the shared limit in the main process. Other processes of the machine cannot use it without the key. */
export async function openSharedRateLimit(
  limits: RateLimits,
  env: NodeJS.ProcessEnv,
  isByHand: boolean,
  clock = Date.now,
): Promise<() => Promise<void>> {
  const key = randomBytes(16).toString('hex');
  let shared: Shared | undefined;
  const silent = new Set<string>();
  let bytes = 0;
  let counter = 0;
  /** Test that reports an error, by error message. */
  const reporters = new Map<string, string>();
  const sockets = new Set<Socket>();
  /** Number of each worker of this run. */
  const workers = new Map<Socket, number>();
  let joined = 0;
  const server = createServer((socket) => {
    sockets.add(socket.unref());
    const writing = new Map<string, WriteReport>();
    const heldSlots = new Map<number, () => void>();
    const turns: (() => void)[] = [];
    let isGone = false;
    const answer = (id: number, more: Partial<Answer> = {}): void => {
      const text: Answer = { id, bytes, silent: [...silent], ...more };
      if (!isGone) socket.write(`${JSON.stringify(text)}\n`);
    };
    const pass = (write: WriteReport): void => {
      if (write.isOver) writing.delete(write.id);
      else writing.set(write.id, write);
      const text: Broadcast = { write };
      for (const other of workers.keys()) if (other !== socket) other.write(`${JSON.stringify(text)}\n`);
    };
    const handle = async (line: Request | Notification): Promise<void> => {
      if ('ask' in line && line.ask === 'join' && line.key === key && !workers.has(socket))
        workers.set(socket, (joined += 1));
      const worker = workers.get(socket);
      if (worker === undefined) return void socket.destroy();
      const { slots, pace } = (shared ??= sharedOf(limits, 'shard' in line ? line.shard : undefined, clock));
      if ('tell' in line) {
        if (line.tell === 'leave') {
          heldSlots.get(line.id)?.();
          heldSlots.delete(line.id);
        } else if (line.tell === 'went') turns.shift()?.();
        else if (line.tell === 'bytes') bytes += line.count;
        else if (line.tell === 'write')
          // Another worker may repeat the same test with the same name.
          pass({ ...line.news, id: `${worker} ${line.news.id}`, by: `${worker} ${line.news.by}` });
        // In interactive mode the service may have been restarted.
        else if (!isByHand) silent.add(line.address);
      } else if (line.ask === 'slot') {
        void slots.through(
          () =>
            new Promise<void>((leave) => {
              if (isGone) return leave();
              heldSlots.set(line.id, leave);
              answer(line.id);
            }),
          0,
          line.slots,
        );
      } else if (line.ask === 'turn') {
        await pace?.(
          () =>
            new Promise<void>((taken) => {
              if (isGone) return taken();
              turns.push(taken);
              answer(line.id);
            }),
        );
      } else if (line.ask === 'block') {
        answer(line.id, { from: counter });
        counter += BLOCK;
      } else if (line.ask === 'first') {
        const { wrong = '', test = '' } = line;
        if (!reporters.has(wrong)) reporters.set(wrong, test);
        // In interactive mode each test may be the only one. A retry of the reporting test reports the error again.
        answer(line.id, { isFirst: isByHand || reporters.get(wrong) === test });
      } else {
        await firstTestAllowed;
        answer(line.id, { width: slots.width });
      }
    };
    listen(socket, (line) => {
      // Messages of workers have a known form. Other messages end the connection, not the run.
      handle(line as unknown as Request | Notification).catch(() => socket.destroy());
    });
    socket.on('close', () => {
      isGone = true;
      sockets.delete(socket);
      workers.delete(socket);
      for (const write of writing.values()) pass({ ...write, isOver: true });
      for (const end of [...heldSlots.values(), ...turns.splice(0)]) end();
      heldSlots.clear();
    });
  });
  // The server must not keep the process alive.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env[VARIABLE] = `${(server.address() as AddressInfo).port} ${key}`;
  return async () => {
    Reflect.deleteProperty(env, VARIABLE);
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

/** Limit of a message. */
const MAX_LINE = 1_000_000;

/** Calls `onLine` for each line. Any local process may connect, so that invalid JSON or an endless line closes the connection. */
function listen(socket: Socket, onLine: (said: JsonMap) => void): void {
  let buffer = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${buffer}${text}`.split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      const read = parseJson(line);
      if (!read.ok || !isMap(read.value)) return void socket.destroy();
      onLine(read.value);
    }
    if (buffer.length > MAX_LINE) socket.destroy();
  });
}

/** Shared limit from the view of a worker. */
export interface SharedRateLimit {
  /** Aborted when the main process is killed. Cleanup then continues with one request at a time. */
  readonly over: AbortSignal;
  /** `isPaced`: whether the target limits the request rate. */
  readonly shared: (isPaced: boolean) => SharedLimits;
  /** Reserves counter values before a group. */
  readonly refresh: () => Promise<void>;
  /** Publishes outages after a group, since its worker may end. */
  readonly pass: () => Promise<void>;
  /** Whether this test should report an error for all tests. */
  readonly isFirst: (wrong: string, test: string) => Promise<boolean>;
  readonly close: () => void;
}

/** Joins the shared limit; undefined if it was not opened, as in an editor with a configuration without our global setup. */
export async function joinSharedRateLimit(
  env: NodeJS.ProcessEnv,
  shard = ONLY_PART,
): Promise<SharedRateLimit | undefined> {
  const [port, key] = env[VARIABLE]?.split(' ') ?? [];
  if (port === undefined || key === undefined) return undefined;
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.setNoDelay(true);
  const over = new AbortController();
  const waiting = new Map<
    number,
    { readonly resolve: (answer: Answer) => void; readonly reject: (why: Error) => void }
  >();
  let asked = 0;
  let bytes = 0;
  const circuitBreakers = new Map<string, CircuitBreaker>();
  const reported = new Set<string>();
  const listeners: ((news: WriteReport) => void)[] = [];
  listen(socket, (line) => {
    const answer = line as unknown as Answer | Broadcast;
    if ('write' in answer) {
      for (const listener of listeners) listener(answer.write);
      return;
    }
    bytes = answer.bytes;
    for (const address of answer.silent) {
      if (reported.has(address)) continue;
      reported.add(address);
      circuitBreakers.set(address, CircuitBreaker.ofSilent());
    }
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  const ended = (): Error => new StoppedError('the run has ended');
  socket.on('close', () => {
    over.abort();
    for (const { reject } of waiting.values()) reject(ended());
    waiting.clear();
  });
  const tell = (line: Notification): void => void socket.write(`${JSON.stringify(line)}\n`);
  const ask = (question: Question, more: Partial<Request> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (over.signal.aborted) return reject(ended());
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      socket.write(`${JSON.stringify({ ask: question, id, ...more } satisfies Request)}\n`);
    });
  const { width = 1 } = await ask('join', { key, shard });
  let [value, end] = [0, 0];
  const fallback = new Semaphore(1);
  return {
    over: over.signal,
    shared: (isPaced) => ({
      slots: {
        width,
        through: async (work, rank, wanted) => {
          const granted = await ask('slot', { slots: wanted ?? 1 }).catch(() => undefined);
          if (granted === undefined) return fallback.through(work, rank);
          try {
            return await work();
          } finally {
            tell({ tell: 'leave', id: granted.id });
          }
        },
      },
      ...(isPaced
        ? {
            pace: async () => {
              // Slower than any share, since the number of other workers in cleanup is unknown.
              if (
                await ask('turn').then(
                  () => false,
                  () => true,
                )
              )
                await sleep(FALLBACK_DELAY_MS);
              else tell({ tell: 'went' });
            },
          }
        : {}),
      bytes: {
        add: (count) => {
          tell({ tell: 'bytes', count });
          return (bytes += count);
        },
      },
      circuitBreakers,
      next: () => (value += 1),
      writes: {
        tell: (news) => tell({ tell: 'write', news }),
        hear: (listener) => void listeners.push(listener),
      },
    }),
    refresh: async () => {
      if (end - value >= BLOCK / 2) return;
      const { from = 0 } = await ask('block');
      [value, end] = [from, from + BLOCK];
    },
    pass: async () => {
      const found = [...circuitBreakers].filter(([address, pulse]) => pulse.hasStopped && !reported.has(address));
      if (found.length === 0) return;
      for (const [address] of found) {
        reported.add(address);
        tell({ tell: 'silent', address });
      }
      // The response confirms that the messages before it were received.
      await ask('join', { key });
    },
    isFirst: async (wrong, test) => (await ask('first', { wrong, test })).isFirst === true,
    close: () => socket.destroy(),
  };
}
