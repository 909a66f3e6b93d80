/**
 * Bounds what the answers of one run come to. All of them are kept until the report is written, and a service whose
 * answers are each just small enough to be read would otherwise fill any memory.
 */
import { sizeOf, TransportFailure, type Transport, type WireResponse } from './transport.ts';

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
