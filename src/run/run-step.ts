/** Runs one step of a case or setup: records its exchanges and the records that it created. */
import { type Exchange, isReadMethod } from '../model/exchange.ts';
import { setTimeout as byTheClock } from 'node:timers/promises';
import { omitUndefined, mergeObjects, mapOptional } from '../model/objects.ts';
import { type Json, isSameJson } from '../model/json.ts';
import { parseJsonBody } from '../http/response-content.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { succeeded, unusableIdText } from '../model/success.ts';
import type { Group, Step } from '../plan/model.ts';
import { inSlot, type Slots } from '../http/rate-limit.ts';
import { operationKey } from '../http/request-policy.ts';
import {
  type StepMemory,
  resultOfStep,
  referencedSteps,
  type Resolution,
  withoutUnusableResponse,
} from '../http/resolve-values.ts';
import { trackWrite } from '../cleanup/concurrent-writes.ts';
import type { Destination, ExchangeIds, StepResult, SentExchange } from '../http/model.ts';
import { isStopped, type RunContext, StoppedError } from './run-context.ts';
import { sendRaw } from '../http/send-raw.ts';
import { sendAndRecord } from '../http/send-exchange.ts';
import type { WireResponse } from '../http/transport.ts';
import { missingParty } from '../http/auth-schemes.ts';
import { createIdVerification, noteUpdate } from '../cleanup/verify-created-id.ts';
import { type PendingUndo, undoOfAction, undoOfCreated } from '../cleanup/undo-step.ts';
import { type SendStep, type TraversalOptions, traversePages } from '../http/pagination.ts';

/** Slots of requests that are sent together, which hold theirs already. */
const HELD: Slots = { width: Number.POSITIVE_INFINITY, isHeld: true, through: (work) => work() };

/** Sends steps at the same time if the target allows that many. */
export function sendTogether<T>(
  steps: readonly Step[],
  context: RunContext,
  work: (context: RunContext) => Promise<T>,
): Promise<T> {
  const { slots, rank } = context;
  const wanted = steps.reduce((sum, { send }) => sum + (send?.kind === 'burst' ? send.times : 1), 0);
  return wanted < 2 || wanted > slots.width
    ? work(context)
    : slots.through(() => work({ ...context, slots: HELD }), rank, wanted);
}

interface Naming {
  /** Case ID, or group ID for the setup, with the trial after the first. */
  readonly source: string;
  readonly prefix: string;
}

export interface StepScope {
  readonly group: Group;
  readonly to: Destination;
  readonly context: RunContext;
  /** Results of the case or setup so far. */
  readonly memory: StepMemory;
  /** Results of the setup; absent for steps of the setup itself. */
  readonly setup?: StepMemory;
  /** Undo of the created records. */
  readonly made: PendingUndo[];
}

export async function runStep(
  step: Step,
  naming: Naming,
  { group, to, context, memory, setup, made }: StepScope,
): Promise<readonly Exchange[]> {
  const nameOf = (suffix: string): string => `${naming.source}#${naming.prefix}${step.name}${suffix}`;
  const known = (name: string): StepResult | undefined =>
    mapOptional(resultOfStep(name, memory, setup), withoutUnusableResponse);
  const another = await foreignStep(step, known, to, context.slots);
  const resolutionFor = (id: string): Resolution => ({
    seed: `${context.runId} ${group.spec} ${id}`,
    now: context.clock(),
    zone: to.zone,
    next: context.next,
    resultOf: known,
    setting: (name) => settingOf(name, to),
    ...omitUndefined({ records: to.service.records, another }),
  });
  const through = <T>(suffix: string, work: (name: ExchangeIds, resolution: Resolution) => Promise<T>): Promise<T> =>
    inSlot(context, () => {
      if (isStopped(context)) throw new StoppedError();
      const id = nameOf(suffix);
      const sending = (): Promise<T> => work({ id, group: group.id, step: step.name }, resolutionFor(id));
      const own = context.concurrentWrites?.(to);
      return writtenPaths(step.request, to).reduce(
        (send, path) => () => trackWrite(own, path, naming.source, send),
        sending,
      )();
    });
  const send: SendStep = (suffix, request = step.request) =>
    through(suffix, (name, resolution) =>
      sendAndRecord(request === step.request ? step : { ...step, request }, name, to, resolution, context),
    );
  const earlier = { of: known, all: () => [...(setup?.results.values() ?? []), ...memory.results.values()] };
  const answered =
    step.via === 'socket'
      ? await through('', (name, resolution) => sendRaw(step, name, to, resolution, context))
      : await sendAll(step, send, context.sleep ?? byTheClock, () => traversalOptions(context, group));
  const sent = answered.map((one) => {
    noteUpdate(step, one.result, to, context);
    const isForeign = createIdVerification(
      step,
      one.result,
      to,
      () => resolutionFor(one.exchange.id),
      context,
      earlier,
    );
    return isForeign === undefined ? one : { ...one, result: mergeObjects(one.result, { isForeign }) };
  });
  const first = sent[0];
  if (first !== undefined)
    memory.results.set(
      step.name,
      mergeObjects(first.result, {
        by: step,
        ...omitUndefined({ unfit: unusableIdText(first.result.answer, step.success, first.result.location) }),
      }),
    );
  if (first === undefined || !succeeded(first.exchange, step.success)) memory.failed.add(step.name);
  made.push(...undoOfCreated(step, sent, memory), ...undoOfAction(step, sent, memory, to));
  return sent.map(({ exchange }) =>
    context.slots === HELD ? mergeObjects(exchange, { together: true as const }) : exchange,
  );
}

