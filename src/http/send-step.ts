/** Sends a planned step through retry and circuit breaker, without recording it. */
import { isUnavailable } from '../model/exchange.ts';
import { withCallerOfRecords, generatedHeaders, validCredentials, withQueryParameters } from './auth-schemes.ts';
import { setTimeout as byTheClock } from 'node:timers/promises';
import { omitUndefined } from '../model/objects.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import type { ExchangeFailure } from '../model/failure.ts';
import { baseAddressOf, buildRequest, type BuiltRequest } from './build-request.ts';
import { type RetriedResponse, type SingleAttempt, retryBudgetsOf, withRetry } from './retry.ts';
import { CircuitBreaker, isUnreachable, type ServicePresence } from './circuit-breaker.ts';
import { type Resolution, UnresolvedReference } from './resolve-values.ts';
import type { Destination, FinishedExchange, SendOptions, PendingExchange } from './model.ts';
import { notSentFailure, recordedFailure, TransportFailure, type WireRequest, type WireResponse } from './transport.ts';

/** Sends a step with retries. Each attempt builds a new request. */
export function sendWithRetry(
  step: Step,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
  onBuilt: (built: BuiltRequest) => void,
  /** Called right before the request is sent, after the lines on disk are written. */
  onSend: (built: BuiltRequest) => void = () => undefined,
): Promise<RetriedResponse> {
  let isAgain = false;
  const attempt = async (): Promise<SingleAttempt> => {
    if (isAgain) await options.pace?.();
    isAgain = true;
    const built = await buildRequest(step.request, withCallerOfRecords(step, to), resolution);
    onBuilt(built);
    const { wire, token } = built;
    const transport = step.via === 'undici' || hasRepeatedHeader(wire) ? options.plain : options.transport;
    const response = await sendThroughBreaker(step.request, built.parameters, to, options, () => {
      onSend(built);
      return transport.send(wire, options.timeoutMs);
    });
    return { response, ...omitUndefined({ token }) };
  };
  return withRetry(step, to.signIn, retryBudgetsOf(to, options).reads, attempt, options.sleep ?? byTheClock);
}

/** Passes a finished exchange to the tracker. */
export function reportToTracker(
  request: RequestTemplate,
  parameters: FinishedExchange['parameters'],
  to: Destination,
  outcome: FinishedExchange['outcome'],
  { tracker }: SendOptions,
): void {
  tracker?.finish({ ...unanswered(request, parameters, to), outcome }, to);
}

function unanswered(
  request: RequestTemplate,
  parameters: FinishedExchange['parameters'],
  to: Destination,
): PendingExchange {
  return { request, parameters, service: to.service.service, spec: to.spec, address: to.baseUrl };
}

/** Sends through the circuit breaker of the address; the tracker notes what may be created before it is sent. */
export async function sendThroughBreaker<T extends WireResponse | readonly WireResponse[]>(
  request: RequestTemplate,
  parameters: FinishedExchange['parameters'],
  to: Destination,
  options: SendOptions,
  send: () => Promise<T>,
): Promise<T> {
  const { tracker } = options;
  if (tracker === undefined) return throughBreaker(request, to, options, send);
  const exchange = unanswered(request, parameters, to);
  await tracker.prepare(exchange, to);
  return throughBreaker(request, to, options, () => tracker.around(exchange, to, send));
}

function throughBreaker<T extends WireResponse | readonly WireResponse[]>(
  request: RequestTemplate,
  to: Destination,
  options: SendOptions,
  send: () => Promise<T>,
): Promise<T> {
  // Hosts outside the target have no circuit breaker.
  if (options.circuitBreakers === undefined || request.base === 'elsewhere') return send();
  return circuitBreakerOf(request, to, options).through(send, areGatewayErrors);
}

/** The circuit breaker of the address that a request goes to. */
export function circuitBreakerOf(request: RequestTemplate, to: Destination, options: SendOptions): CircuitBreaker {
  const address = baseAddressOf(request, to);
  const breaker =
    options.circuitBreakers?.get(address) ??
    new CircuitBreaker({
      probe: (turn) => probeService(request, turn, to, options),
      sleep: options.sleep ?? byTheClock,
      stopped: (why) => options.stopped?.(address, why),
    });
  options.circuitBreakers?.set(address, breaker);
  return breaker;
}

