/** Limits of a target: concurrent requests, requests per second, and bytes of responses that a run keeps. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ONLY_PART } from '../model/check-scope.ts';
import { omitUndefined } from '../model/objects.ts';
import { sizeOf, type Transport, TransportFailure, type WireResponse } from './transport.ts';

/** Limits concurrent requests. The waiting request with the lowest rank goes first. Requests of the same rank go in order of arrival. */
export class Semaphore {
  readonly width: number;
  #free: number;
  readonly #waiting: { readonly rank: number; readonly slots: number; readonly go: () => void }[] = [];

  constructor(width: number) {
    this.width = Math.max(1, width);
    this.#free = this.width;
  }

  /** @param slots number of parallel requests, at most `width`; the work waits until all of them have a slot */
  async through<T>(work: () => Promise<T>, rank = 0, slots = 1): Promise<T> {
    if (this.#waiting.length === 0 && this.#free >= slots) this.#free -= slots;
    else await new Promise<void>((go) => this.#wait(rank, slots, go));
    try {
      return await work();
    } finally {
      this.#free += slots;
      this.#startWaiting();
    }
  }

  #wait(rank: number, slots: number, go: () => void): void {
    const before = this.#waiting.findLastIndex((one) => one.rank <= rank);
    this.#waiting.splice(before + 1, 0, { rank, slots, go });
  }

  /** Later requests never overtake one that needs several slots, which would never be free together. */
  #startWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.slots <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.slots;
      next.go();
    }
  }
}

/** A semaphore of this process or of another. */
export interface Slots extends Pick<Semaphore, 'width' | 'through'> {
  /** The caller holds slots already and must not wait for another one. */
  readonly isHeld?: true;
}

/**
 * Milliseconds per second of a limit. Slightly longer, since requests take different times to arrive and no second of the service may
 * exceed the limit.
 */
const SECOND_MS = 1050;

/** Allowed lateness of a timer, in milliseconds; less than the margin of `SECOND_MS`. */
const LATE_MS = 5;

/**
 * Spaces requests evenly: each call resolves when its request may be sent.
 * A turn that another process gets counts from the moment when `handOver` resolves, since that process may be busy.
 * Parallel shards do not know of each other: each takes its own time slots by the clock.
 */
export function createPacer(
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
      // A request that is a little late takes the next slot; a much later one would be too near to it.
      due = start + Math.ceil(Math.max(placeOf(now), placeOf(last) + 0.75)) * gap;
    }
    if (due > now) await wait(due - now);
    await handOver?.();
    // Later requests keep their distance from a late one.
    const gone = clock();
    last = gone - due > LATE_MS ? gone : due;
  };
  return (handOver) => (before = before.then(() => turn(handOver)));
}

export function limitedTransport(plain: Transport, slots: Semaphore, pace?: () => Promise<void>): Transport {
  return {
    ...plain,
    send: (request, timeoutMs) => inSlot({ slots, ...omitUndefined({ pace }) }, () => plain.send(request, timeoutMs)),
  };
}

/** About three times the responses of the reference services, in all versions together. */
export const MAX_RUN_BYTES = 128 * 1024 * 1024;

/** Small responses are kept beyond the limit, so that the service is judged by them. */
const ALWAYS_KEPT = 4096;

/** Counts the bytes that are kept, over all processes of a run. */
export interface ByteTally {
  readonly add: (bytes: number) => number;
}

function newTally(): ByteTally {
  let total = 0;
  return { add: (bytes) => (total += bytes) };
}

export interface RunBytes {
  readonly bound: (transport: Transport) => Transport;
  /** Subtracts bytes that are not kept any more. */
  readonly release: (bytes: number) => void;
}

/** Counts the responses of all transports that it bounds together. */
export function runBytes(maxBytes = MAX_RUN_BYTES, counter = newTally()): RunBytes {
  const counted = (response: WireResponse): WireResponse => {
    const total = counter.add(response.body.length);
    if (total <= maxBytes || response.body.length <= ALWAYS_KEPT) return response;
    // The response is dropped at once and does not count.
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

/** Slots and rate limit of a target. */
export interface SlotOptions {
  /** Concurrent requests over all groups. */
  readonly slots: Slots;
  /** Priority among the groups: the lowest rank gets the next free slot. */
  readonly rank?: number;
  /** Resolves when the rate limit of the target allows a request. */
  readonly pace?: () => Promise<void>;
}

/** Sends one request in a free slot, at the rate that the target allows. */
export function inSlot<T>({ slots, pace, rank }: SlotOptions, work: () => Promise<T>): Promise<T> {
  return slots.through(async () => {
    await pace?.();
    return work();
  }, rank);
}