/** Paths that a request writes to: its own, and the list of the records that an action creates. */
function writtenPaths({ base, method, path }: Step['request'], { operations }: Destination): readonly string[] {
  if (isReadMethod(method)) return [];
  const listed = operations.get(operationKey(base, method, path))?.makes?.by?.listed;
  return listed === undefined ? [path] : [path, listed];
}

/** Whether the contract declares that a request only creates a record. */
export function onlyCreates({ base, method, path }: Step['request'], { operations }: Destination): boolean {
  const { makes } = operations.get(operationKey(base, method, path)) ?? {};
  return makes !== undefined && makes.by === undefined;
}

/**
 * The first step whose record the request would change and whose response named another client's record. Awaited before the request takes a
 * slot, since the verification may need one.
 */
async function foreignStep(
  { request }: Step,
  known: (name: string) => StepResult | undefined,
  to: Destination,
  slots: Slots,
): Promise<string | undefined> {
  const { method, parameters, body } = request;
  if (isReadMethod(method)) return undefined;
  // A create may refer to other records without changing them.
  const isBodyMeant = body?.kind === 'json' && !onlyCreates(request, to);
  const named = [parameters, isBodyMeant ? body.value : null].flatMap(referencedSteps);
  for (const name of new Set(named)) if ((await known(name)?.isForeign?.(slots)) === true) return name;
  return undefined;
}

function traversalOptions({ mostPages, release, seenIn }: RunContext, group: Group): TraversalOptions {
  return omitUndefined({ most: mostPages, release, isSeenIn: seenIn?.(group) });
}

async function sendAll(
  step: Step,
  send: SendStep,
  sleep: (milliseconds: number) => Promise<unknown>,
  walking: () => TraversalOptions,
): Promise<readonly SentExchange[]> {
  const how = step.send;
  if (how === undefined || how.kind === 'liveness') return [await send('')];
  if (how.kind === 'burst') return Promise.all(Array.from({ length: how.times }, (_none, i) => send(`.${i + 1}`)));
  if (how.kind === 'poll') return [await pollUntil(how, send, sleep)];
  return traversePages(step, how, send, walking());
}

/** Polls until the expected response, at most `times`; returns the last response. */
async function pollUntil(
  { status, shows, everyMs, times }: Extract<NonNullable<Step['send']>, { kind: 'poll' }>,
  send: (suffix: string) => Promise<SentExchange>,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<SentExchange> {
  for (let turn = 1; ; turn += 1) {
    const sent = await send(`.${turn}`);
    const { response } = sent;
    if (response === undefined || turn >= times) return sent;
    if ((status ?? response.status) === response.status && (shows === undefined || isShown(response, shows)))
      return sent;
    await sleep(everyMs);
  }
}

function isShown({ body }: WireResponse, shows: { readonly at: string; readonly is: Json }): boolean {
  return isSameJson(valueAtPointer(parseJsonBody(body), shows.at), shows.is);
}

/** Setting of the target by name. */
function settingOf(name: string, { service }: Destination): string | undefined {
  if (name === 'audience') return service.identityProvider?.audience;
  if (name !== 'other-audience') return undefined;
  if (service.otherAudience === undefined) throw missingParty(service, 'otherAudience');
  return service.otherAudience;
}
