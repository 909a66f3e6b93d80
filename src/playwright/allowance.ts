/**
 * What a target bears, kept for all workers of a run together: Playwright's main process holds it, and workers ask there
 * before they send. A worker that is restarted begins nothing anew, and one that is killed gives back what it held.
 */
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pacer, Semaphore } from '../http/rate-limit.ts';
import { CircuitBreaker } from '../http/circuit-breaker.ts';
import { isMap, type JsonMap, parseJson } from '../model/json.ts';
import { ONLY_PART, type Shard } from '../model/check-scope.ts';
import { StoppedError } from '../run/run-context.ts';
import type { WriteNews } from '../cleanup/concurrent-writes.ts';
import { type Session, shareOfPace } from '../project/session.ts';
import type { SharedLimits } from '../run/execute.ts';

/** Where the workers of a run find it. */
const VARIABLE = 'PLUMBLINE_ALLOWANCE';

/** Values of the run's counter that a worker takes at once; more than one group needs. */
const BLOCK = 100;

/** Between the requests of a worker that is left alone, where the target says how many it bears in a second. */
const ALONE_MS = 500;

type Question = 'join' | 'slot' | 'turn' | 'block' | 'first';

interface Asked {
  readonly ask: Question;
  readonly id: number;
  /** Proves that it is a worker of this run. */
  readonly key?: string;
  /** Which part of the run is done here: the workers know it, and who opens this may not. */
  readonly shard?: Shard;
  /** How many are wanted together. */
  readonly slots?: number;
  /** What is wrong for many tests alike, and one of them. */
  readonly wrong?: string;
  readonly test?: string;
}

type Told =
  | { readonly tell: 'leave' }
  /** A turn is taken: what it was asked for goes now. */
  | { readonly tell: 'went' }
  | { readonly tell: 'bytes'; readonly count: number }
  | { readonly tell: 'silent'; readonly address: string }
  | { readonly tell: 'write'; readonly news: WriteNews };

interface Answer {
  readonly id: number;
  /** Bytes of all answers that are kept. */
  readonly bytes: number;
  /** Addresses that have stopped answering. */
  readonly silent: readonly string[];
  /** FirstRecord value of a block of the counter. */
  readonly from?: number;
  /** To who joins: requests that may be under way together. */
  readonly width?: number;
  /** Whether the test is the one that tells what is wrong. */
  readonly isFirst?: boolean;
}

/** To all other workers: what one of them writes. */
interface Passed {
  readonly write: WriteNews;
}

interface Shared {
  readonly slots: Semaphore;
  readonly pace: ReturnType<typeof pacer> | undefined;
}

type Bearable = Pick<Session['target']['limits'], 'concurrency' | 'requestsPerSecond'>;

function sharedOf(limits: Bearable, shard: Shard = ONLY_PART, clock: () => number): Shared {
  const { concurrency, requestsPerSecond } = shareOfPace(limits, shard);
  const pace = requestsPerSecond === undefined ? undefined : pacer(requestsPerSecond, clock, undefined, shard);
  return { slots: new Semaphore(concurrency), pace };
}

/** Whether the run has one: whoever plans the tests opens it, else the global setup does. */
export function hasAllowance(env: NodeJS.ProcessEnv): boolean {
  return env[VARIABLE] !== undefined;
}

/** Settled when the first test may send. */
let mayBegin: Promise<unknown> = Promise.resolve();

/** In the main process: no worker is told anything before. */
export function beginAfter(first: Promise<unknown>): void {
  mayBegin = first;
}

