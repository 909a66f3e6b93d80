/** Turns a planned step into a request on the wire and a record of what came back. */
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

/** Sends one request and records it. Never rejects for anything that the target does. */
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
    const recorded = meaning(plain, meant, to.redactor);
    // Where nothing was masked, what was read is what rules would read.
    if (parsed !== undefined && recorded.response?.body === received) rememberJson(recorded.response, parsed);
    const location = wire === undefined ? undefined : locationOf(wire.url, response);
    const exchange = attempts === 1 ? recorded : { ...recorded, attempts, ...earlierOf(earlier, step, wire, to) };
    return {
      exchange,
      live: {
        answer,
        sent: json,
        path: parameters,
        ...defined({ sentHead: head }),
        head: headOf(response),
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

/** Sends one request of which nothing is kept but what it did to what is stored. Never rejects for anything that the target does. */
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
    // What may let somebody in is masked from now on, whoever was given it.
    cookiesOf(response, to);
    // What removes makes nothing that would have to be found in its answer.
    const answer = step.request.method === 'DELETE' ? undefined : jsonIn(response.body);
    outcome = { status: response.status, answer };
  } catch (error) {
    outcome = outcomeOf(error, resolution);
  }
  if (built !== undefined) account(step.request, built.parameters, to, outcome, options);
  return outcome;
}

/** With what the answer means; what is masked elsewhere stands here neither. */
function meaning(exchange: Exchange, meant: Json | undefined, redactor: Redactor): Exchange {
  const { response } = exchange;
  const text = meant === undefined ? '' : JSON.stringify(meant);
  return meant === undefined || response === undefined || redactor.text(text) !== text
    ? exchange
    : extended(exchange, { response: extended(response, { meant }) });
}

/** What was answered before the last time, as it is recorded. */
function earlierOf(
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

/** No header carries more. */
const LONGEST_TOKEN = 16_384;

/** What an identity provider gives out is a token, whatever it was asked for: a service may repeat it in any form. */
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
        body: maybe(sent, (it) => shownBody(it, redactor, personal)),
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

/** Digests of bytes, by name. */
function digestsOf(body: Buffer, names: readonly DigestName[]): RecordedResponse['digests'] {
  return Object.fromEntries(
    names.map((name) => [name, createHash(ALGORITHM_OF[name]).update(body).digest('base64')] as const),
  );
}

/** No cookie that lets somebody in is shorter; a word or a number that others have too is not masked. */
const SHORTEST_SECRET = 12;

/** Cookies that an answer sets, by name (RFC 6265 §5.2); what could let somebody in is masked wherever it occurs. */
function cookiesOf({ headers }: WireResponse, { redactor }: Destination): Readonly<Record<string, string>> {
  const pairs = headers.flatMap(([name, value]) => {
    const [, key, text] = name.toLowerCase() === 'set-cookie' ? (/^([^=;]+)=([^;]*)/.exec(value) ?? []) : [];
    return key === undefined || text === undefined ? [] : [[key.trim(), text.trim()] as const];
  });
  for (const [, value] of pairs) if (value.length >= SHORTEST_SECRET) redactor.learn(value);
  return Object.fromEntries(pairs);
}

/** A body made huge on purpose is recorded by its beginning only; no rule reads the rest of it. */
const HUGE = 500_000;
const SHOWN_OF_HUGE = 2_000;
/** What begins in what is shown is masked by all of it that matters: nothing secret is longer. */
const MASKED_OF_HUGE = 4 * LONGEST_TOKEN;

function shownBody(body: string, redactor: Redactor, personal: MultiPatternSearch | undefined): string {
  if (body.length <= HUGE) return redactor.body(body, personal);
  const beginning = redactor.body(body.slice(0, MASKED_OF_HUGE), personal).slice(0, SHOWN_OF_HUGE);
  return `${beginning}… (${counted(body.length, 'character')})`;
}

function headOf({ headers }: WireResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}
