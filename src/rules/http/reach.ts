/** From where an address can be reached. */
export const REACH = ['machine', 'network', 'everywhere'] as const;
export type Reach = (typeof REACH)[number];

/** As far as the name of a host tells it: an address that is bound to a machine or a network, or a name that only those there know. */
export function reachOf(hostname: string): Reach {
  if (isOfMachine(hostname)) return 'machine';
  if (hostname.startsWith('[')) return /^\[(f[cd]|fe80:)/i.test(hostname) ? 'network' : 'everywhere';
  if (/^\d+(\.\d+){3}$/.test(hostname))
    return /^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname) ? 'network' : 'everywhere';
  return !hostname.includes('.') || /\.(local|internal)$/i.test(hostname) ? 'network' : 'everywhere';
}

function isOfMachine(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$|^0\.0\.0\.0$|(^|\.)localhost$/i.test(hostname);
}