/** In the main process. Nobody else on the machine may ask: who does not know the key is not heard. */
export async function openAllowance(
  limits: Bearable,
  env: NodeJS.ProcessEnv,
  isByHand: boolean,
  clock = Date.now,
): Promise<() => Promise<void>> {
  const key = randomBytes(16).toString('hex');
  let shared: Shared | undefined;
  const silent = new Set<string>();
  let bytes = 0;
  let counter = 0;
  /** By what is wrong, the test that tells it. */
  const tellers = new Map<string, string>();
  const sockets = new Set<Socket>();
  /** Of workers of this run, by their number. */
  const workers = new Map<Socket, number>();
  let joined = 0;
  const server = createServer((socket) => {
    sockets.add(socket.unref());
    const writing = new Map<string, WriteNews>();
    const held: (() => void)[] = [];
    const turns: (() => void)[] = [];
    let isGone = false;
    const answer = (id: number, more: Partial<Answer> = {}): void => {
      const text: Answer = { id, bytes, silent: [...silent], ...more };
      if (!isGone) socket.write(`${JSON.stringify(text)}\n`);
    };
    const pass = (write: WriteNews): void => {
      if (write.isOver) writing.delete(write.id);
      else writing.set(write.id, write);
      const text: Passed = { write };
      for (const other of workers.keys()) if (other !== socket) other.write(`${JSON.stringify(text)}\n`);
    };
    const hear = async (line: Asked | Told): Promise<void> => {
      if ('ask' in line && line.ask === 'join' && line.key === key && !workers.has(socket))
        workers.set(socket, (joined += 1));
      const worker = workers.get(socket);
      if (worker === undefined) return void socket.destroy();
      const { slots, pace } = (shared ??= sharedOf(limits, 'shard' in line ? line.shard : undefined, clock));
      if ('tell' in line) {
        if (line.tell === 'leave') held.shift()?.();
        else if (line.tell === 'went') turns.shift()?.();
        else if (line.tell === 'bytes') bytes += line.count;
        else if (line.tell === 'write')
          // The same test may be repeated in another worker, under the same name.
          pass({ ...line.news, id: `${worker} ${line.news.id}`, by: `${worker} ${line.news.by}` });
        // Whoever starts tests by hand may have started the service anew meanwhile.
        else if (!isByHand) silent.add(line.address);
      } else if (line.ask === 'slot') {
        void slots.through(
          () =>
            new Promise<void>((leave) => {
              if (isGone) return leave();
              held.push(leave);
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
        if (!tellers.has(wrong)) tellers.set(wrong, test);
        // By hand each test may be the only one that is started, and a retry of the one that tells it tells it again.
        answer(line.id, { isFirst: isByHand || tellers.get(wrong) === test });
      } else {
        await mayBegin;
        answer(line.id, { width: slots.width });
      }
    };
    listen(socket, (line) => {
      // What a worker says has its form; of anybody else it ends the connection, and never the run.
      hear(line as unknown as Asked | Told).catch(() => socket.destroy());
    });
    socket.on('close', () => {
      isGone = true;
      sockets.delete(socket);
      workers.delete(socket);
      for (const write of writing.values()) pass({ ...write, isOver: true });
      for (const end of [...held.splice(0), ...turns.splice(0)]) end();
    });
  });
  // The run ends when its tests have: nobody waits for this.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env[VARIABLE] = `${(server.address() as AddressInfo).port} ${key}`;
  return async () => {
    Reflect.deleteProperty(env, VARIABLE);
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

/** Far more than anything that is told here. */
const LONGEST_LINE = 1_000_000;

/**
 * Calls back for what each line says. That the other side is gone is told by the end of the connection. Any program of the machine may connect:
 * who says something else than objects of JSON in lines, or never ends a line, is not listened to any more.
 */
function listen(socket: Socket, heard: (said: JsonMap) => void): void {
  let begun = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${begun}${text}`.split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      const read = parseJson(line);
      if (!read.ok || !isMap(read.value)) return void socket.destroy();
      heard(read.value);
    }
    if (begun.length > LONGEST_LINE) socket.destroy();
  });
}

/** In a worker: what it may use of the run's allowance. */
export interface Allowance {
  /** Aborted when nobody shares out any more, as Playwright's main process has been killed: what was made is still removed, one request at a time. */
  readonly over: AbortSignal;
  /** `isPaced`: the target says how many requests a second it bears. */
  readonly shared: (isPaced: boolean) => SharedLimits;
  /** Before a group: enough of the counter for it. */
  readonly refresh: () => Promise<void>;
  /** After a group: what it found goes to those that come after, since its worker may end with it. */
  readonly pass: () => Promise<void>;
  /** Whether this test is to tell what is wrong for others as well. */
  readonly isFirst: (wrong: string, test: string) => Promise<boolean>;
  readonly close: () => void;
}

/** Undefined where nobody holds one: an editor starts the suite of somebody's own configuration, without our global setup. */
export async function joinAllowance(env: NodeJS.ProcessEnv, shard = ONLY_PART): Promise<Allowance | undefined> {
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
  const told = new Set<string>();
  const listeners: ((news: WriteNews) => void)[] = [];
  listen(socket, (line) => {
    const answer = line as unknown as Answer | Passed;
    if ('write' in answer) {
      for (const listener of listeners) listener(answer.write);
      return;
    }
    bytes = answer.bytes;
    for (const address of answer.silent) {
      if (told.has(address)) continue;
      told.add(address);
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
  const tell = (line: Told): void => void socket.write(`${JSON.stringify(line)}\n`);
  const ask = (question: Question, more: Partial<Asked> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (over.signal.aborted) return reject(ended());
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      socket.write(`${JSON.stringify({ ask: question, id, ...more } satisfies Asked)}\n`);
    });
  const { width = 1 } = await ask('join', { key, shard });
  let [value, end] = [0, 0];
  const alone = new Semaphore(1);
  return {
    over: over.signal,
    shared: (isPaced) => ({
      slots: {
        width,
        through: async (work, rank, wanted) => {
          const isGiven = await ask('slot', { slots: wanted ?? 1 }).then(
            () => true,
            () => false,
          );
          if (!isGiven) return alone.through(work, rank);
          try {
            return await work();
          } finally {
            tell({ tell: 'leave' });
          }
        },
      },
      ...(isPaced
        ? {
            pace: async () => {
              // Slower than any share, since it is not known any more how many others remove at once.
              if (
                await ask('turn').then(
                  () => false,
                  () => true,
                )
              )
                await sleep(ALONE_MS);
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
      const found = [...circuitBreakers].filter(([address, pulse]) => pulse.hasStopped && !told.has(address));
      if (found.length === 0) return;
      for (const [address] of found) {
        told.add(address);
        tell({ tell: 'silent', address });
      }
      // Answered when all that was told before has been heard.
      await ask('join', { key });
    },
    isFirst: async (wrong, test) => (await ask('first', { wrong, test })).isFirst === true,
    close: () => socket.destroy(),
  };
}
