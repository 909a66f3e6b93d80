/** Turns a planned step into a request on the wire and a record of what came back. */
import { defined } from '../record/defined.ts';
import { isUtf8 } from 'node:buffer';
import { header } from '../record/headers.ts';
import type { Json } from '../record/json.ts';
import type { TargetService } from '../load/model.ts';
import type { RequestTemplate, Step, Value } from '../plan/model.ts';
import { buildBody } from './body.ts';
import { refusalOf, type Permission } from './guard.ts';
import { enter, type Catalogue, type Done, type Ledger } from './ledger.ts';
import type { Finder } from './finder.ts';
import type { Exchange, RecordedResponse } from '../record/exchange.ts';
import type { SignIn } from './parties.ts';
import { patiently } from './patience.ts';
import { Pulse } from './pulse.ts';
import type { Redactor } from './redact.ts';
import { resolve, type Resolution, Unresolved } from './resolve.ts';
import { unsendable } from '../load/field-value.ts';
import type { AssertionContract } from './tokens.ts';
import {
  notSent,
  recordedFailure,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/** What is known of the target while its requests are built. */
export interface Destination {
  readonly service: TargetService;
  readonly spec: string;
  readonly baseUrl: string;
  readonly zone: string;
  /** Header and scheme that carry the access token. */
  readonly carrier: { readonly header: string; readonly scheme: string };
  readonly assertion: AssertionContract;
  readonly headers: Readonly<Record<string, string>>;
  readonly permission: Permission;
  /** What its operations do to what is stored. */
  readonly catalogue: Catalogue;
  readonly signIn: SignIn;
  readonly redactor: Redactor;
  /** What is asked, and harmlessly, to learn whether the service is there: a declared read. */
  readonly heartbeat: { readonly path: string; readonly access: 'token' | 'public' };
}

export interface SendOptions {
  /** Default transport, and the one for what Playwright would change on the way. */
  readonly transport: Transport;
  readonly plain: Transport;
  readonly clock: () => number;
  readonly timeoutMs: number;
  /** Resolves when a request may be sent, where the target limits their rate. Whoever calls has waited for the first one. */
  readonly pace?: () => Promise<void>;
  /** Where it is written down what is made; absent where that does not outlive the run. */
  readonly ledger?: Ledger;
  /** By address, filled as addresses are used; without it every request is sent, however many of them hang. */
  readonly pulses?: Map<string, Pulse>;
}

/** The live answer of a step (unredacted), for the references of later steps. */
export interface Live {
  readonly answer: Json | undefined;
  readonly sent: Json | undefined;
  /** Where its Location leads, as an absolute address. */
  readonly location?: string;
  /** What became of it, for those who needed something of it: a status, or why there is none. */
  readonly outcome?: number | TransportFailure;
}

export interface Sent {
  readonly exchange: Exchange;
  readonly live: Live;
  readonly response: WireResponse | undefined;
}

/** What identifies an exchange in the record. */
export interface ExchangeName {
  readonly id: string;
  readonly group: string;
  readonly step: string;
}

/** Sends one request and records it. Never rejects for anything that the target does. */
export async function sendOnce(
  step: Step,
  name: ExchangeName,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
): Promise<Sent> {
  const at = options.clock();
  let wire: WireRequest | undefined;
  let sentBody: Json | undefined;
  let parameters: Done['parameters'] = {};
  try {
    let isAgain = false;
    const { response, attempts } = await patiently(step, to.signIn, async () => {
      if (isAgain) await options.pace?.();
      isAgain = true;
      const built = await buildRequest(step.request, to, resolution);
      wire = built.wire;
      sentBody = built.json;
      parameters = built.parameters;
      const transport = step.via === 'undici' || hasRepeatedHeader(wire) ? options.plain : options.transport;
      return watched(step.request.base, to, options, () => transport.send(built.wire, options.timeoutMs));
    });
    const answer = parseJson(response.body);
    account(step.request, parameters, to, { status: response.status, answer }, options);
    const recorded = record(step, name, to, wire, at, options.clock() - at, response);
    const exchange = attempts === 1 ? recorded : { ...recorded, attempts };
    const location = wire === undefined ? undefined : locationOf(wire.url, response);
    return {
      exchange,
      live: { answer, sent: sentBody, outcome: response.status, ...defined({ location }) },
      response,
    };
  } catch (error) {
    const failure = outcomeOf(error, resolution);
    if (wire !== undefined) account(step.request, parameters, to, failure, options);
    const exchange: Exchange = {
      ...record(step, name, to, wire, at, options.clock() - at),
      failure: {
        ...recordedFailure(failure, (text) => to.redactor.text(text)),
        ...(error instanceof Unresolved ? { lacks: error.step } : {}),
      },
    };
    return { exchange, live: { answer: undefined, sent: sentBody, outcome: failure }, response: undefined };
  }
}

/** Enters into the ledger what an exchange did. */
export function account(
  request: RequestTemplate,
  parameters: Done['parameters'],
  to: Destination,
  outcome: Done['outcome'],
  { ledger }: SendOptions,
): void {
  if (ledger === undefined) return;
  enter(
    ledger,
    to.catalogue,
    { request, parameters, service: to.service.service, spec: to.spec, address: to.baseUrl, outcome },
    (text) => to.redactor.text(text),
  );
}

/** Sends with an eye on whether the address still answers at all. */
export function watched<T>(
  base: RequestTemplate['base'],
  to: Destination,
  options: SendOptions,
  send: () => Promise<T>,
): Promise<T> {
  const { pulses } = options;
  if (pulses === undefined) return send();
  const address = base === 'service' ? to.baseUrl : (to.service.identityProvider?.tokenUrl ?? '');
  let pulse = pulses.get(address);
  if (pulse === undefined) {
    pulse = new Pulse(() => isThere(base, to, options));
    pulses.set(address, pulse);
  }
  return pulse.through(send);
}

/** Any answer will do, and any failure but a time-out: it is the waiting that a run cannot afford. */
async function isThere(base: RequestTemplate['base'], to: Destination, options: SendOptions): Promise<boolean> {
  const isService = base === 'service';
  const headers = new Map([
    ['accept', 'application/json'],
    ...Object.entries(to.headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  try {
    if (isService && to.heartbeat.access === 'token')
      headers.set(to.carrier.header.toLowerCase(), `${to.carrier.scheme} ${await to.signIn.token('own')}`.trim());
    const url = isService ? `${to.baseUrl}${to.heartbeat.path}` : (to.service.identityProvider?.tokenUrl ?? '');
    await options.plain.send({ method: 'GET', url, headers: [...headers] }, options.timeoutMs);
    return true;
  } catch (error) {
    return !(error instanceof TransportFailure) || error.kind !== 'timeout';
  }
}

/** Why there is no answer. Whatever is thrown for another reason than these two is a defect of ours, and no outcome. */
export function outcomeOf(error: unknown, resolution: Resolution): TransportFailure {
  if (error instanceof Unresolved) return lacking(error, resolution);
  if (error instanceof TransportFailure) return error;
  throw error;
}

/** Why a request could not be made: the first step in a row of them that went wrong explains those after it. */
function lacking(error: Unresolved, resolution: Resolution): TransportFailure {
  const outcome = resolution.outcome?.(error.step);
  if (outcome === undefined) return notSent('lacking', error.message);
  if (typeof outcome === 'number')
    return notSent('lacking', error.message.replace(' brought', ` was answered ${outcome} and brought`));
  return outcome.kind === 'not-sent'
    ? outcome
    : notSent('lacking', `step "${error.step}" has no answer: ${outcome.message}`);
}

function hasRepeatedHeader(wire: WireRequest): boolean {
  return new Set(wire.headers.map(([n]) => n)).size !== wire.headers.length;
}

export function record(
  step: Step,
  name: ExchangeName,
  to: Destination,
  wire: WireRequest | undefined,
  at: number,
  durationMs: number,
  response?: WireResponse,
): Exchange {
  const { redactor } = to;
  const [sent, received] = [wire?.body?.toString('utf8'), response?.body.toString('utf8')];
  const personal = redactor.personal(sent, received);
  return {
    id: name.id,
    service: to.service.service,
    spec: to.spec,
    group: name.group,
    ...defined({ operation: step.operation }),
    step: name.step,
    request: {
      method: wire?.method ?? step.request.method,
      url: redactor.url(wire?.url ?? `${to.baseUrl}${step.request.path}`, personal),
      headers: redactor.headers(wire?.headers ?? [], personal),
      ...(sent === undefined ? {} : { body: shorten(redactor.body(sent, personal)) }),
    },
    ...(response === undefined
      ? {}
      : {
          response: recordResponse(response, received ?? '', redactor, personal),
        }),
    at,
    durationMs,
  };
}

function recordResponse(
  response: WireResponse,
  received: string,
  redactor: Redactor,
  personal: Finder | undefined,
): RecordedResponse {
  const headers = redactor.headers(response.headers, personal);
  const body = redactor.body(received, personal);
  return {
    status: response.status,
    headers,
    body,
    bytes: response.received ?? response.body.length,
    ...(isUtf8(response.body) ? {} : { utf8: false }),
    ...redactor.betrayed({ headers: response.headers, body: received }, { headers, body }),
  };
}

/** A body made huge on purpose is recorded by its beginning only; no rule reads the rest of it. */
function shorten(body: string): string {
  return body.length <= 500_000 ? body : `${body.slice(0, 2_000)}… (${body.length} characters)`;
}

export function parseJson(body: Buffer): Json | undefined {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

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
  const base = request.base === 'service' ? to.baseUrl : (to.service.identityProvider?.tokenUrl ?? '');
  if (base === '')
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
  const headers = new Map<string, string>(Object.entries(to.headers).map(([n, v]) => [n.toLowerCase(), v]));
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  // RFC 9110 §12.5.3: without this field a service may pack its answers as it likes.
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
  const body = request.body === undefined ? undefined : await buildBody(request.body, to, resolution);
  if (body !== undefined) headers.set('content-type', body.type);
  const tokenQuery = await authorise(request, to, headers);
  if (tokenQuery !== undefined) query.push(tokenQuery);
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), text(value));
  }
  checkFields(headers, request, to);
  const address = request.location === undefined ? `${base}${path}` : followed(request.location, base, resolution);
  const url = `${address}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return {
    wire: {
      method: request.method,
      url,
      headers: [...headers, ...(await doubled(request, to))],
      ...(body === undefined ? {} : { body: body.bytes }),
    },
    json: body?.json,
    parameters,
  };
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

/** RFC 9110 §10.2.2: a Location is resolved against the address of the request. */
function locationOf(url: string, response: WireResponse): string | undefined {
  const value = header(response, 'location');
  if (value === undefined || !URL.canParse(value, url)) return undefined;
  return new URL(value, url).href;
}

/** Where an earlier step's Location leads; a token is never taken to another origin. */
function followed(step: string, base: string, resolution: Resolution): string {
  const address = resolution.location?.(step);
  if (address === undefined) throw new Unresolved(step, 'its Location');
  if (new URL(address).origin !== new URL(base).origin)
    throw notSent('no-address', 'the Location leads to another origin');
  return address;
}
