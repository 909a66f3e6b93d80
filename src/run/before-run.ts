/** What looks at a target before a run: within the limits of the target, and with secrets that were looked at. */
import { limitedTransport } from '../http/limited-transport.ts';
import { sharedTokens, type SharedTokens } from '../http/token-provider.ts';
import { Semaphore } from '../http/semaphore.ts';
import type { Destination } from '../http/model.ts';
import type { Transport } from '../http/transport.ts';
import type { LoadedRun } from '../project/session.ts';
import { bindDestinations, secretReader } from './destinations.ts';
import { transportTo } from './transport-to.ts';
import { checkSecrets } from './usable-secrets.ts';

export interface Looking {
  readonly env: NodeJS.ProcessEnv;
  readonly allowWrites: boolean;
  /** What it signs in for, the run need not. */
  readonly tokens?: SharedTokens | undefined;
  readonly pace?: (() => Promise<void>) | undefined;
}

export interface Looker {
  /** To be closed afterwards. */
  readonly plain: Transport;
  readonly destination: (service: string, spec: string) => Destination;
}

/** Throws `BadInput` for secrets that cannot be read or used. */
export function lookerAt(
  { target, scopes }: Pick<LoadedRun, 'target' | 'scopes'>,
  { env, allowWrites, tokens = sharedTokens(), pace }: Looking,
): Looker {
  const secrets = secretReader(env);
  checkSecrets(target, secrets);
  const slots = new Semaphore(target.limits.concurrency);
  const plain = limitedTransport(transportTo(target, secrets), slots, pace);
  return {
    plain,
    destination: bindDestinations({ scopes, target, tokens, allowWrites, plain, secrets, clock: Date.now }),
  };
}
