/** Builds the wire request of a planned request. No other code builds requests. */
import { decodePercent, encodePercent } from '../model/text.ts';
import { fillPath } from '../model/path-template.ts';
import { omitUndefined, mergeObjects } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { valuesAt } from '../model/pointer.ts';
import type { RequestTemplate, Value } from '../plan/model.ts';
import { buildBody } from './request-body.ts';
import { generatedHeaders, carrierHeaders, credentialsOf, withQueryParameters } from './auth-schemes.ts';
import { isRecordId, policyViolationOf } from './request-policy.ts';
import { referencedSteps, type Resolution, resolveValue, splitOnce, UnresolvedReference } from './resolve-values.ts';
import { headerValueFault } from '../model/headers.ts';
import { notSentFailure, type WireRequest } from './transport.ts';
import type { Destination, FinishedExchange } from './model.ts';

type HeaderField = readonly [string, string];

export interface BuiltRequest {
  readonly wire: WireRequest;
  /** Resolved path parameters. */
  readonly parameters: FinishedExchange['parameters'];
  readonly json: Json | undefined;
  /** Planned headers by name in lower case, without credentials. */
  readonly head: Readonly<Record<string, string>>;
  /** The JWT of a token request. */
  readonly assertion?: string;
  /** The valid access token of the request. */
  readonly token?: string;
}

/** Builds the wire request; rejects with `not-sent` if the policy forbids it. */
export async function buildRequest(
  request: RequestTemplate,
  to: Destination,
  earlier: Resolution,
): Promise<BuiltRequest> {
  const parameters: Record<string, Json> = {};
  const resolution: Resolution = mergeObjects(earlier, {
    resultOf: (step: string) => (step === '' ? { path: parameters } : earlier.resultOf?.(step)),
  });
  if (earlier.another !== undefined)
    throw new UnresolvedReference(earlier.another, '', 'the ID of a record that it did not create');
  const refused = policyViolationOf(request, to.permission);
  if (refused !== undefined) throw notSentFailure(refused.why, refused.message);
  const text = (value: Value): string => {
    const resolved = resolveValue(value, resolution);
    return typeof resolved === 'string' ? resolved : JSON.stringify(resolved);
  };
  const base = baseAddressOf(request, to);
  if (base === '' && request.base !== 'elsewhere')
    throw notSentFailure(
      'no-address',
      request.base === 'service'
        ? 'the target gives no address for this version'
        : 'the target names no identity provider',
    );
  const path = fillPath(request.path, (name) => {
    const planned = request.parameters[name] ?? '';
    const value = resolveValue(planned, resolution);
    // IDs in responses are sent back in paths with any method, so they must name exactly one record.
    if (typeof planned === 'object' && !isRecordId(value))
      throw notSentFailure(
        'lacking',
        `${JSON.stringify(value)}, which the service gave for {${name}}, names no record`,
      );
    parameters[name] = value;
    return encodePercent(typeof value === 'string' ? value : JSON.stringify(value));
  });
  const query = (request.query ?? []).map(([name, value]): HeaderField => [name, text(value)]);
  // Headers of the target go to its service only.
  const ofTarget =
    request.base === 'elsewhere' ? [] : [...generatedHeaders(to.headers), ...headersOfParty(request, to)];
  const headers = new Map<string, string>(ofTarget.map(([n, v]) => [n.toLowerCase(), v]));
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  // RFC 9110 §12.5.3: without this header a service may use any content coding.
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
  const shown = request.base === 'elsewhere' ? undefined : await credentialsOf(request, to);
  const body = await buildBody(request, to, resolution, shown?.form);
  if (body !== undefined) headers.set('content-type', body.type);
  const [twice, once] = splitRepeated(shown?.headers ?? []);
  for (const [name, value] of once) headers.set(name, value);
  query.push(...(shown?.query ?? []));
  const head: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), (head[name.toLowerCase()] = text(value)));
  }
  checkFields(headers, request, to);
  const address =
    request.location === undefined
      ? withCreatedQuery(`${base}${path}`, request, resolution)
      : addressOfLink(request.location, base, resolution);
  const url =
    request.address === undefined
      ? withQueryParameters(address, request.location === undefined ? query : missingQuery(address, query))
      : withCredentials(pageAddress(request.address, base), shown?.query ?? []);
  return {
    wire: {
      method: request.method,
      url,
      headers: [...headers, ...twice],
      ...omitUndefined({ body: body?.bytes }),
    },
    json: body?.json,
    head,
    parameters,
    ...omitUndefined({ assertion: body?.assertion, token: shown?.token }),
  };
}

/** Headers of the calling party, mostly a tenant. */
function headersOfParty({ auth }: RequestTemplate, { service, asking }: Destination): readonly HeaderField[] {
  const party = auth.kind === 'other' ? (auth.party ?? 'other') : asking;
  return Object.entries((party === undefined ? undefined : service.partyHeaders?.[party]) ?? {});
}

