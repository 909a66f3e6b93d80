/** Why an address gave no answer, in words, and what to do about it. Pure. */
import type { TransportFailure } from './transport.ts';

export interface UnreachableWords {
  readonly cause: string;
  readonly hint: string;
}

const CERTIFICATE = 'Where it wants a certificate of the client, name one: connection.clientCertificate of the target.';

const REACHING: Readonly<Record<string, string>> = {
  refused: 'Nothing listens there: check the port, and whether the service is up.',
  unresolved:
    'Check the spelling of the address, and whether its name is known in this network. Where a proxy leads there, name it in the target: connection.proxy.',
  timeout:
    'Check whether the service is up, and whether a firewall stands between. Where a proxy leads there, name it in the target: connection.proxy.',
  proxy: 'Check connection.proxy of the target, and whether that proxy leads there.',
  unread:
    'Check that this is the address that is meant; where its answers are so large, raise limits.maxResponseBytes in the target.',
  tls: `Check whether the address is https, and whether its certificate is trusted here (NODE_EXTRA_CA_CERTS). ${CERTIFICATE}`,
};

export function explainUnreachable(failure: TransportFailure, address: string): UnreachableWords {
  const cause = failure.message.includes('//') ? failure.message : `${address}: ${failure.message}`;
  const hint = REACHING[failure.kind] ?? 'Check that this is the address of an HTTP service.';
  // What ends TLS may close the connection without a word where it is shown no certificate.
  const isShut = failure.kind === 'reset' && address.startsWith('https:');
  return { cause, hint: isShut ? `${hint} ${CERTIFICATE}` : hint };
}
