/** What carries the requests of a run to a target, as the target says that it is reached. */
import { connectionOf } from '../http/connection.ts';
import type { Secrets } from '../http/auth-schemes.ts';
import type { Transport } from '../http/transport.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import type { Target } from '../load/model.ts';

/** Plain and fast. Throws `BadInput` where the target's certificate cannot be read. */
export function transportTo(target: Target, secrets: Secrets): Transport {
  const { concurrency, maxResponseBytes } = target.limits;
  return undiciTransport(concurrency, maxResponseBytes, connectionOf(target, secrets));
}
