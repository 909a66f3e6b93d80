/** Why an address gave no answer, in words, and what to do about it. Pure. */
import type { TransportFailure } from './transport.ts';

export interface UnreachableWords {
  readonly cause: string;
  readonly hint: string;
  /** It is the sign-in that failed. */
  readonly signIn?: true;
}

const CERTIFICATE = 'Where it wants a certificate of the client, name one: connection.clientCertificate of the target.';

/** PROXY stands for where a proxy is named. */
const REACHING: Readonly<Record<string, string>> = {
  refused: 'Nothing listens there: check the port, and whether the service is up.',
  unresolved:
    'Check the spelling of the address, and whether its name is known in this network. Where a proxy leads there, name it: PROXY.',
  timeout:
    'Check whether the service is up, and whether a firewall stands between. Where a proxy leads there, name it: PROXY.',
  proxy: 'Check PROXY, and whether that proxy leads there.',
  unread:
    'Check that this is the address that is meant; where its answers are so large, raise limits.maxResponseBytes in the target.',
  tls: `Check whether the address is https, and whether its certificate is trusted here (NODE_EXTRA_CA_CERTS). ${CERTIFICATE}`,
};

/** @param proxy where its reader names a proxy */
export function explainUnreachable(
  failure: TransportFailure,
  address: string,
  proxy = 'connection.proxy of the target',
): UnreachableWords {
  const cause = failure.message.includes('//') ? failure.message : `${address}: ${failure.message}`;
  const known = REACHING[failure.kind] ?? 'Check that this is the address of an HTTP service.';
  const hint = known.replace('PROXY', proxy);
  // What ends TLS may close the connection without a word where it is shown no certificate.
  const isShut = failure.kind === 'reset' && address.startsWith('https:');
  return { cause, hint: isShut ? `${hint} ${CERTIFICATE}` : hint };
}
