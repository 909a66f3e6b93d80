/** How a host is reached: directly, or in a tunnel through a proxy (RFC 9110 §9.3.6); and with which certificate, where it asks for one. */
import { decodePercent } from '../model/text.ts';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { defined, maybe } from '../model/objects.ts';
import { BadInput } from '../errors.ts';
import type { ConnectionSettings, Target } from '../load/model.ts';
import type { Secrets } from './auth-schemes.ts';
import { type ClientCertificate, inLines } from './key-material.ts';
import { TransportFailure } from './transport.ts';

export interface Connection {
  readonly proxy?: {
    readonly origin: string;
    readonly user?: { readonly name: string; readonly password: string };
    /** Hosts that are reached without it, with all below them. */
    readonly direct: readonly string[];
  };
  /** A certificate tells who asks: it is for the origins that the target names, and for nobody else. */
  readonly certificate?: { readonly shown: ClientCertificate; readonly origins: readonly string[] };
}

export const DIRECT: Connection = {};

/** Throws `BadInput` where the certificate or its key cannot be read. */
export function connectionOf(
  { connection, services }: Pick<Target, 'connection' | 'services'>,
  secrets: Secrets,
): Connection {
  if (connection === undefined) return DIRECT;
  const { proxy, clientCertificate, direct = [] } = connection;
  return defined({
    proxy: maybe(proxy, (it) => proxyOf(it, direct)),
    certificate: maybe(clientCertificate, (it) => ({
      shown: certificateOf(it, secrets),
      origins: [
        ...new Set(services.flatMap(addressesOf).flatMap((one) => (URL.canParse(one) ? [new URL(one).origin] : []))),
      ],
    })),
  });
}

/** Of the service and of its identity provider. */
function addressesOf(service: Target['services'][number]): readonly string[] {
  const { addresses, servers = {}, identityProvider, client } = service;
  const tokens = [identityProvider?.tokenUrl, client?.tokenUrl].flatMap((it) => it ?? []);
  return [...addresses.map(({ baseUrl }) => baseUrl), ...Object.values(servers), ...tokens];
}

/** Throws `BadInput` where a part of it cannot be read. */
export function certificateOf(
  { certificate, key, passphrase }: NonNullable<ConnectionSettings['clientCertificate']>,
  secrets: Secrets,
): ClientCertificate {
  return {
    cert: inLines(secrets.read(certificate)),
    key: inLines(secrets.read(key)),
    ...defined({ passphrase: maybe(passphrase, (it) => secrets.read(it).trim()) }),
  };
}

function proxyOf(address: string, direct: readonly string[]): Connection['proxy'] {
  const { origin, username, password } = new URL(address);
  const user = { name: decodePercent(username) ?? username, password: decodePercent(password) ?? password };
  return { origin, ...(username === '' ? {} : { user }), direct };
}

/**
 * How an address is reached of which no target says it: through the proxy that the environment names for its protocol, as curl and others
 * read it. Throws `BadInput` where what is named there is no address of an HTTP proxy.
 */
export function connectionIn(env: NodeJS.ProcessEnv, address: string): Connection {
  const said = (name: string): string => (env[name] || env[name.toUpperCase()] || '').trim();
  const ofProtocol = `${new URL(address).protocol.slice(0, -1)}_proxy`;
  const named = said(ofProtocol) || said('all_proxy');
  const spared = said('no_proxy').split(/[\s,]+/);
  if (named === '' || spared.includes('*')) return DIRECT;
  const proxy = named.includes('://') ? named : `http://${named}`;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    // It may hold a password, and is not shown.
    throw BadInput.of('wrong-value', `${ofProtocol.toUpperCase()} or ALL_PROXY names no address of an HTTP proxy`, {
      hint: 'Write one such as http://proxy.example:3128, or name the host in NO_PROXY.',
    });
  const direct = spared.filter((one) => one !== '').map((one) => one.replace(/^([^:]*):\d+$/, '$1'));
  return defined({ proxy: proxyOf(proxy, direct) });
}

/** `.example` and `example` stand for the host and all below it, as in NO_PROXY. */
export function isWithin(host: string, named: string): boolean {
  const name = named.toLowerCase().replace(/^\*?\./, '');
  return host === name || host.endsWith(`.${name}`);
}

const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$/g, '');

/** What is shown to an origin; nothing to one that the target does not name. */
export function shownTo(origin: string, { certificate }: Connection): ClientCertificate | undefined {
  return certificate?.origins.includes(origin) === true ? certificate.shown : undefined;
}

/** What of an address says where to connect; without a port, that of its protocol. */
type Where = Pick<URL, 'protocol' | 'hostname' | 'port'>;

function portOf({ protocol, port }: Where): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** A connection to the proxy that leads on to the place; undefined where the way there is direct. Rejects with `TransportFailure`. */
export function tunnelTo(place: Where, { proxy }: Connection, timeoutMs: number): Promise<Socket> | undefined {
  const host = bare(place.hostname);
  if (proxy === undefined || proxy.direct.some((one) => isWithin(host, one))) return undefined;
  const { origin, user } = proxy;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${portOf(place)}`;
  const authorization = maybe(user, (it) => `Basic ${Buffer.from(`${it.name}:${it.password}`).toString('base64')}`);
  const failure = (what: string): TransportFailure => new TransportFailure('proxy', `the proxy ${origin} ${what}`);
  const { protocol, hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestSecure : requestPlain)({
      host: bare(hostname),
      port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...defined({ 'proxy-authorization': authorization }) },
      timeout: timeoutMs,
    });
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(failure(`does not connect to ${authority}: it answers ${statusCode}`));
    });
    request.once('timeout', () => request.destroy(failure(`did not connect to ${authority} in time`)));
    request.once('error', (error) =>
      reject(error instanceof TransportFailure ? error : failure(`is not reached: ${codeOf(error)}`)),
    );
    request.end();
  });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** A socket of one's own. What is written to it waits until it is connected. */
export async function openSocket(url: URL, connection: Connection, timeoutMs: number): Promise<Socket> {
  const host = bare(url.hostname);
  const port = portOf(url);
  const socket = await tunnelTo(url, connection, timeoutMs);
  if (url.protocol !== 'https:') return socket ?? connectPlain({ host, port });
  // An IP address is no name of a server (RFC 6066 §3). The certificate is held against the host in either case.
  const servername = isIP(host) === 0 ? host : undefined;
  return connectSecure({ host, port, ...shownTo(url.origin, connection), ...defined({ servername, socket }) });
}
