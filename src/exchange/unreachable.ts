/** Why an address gave no answer, in words, and what to do about it. Pure. */
import type { TransportFailure } from './transport.ts';

export interface UnreachableWords {
  readonly cause: string;
  readonly hint: string;
}

const REACHING: Readonly<Record<string, string>> = {
  refused: 'Nothing listens there: check the port, and whether the service is up.',
  unresolved: 'Check the spelling of the address, and whether its name is known in this network.',
  timeout: 'Check whether a firewall or a proxy stands between, and whether the service is up.',
  unread:
    'Check that this is the address that is meant; where its answers are so large, raise limits.maxResponseBytes in the target.',
  tls: 'Check whether the address is https, and whether its certificate is trusted here (NODE_EXTRA_CA_CERTS).',
};

export function explainUnreachable(failure: TransportFailure, address: string): UnreachableWords {
  const cause = failure.message.includes('//') ? failure.message : `${address}: ${failure.message}`;
  return { cause, hint: REACHING[failure.kind] ?? 'Check that this is the address of an HTTP service.' };
}