function areGatewayErrors(answer: WireResponse | readonly WireResponse[]): boolean {
  const all = [answer].flat();
  return all.length > 0 && all.every(isUnavailable);
}

/** Probes with a harmless read, each time another one if there are several: one operation may be broken. */
async function probeService(
  request: RequestTemplate,
  turn: number,
  to: Destination,
  options: SendOptions,
): Promise<ServicePresence> {
  try {
    return isUnavailable(await healthCheck(request, turn, to, options)) ? 'away' : 'there';
  } catch (error) {
    if (!(error instanceof TransportFailure)) return 'there';
    return error.kind === 'timeout' ? 'silent' : isUnreachable(error) ? 'away' : 'there';
  }
}

/** Whether one of the health checks returns no server error. */
export async function respondsToHealthCheck(
  request: RequestTemplate,
  to: Destination,
  options: SendOptions,
): Promise<boolean> {
  for (let turn = 0; turn < Math.max(1, to.heartbeats.length); turn += 1) {
    const status = await healthCheck(request, turn, to, options).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined && status < 500) return true;
  }
  return false;
}

async function healthCheck(
  request: RequestTemplate,
  turn: number,
  to: Destination,
  options: SendOptions,
): Promise<WireResponse> {
  const isService = request.base === 'service' && request.server === undefined;
  const headers = new Map([
    ['accept', 'application/json'],
    ...generatedHeaders(to.headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  const { path, access, scheme } = to.heartbeats[turn % to.heartbeats.length] ?? ROOT;
  const shown = isService && access === 'token' ? await credentialsOrNone(scheme, to) : undefined;
  for (const [name, value] of shown?.headers ?? []) headers.set(name, value);
  const url = withQueryParameters(`${baseAddressOf(request, to)}${isService ? path : ''}`, shown?.query ?? []);
  await options.pace?.();
  return options.transport.send({ method: 'GET', url, headers: [...headers] }, options.timeoutMs);
}

const ROOT = { path: '/', access: 'public', scheme: undefined } as const;

/** The identity provider may be down too; a request without credentials still shows whether the service responds. */
async function credentialsOrNone(way: string | undefined, to: Destination): ReturnType<typeof validCredentials> {
  try {
    return await validCredentials(way, to);
  } catch (error) {
    if (error instanceof TransportFailure) return { headers: [], query: [], form: [] };
    throw error;
  }
}

/** The failure of a request. Other errors are defects of Plumbline and are thrown. */
export function failureOfRequest(error: unknown, resolution: Resolution): TransportFailure {
  if (error instanceof UnresolvedReference) return missingReference(error, resolution);
  if (error instanceof TransportFailure) return error;
  throw error;
}

/** The failure as it is recorded. */
export function recordedRequestFailure(
  error: unknown,
  outcome: TransportFailure,
  { redactor }: Destination,
): ExchangeFailure {
  const lacks = error instanceof UnresolvedReference ? error.step : undefined;
  return { ...recordedFailure(outcome, (text) => redactor.text(text)), ...omitUndefined({ lacks }) };
}

/** Failure of a step that refers to a failed step: the first failure in the chain explains the later ones. */
function missingReference(error: UnresolvedReference, resolution: Resolution): TransportFailure {
  const { outcome, unfit } = resolution.resultOf?.(error.step) ?? {};
  if (outcome === undefined) return notSentFailure('lacking', error.message);
  if (typeof outcome === 'number') {
    return notSentFailure('lacking', `step "${error.step}" returned ${outcome} with ${unfit ?? error.brought}`);
  }
  return outcome.kind === 'not-sent'
    ? outcome
    : notSentFailure('lacking', `step "${error.step}" has no answer: ${outcome.message}`);
}

function hasRepeatedHeader(wire: WireRequest): boolean {
  return new Set(wire.headers.map(([n]) => n)).size !== wire.headers.length;
}
