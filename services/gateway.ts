import type { Caller, Door } from './access/access-token.ts';
import type { Lifetime } from './model/version.ts';
import { GatewayError, notFound } from './http/gateway-error.ts';
import { decodeUtf8, duplicateName, MalformedJsonError, parseJson } from './http/json-text.ts';
import { acceptsJson, mediaType, type Answer, type Call, type Reply } from './http/message.ts';
import type { Match, Placed, Route, Router } from './http/router.ts';
import type { Log } from './log.ts';

/** What an operation gets to see of a call that has passed everything before it. */
export interface Exchange {
  readonly call: Call;
  /** Values of the path parameters, in order. */
  readonly parameters: readonly string[];
  readonly caller: Caller;
  /** The parsed JSON body of a POST or PATCH. */
  readonly body: unknown;
}

/** An operation by its name, such as `students.create`, and its place, in the versions of its lifetime. */
export interface Place extends Placed, Lifetime {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Needs no access token. */
  readonly open?: boolean;
}

/** The operations themselves, by name. */
export type Run = Readonly<Record<string, (exchange: Exchange) => Reply>>;

/** The stages of a call before and after its operation, in their order. */
export interface Gateway {
  readonly route: (path: string) => Match<Place> | undefined;
  /** A path that no route has. */
  readonly lost: (call: Call) => Reply | Promise<Reply>;
  /** OPTIONS: what a path offers. */
  readonly offer: (call: Call, route: Route<Place>) => Reply | Promise<Reply>;
  readonly choose: (call: Call, route: Route<Place>) => Place;
  /** student-reporting section 1: POST, PATCH and DELETE can be unavailable during degradations and deployments. */
  readonly available: (call: Call, place: Place) => void;
  readonly accept: (call: Call) => void;
  readonly read: (call: Call) => Promise<unknown>;
  /** What a body is declared to be; a part of reading it, as are the next three. */
  readonly declared: (call: Call) => void;
  readonly bodyLimit: number;
  readonly parse: (text: string) => unknown;
  /** The pointer of a name that its object has twice. */
  readonly repeated: (text: string) => string | undefined;
  readonly answer: (call: Call, place: Place, reply: Reply) => Reply;
  readonly refuse: (error: GatewayError) => Reply;
  /** What is no HTTP at all, before there is a call. */
  readonly malformed: (error: GatewayError) => Reply;
}

export interface GatewayOptions {
  readonly router: Router<Place>;
  readonly isDegraded: () => boolean;
}

interface Stages {
  readonly gateway: Gateway;
  readonly door: Door;
  readonly run: Run;
}

const mebibyte = 1024 * 1024;
const nobody: Caller = { organisation: '', device: '' };
const retryAfterSeconds = '120';

export function gateway(stages: Stages, { router, isDegraded }: GatewayOptions): Gateway {
  return {
    route: (path) => router.find(path),
    lost: () => {
      throw notFound();
    },
    offer: (_call, { allow }) => ({ status: 204, headers: { allow } }),
    choose: ({ method }, { operations, allow }) => {
      const place = operations.get(method === 'HEAD' ? 'GET' : method);
      if (!place) throw methodNotAllowed(allow);
      return place;
    },
    available: (_call, { method }) => {
      if (method === 'GET' || !isDegraded()) return;
      const entry = { code: 'service_unavailable', detail: 'The service is degraded; only reads are available.' };
      throw new GatewayError(503, entry, { 'retry-after': retryAfterSeconds });
    },
    accept: (call) => {
      if (!acceptsJson(call.header('accept'))) throw notAcceptable();
    },
    read: (call) => readJson(stages.gateway, call),
    declared,
    bodyLimit: mebibyte,
    parse: parseJson,
    repeated: duplicateName,
    answer: (_call, { open }, reply) => (open ? reply : unstored(reply)),
    refuse: (error) => unstored(error.reply()),
    malformed: (error) => error.reply(),
  };
}

/** Judges a call in the agreed order: path, method, token, Accept, media type, shape; the rest is the operation's. */
export function answerWith(stages: Stages, log: Log): Answer {
  return async (call) => {
    try {
      return await judge(stages, call);
    } catch (error) {
      if (error instanceof GatewayError) return stages.gateway.refuse(error);
      // The cause is for the operator's log; a response never carries technical detail.
      log(error);
      const entry = { code: 'internal_error', detail: 'The service could not handle the request.' };
      return stages.gateway.refuse(new GatewayError(500, entry));
    }
  };
}

async function judge({ gateway, door, run }: Stages, call: Call): Promise<Reply> {
  const match = gateway.route(call.path);
  if (!match) return gateway.lost(call);
  const { route, parameters } = match;
  if (call.method === 'OPTIONS') return gateway.offer(call, route);
  const place = gateway.choose(call, route);
  const caller = place.open ? nobody : await door.admit(call);
  gateway.available(call, place);
  gateway.accept(call);
  const takesBody = place.method === 'POST' || place.method === 'PATCH';
  const body = takesBody ? await gateway.read(call) : undefined;
  const operation = run[place.name];
  if (!operation) throw new Error(`Nothing runs ${place.name}.`);
  return gateway.answer(call, place, operation({ call, parameters, caller, body }));
}

async function readJson(gateway: Gateway, call: Call): Promise<unknown> {
  if (call.hasBody) gateway.declared(call);
  const bytes = await call.read(gateway.bodyLimit);
  if (!bytes) throw new GatewayError(413, { code: 'content_too_large', detail: 'The body is longer than 1 MiB.' });
  try {
    const text = decodeUtf8(bytes);
    const body = gateway.parse(text);
    const pointer = gateway.repeated(text);
    if (pointer === undefined) return body;
    const detail = 'An object has two members of one name.';
    throw new GatewayError(400, { code: 'duplicate_name', detail, source: { pointer } });
  } catch (error) {
    if (!(error instanceof MalformedJsonError)) throw error;
    throw new GatewayError(400, { code: 'malformed_json', detail: 'The body is not well-formed JSON.' });
  }
}

function declared(call: Call): void {
  const coding = call.header('content-encoding');
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw unsupportedMediaType('content-encoding');
  if (mediaType(call.header('content-type')) !== 'application/json') throw unsupportedMediaType('content-type');
}

export function unsupportedMediaType(header: string): GatewayError {
  const detail = 'The body must be application/json.';
  return new GatewayError(415, { code: 'unsupported_media_type', detail, source: { header } });
}

export function notAcceptable(): GatewayError {
  const detail = 'Only application/json can be sent.';
  return new GatewayError(406, { code: 'not_acceptable', detail, source: { header: 'accept' } });
}

export function methodNotAllowed(allow: string): GatewayError {
  const entry = { code: 'method_not_allowed', detail: 'The resource does not offer this method.' };
  return new GatewayError(405, entry, { allow });
}

function unstored(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
}
