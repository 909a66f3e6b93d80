/** Where an exchange belongs, in words by which exchanges are compared. */
import type { Exchange } from '../../../record/exchange.ts';

export function versionOf({ service, spec }: Pick<Exchange, 'service' | 'spec'>): string {
  return `${service}@${spec}`;
}

/** Of the case that it was sent for, or of the setup of its group. */
export function caseOf(exchange: Exchange): string {
  return `${versionOf(exchange)} ${exchange.id.split('#')[0] ?? ''}`;
}

/** Of the group that it was sent for. */
export function groupOf(exchange: Exchange): string {
  return `${versionOf(exchange)} ${exchange.group}`;
}

/** A path at the service that it was sent to. */
export function placeAt(exchange: Exchange, path: string): string {
  return `${versionOf(exchange)} ${path}`;
}

export function pathOf({ request }: Exchange): string {
  return pathIn(request.url);
}

/** Its path, however letters of that are written. */
export function plainPath(one: Exchange): string {
  const path = pathOf(one);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The path of an address, or of a reference without a host, as it stands there. */
export function pathIn(address: string): string {
  return withoutHost(address).split('?')[0] ?? '';
}

export function withoutHost(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]*/i, '');
}
