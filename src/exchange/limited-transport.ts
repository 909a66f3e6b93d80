/** What is sent beside the groups of a run is within the limits of its target too. */
import type { Semaphore } from './semaphore.ts';
import type { Transport } from './transport.ts';

export function limitedTransport(plain: Transport, slots: Semaphore, pace?: () => Promise<void>): Transport {
  return {
    ...plain,
    send: (request, timeoutMs) =>
      slots.through(async () => {
        await pace?.();
        return plain.send(request, timeoutMs);
      }),
  };
}
