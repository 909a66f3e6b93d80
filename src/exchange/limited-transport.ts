/** What is sent beside the groups of a run is within the limits of its target too. */
import type { Gate } from './gate.ts';
import type { Transport } from './transport.ts';

export function limitedTransport(plain: Transport, gate: Gate, pace?: () => Promise<void>): Transport {
  return {
    ...plain,
    send: (request, timeoutMs) =>
      gate.through(async () => {
        await pace?.();
        return plain.send(request, timeoutMs);
      }),
  };
}
