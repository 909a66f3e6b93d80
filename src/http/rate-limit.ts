/** Limits of a target: concurrent requests, requests per second, and bytes of responses that a run keeps. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ONLY_PART } from '../model/check-scope.ts';
import { defined } from '../model/objects.ts';
import { sizeOf, type Transport, TransportFailure, type WireResponse } from './transport.ts';

/** Limits concurrent requests. The waiting request with the lowest rank goes first; of the same rank, the one that waits longest. */
export class Semaphore {
  readonly width: number;
  #free: number;
  readonly #waiting: { readonly rank: number; readonly slots: number; readonly go: () => void }[] = [];

  constructor(width: number) {
    this.width = Math.max(1, width);
    this.#free = this.width;
  }

  /** @param slots how many requests the work sends side by side, at most `width`: it waits until all have a slot */
  async through<T>(work: () => Promise<T>, rank = 0, slots = 1): Promise<T> {
    if (this.#waiting.length === 0 && this.#free >= slots) this.#free -= slots;
    else await new Promise<void>((go) => this.#wait(rank, slots, go));
    try {
      return await work();
    } finally {
      this.#free += slots;
      this.#admit();
    }
  }

  #wait(rank: number, slots: number, go: () => void): void {
    const before = this.#waiting.findLastIndex((one) => one.rank <= rank);
    this.#waiting.splice(before + 1, 0, { rank, slots, go });
  }

  /** Nobody who needs few slots goes before one who needs several, or these would never be free together. */
  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.slots <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.slots;
      next.go();
    }
  }
}

/** What requests go through: a semaphore of this process or of another. */
export interface Slots extends Pick<Semaphore, 'width' | 'through'> {
  /** The caller holds slots already and must not wait for another one. */
  readonly isHeld?: true;
}

/**
 * What a limit calls a second lasts so long here, in milliseconds: requests are not all as long on their way, and no
 * second of the service's own may see one more than it bears.
 */
const SECOND_MS = 1050;

/** So late any timer may be: it costs none of the pace, and much less than what a second is longer here. */
const LATE_MS = 5;

/**
 * Spaces requests evenly, at most so many a second: each call resolves when its request may be sent. `clock` in milliseconds.
 * Where a turn is handed on, it is taken when `handOver` resolves: who gets it may be busy, and the next one is counted from then.
 * Parts of one run, which know nothing of each other, take turns by the clock: each has its own places between those of the others.
 */
export function pacer(
  perSecond: number,
  clock: () => number,
  wait: (ms: number) => Promise<unknown> = sleep,
  { part, parts } = ONLY_PART,
): (handOver?: () => Promise<unknown>) => Promise<void> {
  const gap = SECOND_MS / perSecond;
  const start = (gap * (part - 1)) / parts;
  let last = Number.NEGATIVE_INFINITY;
  let before: Promise<void> = Promise.resolve();
  const turn = async (handOver?: () => Promise<unknown>): Promise<void> => {
    const now = clock();
    let due = Math.max(now, last + gap);
    if (parts > 1) {
      const placeOf = (time: number): number => (time - start) / gap;
      // Who was somewhat late takes the next place; who was much too late is too near to it.
      due = start + Math.ceil(Math.max(placeOf(now), placeOf(last) + 0.75)) * gap;
    }
    if (due > now) await wait(due - now);
    await handOver?.();
    // Who is late must not be followed too closely.
    const gone = clock();
    last = gone - due > LATE_MS ? gone : due;
  };
  return (handOver) => (before = before.then(() => turn(handOver)));
}

export function limitedTransport(plain: Transport, slots: Semaphore, pace?: () => Promise<void>): Transport {
  return {
    ...plain,
    send: (request, timeoutMs) => inSlot({ slots, ...defined({ pace }) }, () => plain.send(request, timeoutMs)),
  };
}

/** Some three times what the answers of the reference services come to, in all versions together. */
export const MAX_RUN_BYTES = 128 * 1024 * 1024;

/** What is no larger is kept all the same: a service that began to pour in the middle of a run is judged on by its other answers. */
const ALWAYS_KEPT = 4096;

/** What has come so far and is kept, for all who count together. */
export interface ByteTally {
  readonly add: (bytes: number) => number;
}

function tally(): ByteTally {
  let total = 0;
  return { add: (bytes) => (total += bytes) };
}

export interface RunBytes {
  readonly bound: (transport: Transport) => Transport;
  /** Of what was counted, so much is kept no longer. */
  readonly release: (bytes: number) => void;
}

/** Counts together what comes through all that it bounds. */
export function runBytes(maxBytes = MAX_RUN_BYTES, counter = tally()): RunBytes {
  const counted = (response: WireResponse): WireResponse => {
    const total = counter.add(response.body.length);
    if (total <= maxBytes || response.body.length <= ALWAYS_KEPT) return response;
    // It is let go of at once, and takes nobody else's place.
    counter.add(-response.body.length);
    throw new TransportFailure(
      'unread',
      `the answers of this run are larger than ${sizeOf(maxBytes)} together, which is as much as is kept of one (limits.maxRunBytes of the target)`,
    );
  };
  return {
    bound: (transport) => {
      const { sendRaw } = transport;
      return {
        ...transport,
        send: async (request, timeoutMs) => counted(await transport.send(request, timeoutMs)),
        ...(sendRaw === undefined
          ? {}
          : {
              sendRaw: async (request, fault, timeoutMs) => (await sendRaw(request, fault, timeoutMs)).map(counted),
            }),
      };
    },
    release: (bytes) => {
      counter.add(-bytes);
    },
  };
}

/** What work needs to send a request when the target has room for one more. */
export interface SlotOptions {
  /** Requests under way at once, over all groups. */
  readonly slots: Slots;
  /** Which of the groups under way gets the next free slot: the one with the lowest rank. */
  readonly rank?: number;
  /** Resolves when a request may be sent, where the target limits their rate. */
  readonly pace?: () => Promise<void>;
}

/** Sends one request in a free slot, at the rate that the target allows. */
export function inSlot<T>({ slots, pace, rank }: SlotOptions, work: () => Promise<T>): Promise<T> {
  return slots.through(async () => {
    await pace?.();
    return work();
  }, rank);
}
