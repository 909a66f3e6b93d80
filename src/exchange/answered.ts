/** Sends a planned step and waits for what comes back, with an eye on whether the address still answers; nothing is recorded here. */
import { isAway } from '../record/away.ts';
import { callHeaders } from './call-headers.ts';
import { setTimeout as byTheClock } from 'node:timers/promises';
import { defined } from '../record/defined.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import type { ExchangeFailure } from '../record/failure.ts';
import { addressOf, buildRequest, type BuiltRequest } from './build-request.ts';
import { askedBy, goodCredentials, withParameters } from './credentials.ts';
import { enter, listed, type DoneExchange } from './ledger.ts';
import { patiently, type AnsweredAttempt, type Attempt } from './patience.ts';
import { isMissed, Pulse, type Presence } from './pulse.ts';
import { type Resolution, Unresolved } from './resolve.ts';
import type { Destination, SendOptions } from './model.ts';
import { straysOf } from './strays.ts';
import { notSent, recordedFailure, TransportFailure, type WireRequest, type WireResponse } from './transport.ts';

/** What a request is answered, which is built anew each time that it is sent. */
export function answered(
  step: Step,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
  told: (built: BuiltRequest) => void,
  /** Called right before the request is sent, after everything that must be on disk before it. */
  sending: (built: BuiltRequest) => void = () => undefined,
): Promise<AnsweredAttempt> {
  let isAgain = false;
  const attempt = async (): Promise<Attempt> => {
    if (isAgain) await options.pace?.();
    isAgain = true;
    const built = await buildRequest(step.request, askedBy(step, to), resolution);
    told(built);
    const { wire, token } = built;
    const transport = step.via === 'undici' || hasRepeatedHeader(wire) ? options.plain : options.transport;
    const response = await underWay(step.request, built.parameters, to, options, () => {
      sending(built);
      return transport.send(wire, options.timeoutMs);
    });
    return { response, ...defined({ token }) };
  };
  return patiently(step, to.signIn, straysOf(to, options).reads, attempt, options.sleep ?? byTheClock);
}

/** Enters into the ledger what an exchange did. */
export function account(
  request: RequestTemplate,
  parameters: DoneExchange['parameters'],
  to: Destination,
  outcome: DoneExchange['outcome'],
  { ledger, existing }: SendOptions,
): void {
  if (ledger === undefined) return;
  enter(
    ledger,
    to.catalogue,
    { request, parameters, service: to.service.service, spec: to.spec, address: to.baseUrl, outcome },
    (text) => to.redactor.text(text),
    existing,
  );
}

/** Sends with an eye on whether the address still answers at all, and with a line in the ledger for what may be made. */
export async function underWay<T extends WireResponse | readonly WireResponse[]>(
  request: RequestTemplate,
  parameters: DoneExchange['parameters'],
  to: Destination,
  options: SendOptions,
  send: () => Promise<T>,
): Promise<T> {
  const asked = { request, parameters, service: to.service.service, spec: to.spec, address: to.baseUrl };
  await options.existing?.readBefore(request, to);
  await options.protect?.(request, parameters);
  return watched(request, to, options, () => listed(options.ledger, to.catalogue, asked, send));
}

function watched<T extends WireResponse | readonly WireResponse[]>(
  request: RequestTemplate,
  to: Destination,
  options: SendOptions,
  send: () => Promise<T>,
): Promise<T> {
  // Somebody else's host is asked once, and whether it answers says nothing of the service.
  if (options.pulses === undefined || request.base === 'elsewhere') return send();
  return pulseOf(request, to, options).through(send, saysAway);
}

/** The circuit breaker of the address that a request goes to. */
export function pulseOf(request: RequestTemplate, to: Destination, options: SendOptions): Pulse {
  const address = addressOf(request, to);
  const pulse =
    options.pulses?.get(address) ??
    new Pulse({
      presence: (turn) => presenceOf(request, turn, to, options),
      sleep: options.sleep ?? byTheClock,
      stopped: (why) => options.stopped?.(address, why),
    });
  options.pulses?.set(address, pulse);
  return pulse;
}

