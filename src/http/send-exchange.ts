/** Sends a planned step and records the exchange. */
import { pluralize } from '../model/text.ts';
import { omitUndefined, mergeObjects, mapOptional } from '../model/objects.ts';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { storeParsedJson } from '../model/body.ts';
import { DIGEST_ALGORITHMS, type DigestName, type Exchange, type RecordedResponse } from '../model/exchange.ts';
import { isMap, type Json, parseJson } from '../model/json.ts';
import { parseJsonBody, locationOf, impliedBody } from './response-content.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import type { MultiPatternSearch } from './multi-pattern-search.ts';
import { decodedAssertionOf, type Redactor, decodedTokenOf } from './redactor.ts';
import type { RetriedResponse } from './retry.ts';
import { reportToTracker, sendWithRetry, failureOfRequest, recordedRequestFailure } from './send-step.ts';
import type { BuiltRequest } from './build-request.ts';
import type { Destination, FinishedExchange, ExchangeIds, SendOptions, SentExchange, WriteTracker } from './model.ts';
import type { Resolution } from './resolve-values.ts';
import type { WireRequest, WireResponse } from './transport.ts';

/** Sends one request and records it. Never rejects because of the target. */
export async function sendAndRecord(
  step: Step,
  name: ExchangeIds,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
): Promise<SentExchange> {
  const at = options.clock();
  let built: BuiltRequest | undefined;
  let written: ReturnType<WriteTracker['noteWrite']> | undefined;
  try {
    const { response, attempts, earlier } = await sendWithRetry(
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
    const meant = wire === undefined ? undefined : impliedBody(step.success, wire.url, response, shown);
    const answer = meant ?? shown;
    learnTokens(step.request.base, answer, to);
    reportToTracker(step.request, parameters, to, { status: response.status, answer }, options);
    const plain = recordExchange(step, name, to, wire, at, options.clock() - at, response, received);
    const recorded = withImpliedBody(plain, meant, to.redactor);
    // If nothing was masked, the parsed body is the one that rules will read.
    if (parsed !== undefined && recorded.response?.body === received) storeParsedJson(recorded.response, parsed);
    const location = wire === undefined ? undefined : locationOf(wire.url, response);
    const exchange = attempts === 1 ? recorded : { ...recorded, attempts, ...earlierAttempts(earlier, step, wire, to) };
    return {
      exchange,
      result: {
        answer,
        sent: json,
        path: parameters,
        ...omitUndefined({ sentHead: head }),
        head: headersByName(response),
        outcome: response.status,
        cookies: cookiesOf(response, to),
        ...omitUndefined({ location, url: wire?.url, assertion }),
      },
      response,
    };
  } catch (error) {
    const failure = failureOfRequest(error, resolution);
    const { wire, json, parameters = {} }: Partial<BuiltRequest> = built ?? {};
    if (wire !== undefined) reportToTracker(step.request, parameters, to, failure, options);
    const exchange: Exchange = {
      ...recordExchange(step, name, to, wire, at, options.clock() - at),
      failure: recordedRequestFailure(error, failure, to),
    };
    return {
      exchange,
      result: { answer: undefined, sent: json, path: parameters, outcome: failure },
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
): Promise<FinishedExchange['outcome']> {
  let built: BuiltRequest | undefined;
  let outcome: FinishedExchange['outcome'];
  try {
    const { response } = await sendWithRetry(step, to, resolution, options, (it) => (built = it));
    // Cookies may be credentials, so they are masked from now on.
    cookiesOf(response, to);
    // A DELETE creates no record, so its response is not parsed.
    const answer = step.request.method === 'DELETE' ? undefined : parseJsonBody(response.body);
    outcome = { status: response.status, answer };
  } catch (error) {
    outcome = failureOfRequest(error, resolution);
  }
  if (built !== undefined) reportToTracker(step.request, built.parameters, to, outcome, options);
  return outcome;
}

/** Adds the body that the contract allows the service to leave out, unless it contains a secret. */
function withImpliedBody(exchange: Exchange, meant: Json | undefined, redactor: Redactor): Exchange {
  const { response } = exchange;
  const text = meant === undefined ? '' : JSON.stringify(meant);
  return meant === undefined || response === undefined || redactor.text(text) !== text
    ? exchange
    : mergeObjects(exchange, { response: mergeObjects(response, { meant }) });
}

/** Recorded responses of earlier attempts. */
function earlierAttempts(
  earlier: RetriedResponse['earlier'],
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
const MAX_TOKEN_LENGTH = 16_384;

/** Learns an access token of an identity provider, since a service may repeat it in any form. */
export function learnTokens(base: RequestTemplate['base'], answer: Json | undefined, to: Destination): void {
  if (base === 'service' || base === 'elsewhere') return;
  const token = isMap(answer) ? answer['access_token'] : undefined;
  if (typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH) to.redactor.learn(token);
}

export function recordExchange(
  step: Step,
  name: ExchangeIds,
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
    ...omitUndefined({ operation: step.operation }),
    step: name.step,
    request: {
      method: wire?.method ?? step.request.method,
      url: redactor.url(wire?.url ?? `${to.baseUrl}${step.request.path}`, personal),
      headers: redactor.headers(wire?.headers ?? [], personal),
      ...omitUndefined({
        body: mapOptional(sent, (it) => recordedBody(it, redactor, personal)),
        decoded: step.decodesAssertion === true ? decodedAssertionOf(sent, redactor, personal) : undefined,
      }),
    },
    ...omitUndefined({
      response: mapOptional(response, (it) => recordResponse(it, received ?? '', redactor, personal, step)),
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
    ...omitUndefined({
      digests: mapOptional(digests, (names) => digestsOf(response.body, names)),
    }),
    ...omitUndefined({
      decoded: mapOptional(decodes, (place) => decodedTokenOf(parseJsonBody(response.body), place, redactor, personal)),
    }),
    ...redactor.leakedSecrets({ headers: response.headers, body: received }, { headers, body }),
  };
}

function digestsOf(body: Buffer, names: readonly DigestName[]): RecordedResponse['digests'] {
  return Object.fromEntries(
    names.map((name) => [name, createHash(DIGEST_ALGORITHMS[name]).update(body).digest('base64')] as const),
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
const MASKED_OF_HUGE = 4 * MAX_TOKEN_LENGTH;

function recordedBody(body: string, redactor: Redactor, personal: MultiPatternSearch | undefined): string {
  if (body.length <= HUGE) return redactor.body(body, personal);
  const beginning = redactor.body(body.slice(0, MASKED_OF_HUGE), personal).slice(0, SHOWN_OF_HUGE);
  return `${beginning}… (${pluralize(body.length, 'character')})`;
}

function headersByName({ headers }: WireResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}
