import type { Caller } from '../access/access-token.ts';
import { shapeFault } from '../faults/ids.ts';
import type { Switches } from '../faults/switches.ts';
import type { ServiceName } from '../services.ts';
import { answeredCarelessly, Forgotten, methodBelieved, pathLookedUp, refuseNeedlessly } from './careless.ts';
import { GatewayError, notFound, type GatewayErrorEntry } from './gateway-error.ts';
import { decodeUtf8, duplicateName, MalformedJsonError, parseJson } from './json-text.ts';
import { acceptsJson, mediaType } from './media.ts';
import { json, type Answer, type Call, type Reply } from './message.ts';
import type { Match, Router } from './router.ts';

/** What an operation gets to see of a call that has passed everything before it. */
export interface Exchange {
  readonly call: Call;
  /** Values of the path parameters, in order. */
  readonly parameters: readonly string[];
  readonly caller: Caller;
  /** The parsed JSON body of a POST or PATCH. */
  readonly body: unknown;
}

export interface Operation {
  /** For example `students.create`; the middle part of fault ids. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Needs no access token. */
  readonly open?: boolean;
  run(exchange: Exchange): Reply;
}

export interface Pipeline {
  readonly service: ServiceName;
  readonly router: Router<Operation>;
  readonly switches: Switches;
  readonly clock: () => Date;
  readonly admit: (call: Call) => Caller | Promise<Caller>;
  readonly isDegraded: () => boolean;
}

interface Running extends Pipeline {
  readonly forgotten: Forgotten;
}

const mebibyte = 1024 * 1024;
const nobody: Caller = { organisation: '', device: '' };
const retryAfterSeconds = '120';

/** Judges a call in the agreed order: path, method, token, Accept, media type, shape; the rest is the operation's. */
export function answerWith(parts: Pipeline): Answer {
  const pipeline: Running = { ...parts, forgotten: new Forgotten(parts) };
  const throttle = throttleOf(pipeline);
  return async (call) => {
    try {
      throttle();
      return withBanner(pipeline, await judge(pipeline, call));
    } catch (error) {
      if (error instanceof GatewayError) return withBanner(pipeline, gatewayReply(pipeline, error));
      // The cause is for the operator's log; a response never carries technical detail.
      console.error(error);
      const entry = { code: 'internal_error', detail: 'The service could not handle the request.' };
      return gatewayReply(pipeline, new GatewayError(500, entry));
    }
  };
}

