/** Sends a planned step and records the exchange. */
import { counted } from '../model/text.ts';
import { defined, extended, maybe } from '../model/objects.ts';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { rememberJson } from '../model/body.ts';
import { ALGORITHM_OF, type DigestName, type Exchange, type RecordedResponse } from '../model/exchange.ts';
import { isMap, type Json, parseJson } from '../model/json.ts';
import { jsonIn, locationOf, meantBy } from './response-content.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import type { MultiPatternSearch } from './multi-pattern-search.ts';
import { assertionSaid, type Redactor, tokenSaid } from './redactor.ts';
import type { AnsweredAttempt } from './retry.ts';
import { account, answered, outcomeOf, recordedOutcome } from './send-step.ts';
import type { BuiltRequest } from './build-request.ts';
import type { Destination, DoneExchange, ExchangeName, SendOptions, SentExchange, WriteTracker } from './model.ts';
import type { Resolution } from './resolve-values.ts';
import type { WireRequest, WireResponse } from './transport.ts';

/** Sends one request and records it. Never rejects because of the target. */
export async function sendOnce(
  step: Step,
  name: ExchangeName,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
): Promise<SentExchange> {
  const at = options.clock();
  let built: BuiltRequest | undefined;
  let written: ReturnType<WriteTracker['noteWrite']> | undefined;
  try {
    const { response, attempts, earlier } = await answered(
      step,
      to,
      resolution,
      options,
      (it) => (built = it),
      (it) => (written = options.tracker?.noteWrite(step.request, it.wire.body, to)),
    );
    written?.(response.status, response.body);
    const { wire, json, head, parameters = {}, assertion }: Partial<BuiltRequest> = built ?? {};
    const received = response.body.toString('utf8');
    const parsed = received === '' ? undefined : parseJson(received);
    const shown = parsed?.ok === true ? parsed.value : undefined;
    const meant = wire === undefined ? undefined : meantBy(step.success, wire.url, response, shown);
    const answer = meant ?? shown;
    learnTokens(step.request.base, answer, to);
    account(step.request, parameters, to, { status: response.status, answer }, options);
    const plain = record(step, name, to, wire, at, options.clock() - at, response, received);
    const recorded = withImpliedBody(plain, meant, to.redactor);
    // If nothing was masked, the parsed body is the one that rules will read.
    if (parsed !== undefined && recorded.response?.body === received) rememberJson(recorded.response, parsed);
    const location = wire === undefined ? undefined : locationOf(wire.url, response);
    const exchange = attempts === 1 ? recorded : { ...recorded, attempts, ...earlierAttempts(earlier, step, wire, to) };
    return {
      exchange,
      live: {
        answer,
        sent: json,
        path: parameters,
        ...defined({ sentHead: head }),
        head: headersByName(response),
        outcome: response.status,
        cookies: cookiesOf(response, to),
        ...defined({ location, url: wire?.url, assertion }),
      },
      response,
    };
  } catch (error) {
    const failure = outcomeOf(error, resolution);
    const { wire, json, parameters = {} }: Partial<BuiltRequest> = built ?? {};
    if (wire !== undefined) account(step.request, parameters, to, failure, options);
    const exchange: Exchange = {
      ...record(step, name, to, wire, at, options.clock() - at),
      failure: recordedOutcome(error, failure, to),
    };
    return {
      exchange,
      live: { answer: undefined, sent: json, path: parameters, outcome: failure },
      response: undefined,
    };
  }
}

/** Sends one request without recording it. Only its effect on stored records is noted. Never rejects because of the target. */
export async function sendUnrecorded(
  step: Step,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
): Promise<DoneExchange['outcome']> {
  let built: BuiltRequest | undefined;
  let outcome: DoneExchange['outcome'];
  try {
    const { response } = await answered(step, to, resolution, options, (it) => (built = it));
    // Cookies may be credentials, so they are masked from now on.
    cookiesOf(response, to);
    // A DELETE creates no record, so its response is not parsed.
    const answer = step.request.method === 'DELETE' ? undefined : jsonIn(response.body);
    outcome = { status: response.status, answer };
  } catch (error) {
    outcome = outcomeOf(error, resolution);
  }
  if (built !== undefined) account(step.request, built.parameters, to, outcome, options);
  return outcome;
}

/** Adds the body that the contract allows the service to leave out, unless it contains a secret. */
function withImpliedBody(exchange: Exchange, meant: Json | undefined, redactor: Redactor): Exchange {
  const { response } = exchange;
  const text = meant === undefined ? '' : JSON.stringify(meant);
  return meant === undefined || response === undefined || redactor.text(text) !== text
    ? exchange
    : extended(exchange, { response: extended(response, { meant }) });
}

