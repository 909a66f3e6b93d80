/** A planned request as it goes on the wire: nothing is sent that was not built here. */
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import type { RequestTemplate, Value } from '../plan/model.ts';
import { buildBody } from './body.ts';
import { refusalOf } from './guard.ts';
import type { Done } from './ledger.ts';
import { resolve, type Resolution, Unresolved } from './resolve.ts';
import { unsendable } from '../load/field-value.ts';
import { notSent, type WireRequest } from './transport.ts';
import type { Destination } from './sender.ts';

interface Built {
  readonly wire: WireRequest;
  /** Path parameters, resolved. */
  readonly parameters: Done['parameters'];
  readonly json: Json | undefined;
}

/** The request as it goes on the wire; rejects with `not-sent` where it must not go. Nothing is sent that was not built here. */
export async function buildRequest(request: RequestTemplate, to: Destination, resolution: Resolution): Promise<Built> {
  const refused = refusalOf(request, to.permission);
  if (refused !== undefined) throw notSent(refused.why, refused.message);
  const text = (value: Value): string => {
    const resolved = resolve(value, resolution);
    return typeof resolved === 'string' ? resolved : JSON.stringify(resolved);
  };
  const base = addressOf(request.base, to);
  if (base === '' && request.base !== 'elsewhere')
    throw notSent(
      'no-address',
      request.base === 'service'
        ? 'the target gives no address for this version'
        : 'the target names no identity provider',
    );
  const parameters: Record<string, Json> = {};
  const path = request.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    const value = resolve(request.parameters[name] ?? '', resolution);
    parameters[name] = value;
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  });
  const query = (request.query ?? []).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(text(value))}`,
  );
  // What the target sends with every call is meant for the service alone.
  const ofTarget = request.base === 'elsewhere' ? [] : Object.entries(to.headers);
  const headers = new Map<string, string>(ofTarget.map(([n, v]) => [n.toLowerCase(), v]));
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  // RFC 9110 §12.5.3: without this field a service may pack its answers as it likes.
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
  const body = request.body === undefined ? undefined : await buildBody(request.body, to, resolution);
  if (body !== undefined) headers.set('content-type', body.type);
  const tokenQuery = request.base === 'elsewhere' ? undefined : await authorise(request, to, headers);
  if (tokenQuery !== undefined) query.push(tokenQuery);
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), text(value));
  }
  checkFields(headers, request, to);
  const address = request.location === undefined ? `${base}${path}` : followed(request.location, base, resolution);
  const url =
    request.address === undefined
      ? `${address}${query.length === 0 ? '' : `?${query.join('&')}`}`
      : linked(request.address, base);
  return {
    wire: {
      method: request.method,
      url,
      headers: [...headers, ...(await doubled(request, to))],
      ...defined({ body: body?.bytes }),
    },
    json: body?.json,
    parameters,
  };
}

/** What paths stand below; nothing for one that is an address itself. */
export function addressOf(base: RequestTemplate['base'], to: Destination): string {
  if (base === 'elsewhere') return '';
  return base === 'service' ? to.baseUrl : (to.service.identityProvider?.tokenUrl ?? '');
}

/** A value that would end its header is not sent, and whoever gave it is told which one it is. */
function checkFields(headers: ReadonlyMap<string, string>, request: RequestTemplate, to: Destination): void {
  const ofTarget = new Set(Object.keys(to.headers).map((name) => name.toLowerCase()));
  for (const [name, value] of headers) {
    const what = unsendable(value);
    if (what === undefined) continue;
    const isPlanned = Object.keys(request.headers).some((planned) => planned.toLowerCase() === name);
    const isToken = !isPlanned && request.auth.kind !== 'none' && name === to.carrier.header.toLowerCase();
    const source = isToken
      ? 'the access token'
      : !isPlanned && ofTarget.has(name)
        ? `the header ${name} of the target`
        : `the header ${name}`;
    throw notSent('unsendable', `${source} holds ${what}, which no header can carry`);
  }
}

/** Puts the access token where the contract says, or where a fault says; returns a query part for the latter. */
async function authorise(
  request: RequestTemplate,
  to: Destination,
  headers: Map<string, string>,
): Promise<string | undefined> {
  const { auth } = request;
  const carry = (token: string): void => {
    headers.set(to.carrier.header.toLowerCase(), to.carrier.scheme === '' ? token : `${to.carrier.scheme} ${token}`);
  };
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'good':
      carry(await to.signIn.token('own'));
      return undefined;
    case 'other':
      carry(await to.signIn.token('other'));
      return undefined;
    case 'fault':
      break;
  }
  switch (auth.fault) {
    case 'other-audience': {
      const audience = to.service.otherAudience;
      if (audience === undefined) to.signIn.party('unlinked');
      carry(await to.signIn.forOther(audience ?? ''));
      return undefined;
    }
    case 'wrong-header': {
      const token = await to.signIn.token('own');
      if (to.carrier.header.toLowerCase() === 'authorization') headers.set('access-token', token);
      else headers.set('authorization', `Bearer ${token}`);
      return undefined;
    }
    case 'in-query':
      return `access_token=${encodeURIComponent(await to.signIn.token('own'))}`;
    case 'assertion':
      carry(await to.signIn.assertionAsToken());
      return undefined;
    case 'doubled':
      carry(await to.signIn.token('own'));
      return undefined;
    case 'scheme-lower':
    case 'scheme-upper': {
      if (to.carrier.scheme === '') throw notSent('no-scheme');
      const scheme = auth.fault === 'scheme-lower' ? to.carrier.scheme.toLowerCase() : to.carrier.scheme.toUpperCase();
      headers.set(to.carrier.header.toLowerCase(), `${scheme} ${await to.signIn.token('own')}`);
      return undefined;
    }
    default:
      carry(await to.signIn.faulty(auth.fault));
      return undefined;
  }
}

/** The second of two credentials, which a map of fields cannot hold. */
async function doubled(request: RequestTemplate, to: Destination): Promise<readonly (readonly [string, string])[]> {
  if (request.auth.kind !== 'fault' || request.auth.fault !== 'doubled') return [];
  // Of another organisation: the same one twice is the same credential, however it is read.
  const second = await to.signIn.token('other');
  const name = to.carrier.header.toLowerCase();
  return [[name, to.carrier.scheme === '' ? second : `${to.carrier.scheme} ${second}`]];
}

/** Where a link of a page leads; a token is never taken to another origin. */
function linked({ target, from }: NonNullable<RequestTemplate['address']>, base: string): string {
  const url = URL.canParse(target, from) ? new URL(target, from) : undefined;
  if (url === undefined) throw notSent('no-address', 'the link to the next page is no address');
  if (url.origin !== new URL(base).origin)
    throw notSent('no-address', 'the link to the next page leads to another origin');
  return url.href;
}

/** Where an earlier step's Location leads; a token is never taken to another origin. */
function followed(step: string, base: string, resolution: Resolution): string {
  const address = resolution.location?.(step);
  if (address === undefined) throw new Unresolved(step, 'its Location');
  if (new URL(address).origin !== new URL(base).origin)
    throw notSent('no-address', 'the Location leads to another origin');
  return address;
}