async function judge(pipeline: Running, call: Call): Promise<Reply> {
  const { service, switches } = pipeline;
  const method = methodBelieved(pipeline, call);
  const match = await findRoute(pipeline, call);
  if (match === undefined) return json(200, {});
  const { route, parameters } = match;
  if (call.method === 'OPTIONS') {
    if (switches.on(shapeFault(service, 'options-unauthorised'))) await pipeline.admit(call);
    return { status: 204, headers: { allow: route.allow } };
  }
  const refusesHead = method === 'HEAD' && switches.on(shapeFault(service, 'head-refused'));
  const operation = refusesHead ? undefined : route.operations.get(method === 'HEAD' ? 'GET' : method);
  if (!operation) throw methodNotAllowed(route.allow);
  const caller = operation.open ? nobody : await pipeline.admit(call);
  refuseNeedlessly(pipeline, call);
  if (pipeline.forgotten.isGone(call)) throw notFound();
  refuseWhileDegraded(pipeline, operation);
  const wildcard =
    call.header('accept')?.includes('*') === true && switches.on(shapeFault(service, 'accept-any-refused'));
  if (wildcard || (!acceptsJson(call.header('accept')) && !switches.on(shapeFault(service, 'accept-ignored')))) {
    throw new GatewayError(406, {
      code: 'not_acceptable',
      detail: 'Only application/json can be sent.',
      source: { header: 'accept' },
    });
  }
  const takesBody = operation.method === 'POST' || operation.method === 'PATCH';
  const body = takesBody ? await readJson(pipeline, call) : undefined;
  const reply = answeredCarelessly(pipeline, call, operation.run({ call, parameters, caller, body }));
  return operation.open ? reply : { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
}

async function findRoute(pipeline: Pipeline, call: Call): Promise<Match<Operation> | undefined> {
  const { service, router, switches, admit } = pipeline;
  const match = router.find(pathLookedUp(pipeline, call.path, (path) => router.find(path) !== undefined));
  if (match) return match;
  if (switches.on(shapeFault(service, 'token-before-path'))) await admit(call);
  if (switches.on(shapeFault(service, 'unknown-path-200'))) return undefined;
  throw notFound();
}

function methodNotAllowed(allow: string): GatewayError {
  return new GatewayError(
    405,
    { code: 'method_not_allowed', detail: 'The resource does not offer this method.' },
    { allow },
  );
}

/** student-reporting section 1: POST, PATCH and DELETE can be unavailable during degradations and deployments. */
function refuseWhileDegraded({ service, switches, isDegraded }: Pipeline, { method }: Operation): void {
  if (!isDegraded()) return;
  if (method === 'GET' && !switches.on(`${service}.maintenance.reads-refused`)) return;
  if (switches.on(`${service}.maintenance.ignored`)) return;
  const status = switches.on(`${service}.maintenance.status-500`) ? 500 : 503;
  const hasNoDate = switches.on(`${service}.maintenance.retry-after-missing`);
  const entry = { code: 'service_unavailable', detail: 'The service is degraded; only reads are available.' };
  throw new GatewayError(status, entry, hasNoDate ? {} : { 'retry-after': retryAfterSeconds });
}

async function readJson({ service, switches }: Pipeline, call: Call): Promise<unknown> {
  if (call.hasBody && !switches.on(shapeFault(service, 'media-type-accepted')))
    refuseMediaType(service, switches, call);
  const limit = switches.on(shapeFault(service, 'size-unlimited')) ? 16 * mebibyte : mebibyte;
  const bytes = await call.read(limit);
  if (!bytes) throw new GatewayError(413, { code: 'content_too_large', detail: 'The body is longer than 1 MiB.' });
  try {
    const text = decodeUtf8(bytes);
    failByFault(service, switches, text);
    const body = parseJson(readLoosely(service, switches, text));
    const pointer = duplicateName(text);
    if (pointer !== undefined && !switches.on(shapeFault(service, 'duplicate-names-accepted'))) {
      throw new GatewayError(400, {
        code: 'duplicate_name',
        detail: 'An object has two members of one name.',
        source: { pointer },
      });
    }
    return body;
  } catch (error) {
    if (!(error instanceof MalformedJsonError)) throw error;
    const status = switches.on(shapeFault(service, 'malformed-json-500')) ? 500 : 400;
    throw new GatewayError(status, { code: 'malformed_json', detail: 'The body is not well-formed JSON.' });
  }
}

/** Under a fault, numbers may begin with zeros. */
function readLoosely(service: ServiceName, switches: Switches, text: string): string {
  return switches.on(shapeFault(service, 'leading-zero-accepted')) ? text.replace(/:0+(?=[1-9])/g, ':') : text;
}

/** Bodies that make a careless service fall over. */
function failByFault(service: ServiceName, switches: Switches, text: string): void {
  if (switches.active.size === 0) return;
  const isDeep = text.startsWith('['.repeat(500)) && switches.on(shapeFault(service, 'deep-nesting-500'));
  const isEmpty = text === '' && switches.on(shapeFault(service, 'empty-body-accepted'));
  if (isDeep || isEmpty) throw new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
}

function refuseMediaType(service: ServiceName, switches: Switches, call: Call): void {
  const isLiteral = switches.on(shapeFault(service, 'media-type-case-sensitive'));
  const isCodingIgnored = switches.on(shapeFault(service, 'content-encoding-ignored'));
  const coding = isCodingIgnored ? undefined : call.header('content-encoding');
  const isCoded = coding !== undefined && coding.trim().toLowerCase() !== 'identity';
  const declared = call.header('content-type');
  const isRefusedCharset = /;\s*charset/i.test(declared ?? '') && switches.on(shapeFault(service, 'charset-refused'));
  if ((isLiteral ? declared : mediaType(declared)) === 'application/json' && !isCoded && !isRefusedCharset) return;
  const source = { header: isCoded ? 'content-encoding' : 'content-type' };
  throw new GatewayError(415, { code: 'unsupported_media_type', detail: 'The body must be application/json.', source });
}

function gatewayReply({ service, switches }: Pipeline, error: GatewayError): Reply {
  const [first, ...rest] = error.entries.map((entry) => shownEntry(service, switches, entry));
  const isShape = error.status === 400 && switches.on(shapeFault(service, 'shape-422'));
  const isConflict = switches.on(shapeFault(service, 'refusals-409'));
  const status = isConflict ? 409 : isShape ? 422 : error.status;
  const shown = first ? new GatewayError(status, [first, ...rest], error.headers) : error;
  const reply = shown.reply();
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
}

function shownEntry(service: ServiceName, switches: Switches, entry: GatewayErrorEntry): GatewayErrorEntry {
  const { code, detail, source } = entry;
  if (source === undefined) return { code, detail };
  if (switches.on(shapeFault(service, 'detail-unnamed'))) return { code, detail: 'The request is not valid.' };
  // Without its source an error can still name the member in its words, so that only the words are left.
  if (switches.on(shapeFault(service, 'pointer-missing'))) return { code, detail };
  if (switches.on(shapeFault(service, 'pointer-wrong')))
    return { code, detail: 'The request is not valid.', source: { pointer: '/nowhere' } };
  return { code, detail, source };
}

function withBanner({ service, switches }: Pipeline, reply: Reply): Reply {
  if (!switches.on(shapeFault(service, 'banner-with-version'))) return reply;
  return { ...reply, headers: { ...reply.headers, 'x-powered-by': 'PHP/5.4.16' } };
}

/** Nothing, unless the fault is on: the sources list no rate limit. */
function throttleOf({ service, switches, clock }: Pipeline): () => void {
  const callsPerSecond = 50;
  let second = 0;
  let calls = 0;
  return () => {
    if (!switches.on(`${service}.throttling.burst-429`)) return;
    const now = Math.floor(clock().getTime() / 1000);
    calls = now === second ? calls + 1 : 1;
    second = now;
    if (calls <= callsPerSecond) return;
    throw new GatewayError(
      429,
      { code: 'too_many_requests', detail: 'There were too many calls.' },
      { 'retry-after': '30' },
    );
  };
}
