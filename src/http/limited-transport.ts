/** What is sent beside the groups of a run is within the limits of its target too. */
import { defined } from '../record/defined.ts';
import { inSlot } from './model.ts';
import type { Semaphore } from './semaphore.ts';
import type { Transport } from './transport.ts';

export function limitedTransport(plain: Transport, slots: Semaphore, pace?: () => Promise<void>): Transport {
  return {
    ...plain,
    send: (request, timeoutMs) => inSlot({ slots, ...defined({ pace }) }, () => plain.send(request, timeoutMs)),
  };
}