type Addressed = Pick<RequestTemplate, 'base' | 'server'>;

/** Base URL of a request; empty for requests with an absolute address. */
export function baseAddressOf({ base, server }: Addressed, { baseUrl, service }: Destination): string {
  if (base === 'elsewhere') return '';
  if (base === 'service') return server === undefined ? baseUrl : (service.servers?.[server] ?? '');
  return (service.identityProvider ?? service.client)?.tokenUrl ?? '';
}

/** Splits repeated headers, which a map cannot hold, from the first ones. */
function splitRepeated(fields: readonly HeaderField[]): readonly [readonly HeaderField[], readonly HeaderField[]] {
  const isAgain = (name: string, index: number): boolean => fields.findIndex(([known]) => known === name) < index;
  return [
    fields.filter(([name], index) => isAgain(name, index)),
    fields.filter(([name], index) => !isAgain(name, index)),
  ];
}

/** A value that no header can carry is reported with its source. */
function checkFields(headers: ReadonlyMap<string, string>, request: RequestTemplate, to: Destination): void {
  const ofTarget = new Set(Object.keys(to.headers).map((name) => name.toLowerCase()));
  for (const [name, value] of headers) {
    const what = headerValueFault(value);
    if (what === undefined) continue;
    const isPlanned = Object.keys(request.headers).some((planned) => planned.toLowerCase() === name);
    const isToken = !isPlanned && request.auth.kind !== 'none' && carrierHeaders(to).includes(name);
    const source = isToken
      ? 'the access token'
      : !isPlanned && ofTarget.has(name)
        ? `the header ${name} of the target`
        : `the header ${name}`;
    throw notSentFailure('unsendable', `${source} holds ${what}, which no header can carry`);
  }
}

/** Page links name a page; credentials are added by the client as for every other request. */
function withCredentials(address: string, shown: readonly HeaderField[]): string {
  return withQueryParameters(address, missingQuery(address, shown));
}

/** Query parameters that an address of the service does not contain. */
function missingQuery(address: string, query: readonly HeaderField[]): readonly HeaderField[] {
  const { searchParams } = new URL(address);
  return query.filter(([name]) => !searchParams.has(name));
}

/** Address of a page link. Credentials are never sent to another origin. */
function pageAddress({ target, from }: NonNullable<RequestTemplate['address']>, base: string): string {
  const url = URL.canParse(target, from) ? new URL(target, from) : undefined;
  if (url === undefined) throw notSentFailure('no-address', 'the link to the next page is no address');
  if (url.origin !== new URL(base).origin)
    throw notSentFailure('no-address', 'the link to the next page leads to another origin');
  return url.href;
}

/**
 * Adds the query of the Location that the create returned (RFC 9110 §10.2.2). Without it the address may not exist, for example that of a
 * resumable upload.
 */
function withCreatedQuery(
  url: string,
  { parameters, query = [], omits = [] }: RequestTemplate,
  { resultOf }: Resolution,
): string {
  const found = Object.values(parameters)
    .flatMap(referencedSteps)
    .flatMap((step) => resultOf?.(step)?.location ?? [])
    .filter((text) => text.includes('?'))
    .map((text) => new URL(text))
    .find((it) => it.search !== '' && samePlace(it, url));
  if (found === undefined) return url;
  const settled = [...query.map(([name]) => name), ...omits];
  return withQueryParameters(
    url,
    [...found.searchParams].filter(([name]) => !settled.includes(name)),
  );
}

function samePlace({ origin, pathname }: URL, url: string): boolean {
  const other = URL.canParse(url) ? new URL(url) : undefined;
  return other?.origin === origin && decodePercent(other.pathname) === decodePercent(pathname);
}

/** Address in the Location of an earlier step, or in a link of its response. Credentials are never sent to another origin. */
function addressOfLink(location: string, base: string, resolution: Resolution): string {
  const [step, pointer] = splitOnce(location, '#');
  const address = pointer === '' ? resolution.resultOf?.(step)?.location : linkIn(step, pointer, resolution);
  if (address === undefined) throw new UnresolvedReference(step, '', 'no Location');
  if (new URL(address).origin !== new URL(base).origin)
    throw notSentFailure(
      'no-address',
      `the ${pointer === '' ? 'Location' : `link at ${pointer}`} leads to another origin`,
    );
  return address;
}

/** RFC 3986 §5.1.3: links are relative to the address of the response. */
function linkIn(step: string, pointer: string, resolution: Resolution): string {
  const { answer, url: from } = resolution.resultOf?.(step) ?? {};
  const [found] = valuesAt(answer, pointer);
  if (typeof found !== 'string' || !URL.canParse(found, from))
    throw new UnresolvedReference(step, pointer, found === undefined ? undefined : `no URL at ${pointer}`);
  return new URL(found, from).href;
}