/** Recorded responses of earlier attempts. */
function earlierAttempts(
  earlier: AnsweredAttempt['earlier'],
  step: Step,
  wire: WireRequest | undefined,
  { redactor }: Destination,
): Pick<Exchange, 'earlier'> {
  if (earlier.length === 0) return {};
  const sent = wire?.body?.toString('utf8');
  const recorded = earlier.map(({ response, ...rest }) => {
    const received = response.body.toString('utf8');
    const personal = redactor.personal(sent, received);
    return { response: recordResponse(response, received, redactor, personal, step), ...rest };
  });
  return { earlier: recorded };
}

/** Maximum length of a token: headers carry no more. */
const LONGEST_TOKEN = 16_384;

/** Learns an access token of an identity provider, since a service may repeat it in any form. */
export function learnTokens(base: RequestTemplate['base'], answer: Json | undefined, to: Destination): void {
  if (base === 'service' || base === 'elsewhere') return;
  const token = isMap(answer) ? answer['access_token'] : undefined;
  if (typeof token === 'string' && token.length <= LONGEST_TOKEN) to.redactor.learn(token);
}

export function record(
  step: Step,
  name: ExchangeName,
  to: Destination,
  wire: WireRequest | undefined,
  at: number,
  durationMs: number,
  response?: WireResponse,
  received = response?.body.toString('utf8'),
): Exchange {
  const { redactor } = to;
  const sent = wire?.body?.toString('utf8');
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
      ...defined({
        body: maybe(sent, (it) => recordedBody(it, redactor, personal)),
        decoded: step.decodesAssertion === true ? assertionSaid(sent, redactor, personal) : undefined,
      }),
    },
    ...defined({
      response: maybe(response, (it) => recordResponse(it, received ?? '', redactor, personal, step)),
    }),
    at,
    durationMs,
  };
}

function recordResponse(
  response: WireResponse,
  received: string,
  redactor: Redactor,
  personal: MultiPatternSearch | undefined,
  { decodes, digests }: Step,
): RecordedResponse {
  const headers = redactor.headers(response.headers, personal);
  const body = redactor.body(received, personal);
  return {
    status: response.status,
    headers,
    body,
    bytes: response.received ?? response.body.length,
    ...(isUtf8(response.body) ? {} : { utf8: false }),
    ...defined({
      digests: maybe(digests, (names) => digestsOf(response.body, names)),
    }),
    ...defined({ decoded: maybe(decodes, (place) => tokenSaid(jsonIn(response.body), place, redactor, personal)) }),
    ...redactor.betrayed({ headers: response.headers, body: received }, { headers, body }),
  };
}

function digestsOf(body: Buffer, names: readonly DigestName[]): RecordedResponse['digests'] {
  return Object.fromEntries(
    names.map((name) => [name, createHash(ALGORITHM_OF[name]).update(body).digest('base64')] as const),
  );
}

/** Minimum length of a secret in a cookie. Shorter values are common words and numbers. */
const SHORTEST_SECRET = 12;

/** Cookies of a response, by name (RFC 6265 §5.2). Values that may be credentials are masked from now on. */
function cookiesOf({ headers }: WireResponse, { redactor }: Destination): Readonly<Record<string, string>> {
  const pairs = headers.flatMap(([name, value]) => {
    const [, key, text] = name.toLowerCase() === 'set-cookie' ? (/^([^=;]+)=([^;]*)/.exec(value) ?? []) : [];
    return key === undefined || text === undefined ? [] : [[key.trim(), text.trim()] as const];
  });
  for (const [, value] of pairs) if (value.length >= SHORTEST_SECRET) redactor.learn(value);
  return Object.fromEntries(pairs);
}

/** Larger request bodies are recorded in part; no rule reads the rest. */
const HUGE = 500_000;
const SHOWN_OF_HUGE = 2_000;
/** Characters that are masked before the rest is cut, enough for the longest secret. */
const MASKED_OF_HUGE = 4 * LONGEST_TOKEN;

function recordedBody(body: string, redactor: Redactor, personal: MultiPatternSearch | undefined): string {
  if (body.length <= HUGE) return redactor.body(body, personal);
  const beginning = redactor.body(body.slice(0, MASKED_OF_HUGE), personal).slice(0, SHOWN_OF_HUGE);
  return `${beginning}… (${counted(body.length, 'character')})`;
}

function headersByName({ headers }: WireResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}
