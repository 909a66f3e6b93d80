/** Connections to a host: direct or through a proxy tunnel (RFC 9110 §9.3.6), with a client certificate if the target names one. */
import { decodePercent } from '../model/text.ts';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { BadInput } from '../errors.ts';
import type { ConnectionSettings, Target } from '../load/model.ts';
import type { SecretReader } from './auth-schemes.ts';
import { type ClientCertificate, withLineBreaks } from './key-material.ts';
import { TransportFailure } from './transport.ts';

export interface Connection {
  readonly proxy?: {
    readonly origin: string;
    readonly user?: { readonly name: string; readonly password: string };
    /** Hosts without proxy, including their subdomains. */
    readonly direct: readonly string[];
  };
  /** Client certificate, sent only to the origins that the target names. */
  readonly certificate?: { readonly shown: ClientCertificate; readonly origins: readonly string[] };
}

export const DIRECT_CONNECTION: Connection = {};

/** Throws `BadInput` if the certificate or its key cannot be read. */
export function connectionOf(
  { connection, services }: Pick<Target, 'connection' | 'services'>,
  secrets: SecretReader,
): Connection {
  if (connection === undefined) return DIRECT_CONNECTION;
  const { proxy, clientCertificate, direct = [] } = connection;
  return omitUndefined({
    proxy: mapOptional(proxy, (it) => proxyOf(it, direct)),
    certificate: mapOptional(clientCertificate, (it) => ({
      shown: readClientCertificate(it, secrets),
      origins: [
        ...new Set(services.flatMap(addressesOf).flatMap((one) => (URL.canParse(one) ? [new URL(one).origin] : []))),
      ],
    })),
  });
}

/** Addresses of the service and of its identity provider. */
function addressesOf(service: Target['services'][number]): readonly string[] {
  const { addresses, servers = {}, identityProvider, client } = service;
  const tokens = [identityProvider?.tokenUrl, client?.tokenUrl].flatMap((it) => it ?? []);
  return [...addresses.map(({ baseUrl }) => baseUrl), ...Object.values(servers), ...tokens];
}

/** Throws `BadInput` if a part cannot be read. */
export function readClientCertificate(
  { certificate, key, passphrase }: NonNullable<ConnectionSettings['clientCertificate']>,
  secrets: SecretReader,
): ClientCertificate {
  return {
    cert: withLineBreaks(secrets.read(certificate)),
    key: withLineBreaks(secrets.read(key)),
    ...omitUndefined({ passphrase: mapOptional(passphrase, (it) => secrets.read(it).trim()) }),
  };
}

function proxyOf(address: string, direct: readonly string[]): Connection['proxy'] {
  const { origin, username, password } = new URL(address);
  const user = { name: decodePercent(username) ?? username, password: decodePercent(password) ?? password };
  return { origin, ...(username === '' ? {} : { user }), direct };
}

/**
 * Connection to an address without a target: through the proxy that the environment names for its protocol, as for curl. Throws `BadInput`
 * if that is not the address of an HTTP proxy.
 */
export function connectionFromEnvironment(env: NodeJS.ProcessEnv, address: string): Connection {
  const valueOf = (name: string): string => (env[name] || env[name.toUpperCase()] || '').trim();
  const ofProtocol = `${new URL(address).protocol.slice(0, -1)}_proxy`;
  const named = valueOf(ofProtocol) || valueOf('all_proxy');
  const noProxy = valueOf('no_proxy').split(/[\s,]+/);
  if (named === '' || noProxy.includes('*')) return DIRECT_CONNECTION;
  const proxy = named.includes('://') ? named : `http://${named}`;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    // The value may contain a password and is not shown.
    throw BadInput.of('wrong-value', `${ofProtocol.toUpperCase()} or ALL_PROXY is not the address of an HTTP proxy`, {
      hint: 'Example: http://proxy.example:3128. To connect directly, add the host to NO_PROXY.',
    });
  const direct = noProxy.filter((one) => one !== '').map((one) => one.replace(/^([^:]*):\d+$/, '$1'));
  return omitUndefined({ proxy: proxyOf(proxy, direct) });
}

/** Matches `.example` and `example` with the host and its subdomains, as NO_PROXY does. */
export function isInDomain(host: string, named: string): boolean {
  const name = named.toLowerCase().replace(/^\*?\./, '');
  return host === name || host.endsWith(`.${name}`);
}

const hostOf = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$/g, '');

/** Client certificate for an origin; undefined if the target does not name the origin. */
export function certificateOfOrigin(origin: string, { certificate }: Connection): ClientCertificate | undefined {
  return certificate?.origins.includes(origin) === true ? certificate.shown : undefined;
}

type HostAndPort = Pick<URL, 'protocol' | 'hostname' | 'port'>;

function portOf({ protocol, port }: HostAndPort): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** Tunnel through the proxy; undefined for a direct connection. Rejects with `TransportFailure`. */
export function openTunnel(place: HostAndPort, { proxy }: Connection, timeoutMs: number): Promise<Socket> | undefined {
  const host = hostOf(place.hostname);
  if (proxy === undefined || proxy.direct.some((one) => isInDomain(host, one))) return undefined;
  const { origin, user } = proxy;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${portOf(place)}`;
  const authorization = mapOptional(
    user,
    (it) => `Basic ${Buffer.from(`${it.name}:${it.password}`).toString('base64')}`,
  );
  const failure = (what: string): TransportFailure => new TransportFailure('proxy', `the proxy ${origin} ${what}`);
  const { protocol, hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestSecure : requestPlain)({
      host: hostOf(hostname),
      port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...omitUndefined({ 'proxy-authorization': authorization }) },
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
      reject(failure(`does not connect to ${authority}: it returned ${statusCode}`));
    });
    request.once('timeout', () => request.destroy(failure(`did not connect to ${authority} in time`)));
    request.once('error', (error) =>
      reject(error instanceof TransportFailure ? error : failure(`cannot be reached: ${codeOf(error)}`)),
    );
    request.end();
  });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Opens a new socket. Data that is written before it is connected waits. */
export async function openSocket(url: URL, connection: Connection, timeoutMs: number): Promise<Socket> {
  const host = hostOf(url.hostname);
  const port = portOf(url);
  const socket = await openTunnel(url, connection, timeoutMs);
  if (url.protocol !== 'https:') return socket ?? connectPlain({ host, port });
  // IP addresses are not sent as server name (RFC 6066 §3). TLS validates the certificate against the host in either case.
  const servername = isIP(host) === 0 ? host : undefined;
  return connectSecure({
    host,
    port,
    ...certificateOfOrigin(url.origin, connection),
    ...omitUndefined({ servername, socket }),
  });
}