function saysAway(answer: WireResponse | readonly WireResponse[]): boolean {
  const all = [answer].flat();
  return all.length > 0 && all.every(isAway);
}

/** By a harmless request, each time another one where the contract has several: one operation may be out of order by itself. */
async function presenceOf(
  request: RequestTemplate,
  turn: number,
  to: Destination,
  options: SendOptions,
): Promise<Presence> {
  try {
    return isAway(await heartbeat(request, turn, to, options)) ? 'away' : 'there';
  } catch (error) {
    if (!(error instanceof TransportFailure)) return 'there';
    return error.kind === 'timeout' ? 'silent' : isMissed(error) ? 'away' : 'there';
  }
}

/** Whether one of the harmless requests gets a response that is no server error. */
export async function fulfilsRead(request: RequestTemplate, to: Destination, options: SendOptions): Promise<boolean> {
  for (let turn = 0; turn < Math.max(1, to.heartbeats.length); turn += 1) {
    const status = await heartbeat(request, turn, to, options).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined && status < 500) return true;
  }
  return false;
}

async function heartbeat(
  request: RequestTemplate,
  turn: number,
  to: Destination,
  options: SendOptions,
): Promise<WireResponse> {
  const isService = request.base === 'service' && request.server === undefined;
  const headers = new Map([
    ['accept', 'application/json'],
    ...callHeaders(to.headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  const { path, access, way } = to.heartbeats[turn % to.heartbeats.length] ?? ROOT;
  const shown = isService && access === 'token' ? await credentialsIfAny(way, to) : undefined;
  for (const [name, value] of shown?.headers ?? []) headers.set(name, value);
  const url = withParameters(`${addressOf(request, to)}${isService ? path : ''}`, shown?.query ?? []);
  await options.pace?.();
  return options.transport.send({ method: 'GET', url, headers: [...headers] }, options.timeoutMs);
}

const ROOT = { path: '/', access: 'public', way: undefined } as const;

/** Whoever gives out tokens may be down as well: a refusal shows that the service is there too. */
async function credentialsIfAny(way: string | undefined, to: Destination): ReturnType<typeof goodCredentials> {
  try {
    return await goodCredentials(way, to);
  } catch (error) {
    if (error instanceof TransportFailure) return { headers: [], query: [], form: [] };
    throw error;
  }
}

/** Why there is no answer. Whatever is thrown for another reason than these two is a defect of ours, and no outcome. */
export function outcomeOf(error: unknown, resolution: Resolution): TransportFailure {
  if (error instanceof Unresolved) return lacking(error, resolution);
  if (error instanceof TransportFailure) return error;
  throw error;
}

/** Likewise, as it is recorded. */
export function recordedOutcome(error: unknown, outcome: TransportFailure, { redactor }: Destination): ExchangeFailure {
  const lacks = error instanceof Unresolved ? error.step : undefined;
  return { ...recordedFailure(outcome, (text) => redactor.text(text)), ...defined({ lacks }) };
}

/** Why a request could not be made: the first step in a row of them that went wrong explains those after it. */
function lacking(error: Unresolved, resolution: Resolution): TransportFailure {
  const outcome = resolution.outcome?.(error.step);
  if (outcome === undefined) return notSent('lacking', error.message);
  if (typeof outcome === 'number') {
    const brought = resolution.unfit?.(error.step) ?? error.brought;
    return notSent('lacking', `step "${error.step}" was answered ${outcome} and brought ${brought}`);
  }
  return outcome.kind === 'not-sent'
    ? outcome
    : notSent('lacking', `step "${error.step}" has no answer: ${outcome.message}`);
}

function hasRepeatedHeader(wire: WireRequest): boolean {
  return new Set(wire.headers.map(([n]) => n)).size !== wire.headers.length;
}
