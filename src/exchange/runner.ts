/** Runs one group: setup in order, cases side by side, everything undone, newest first: what a case made when it has ended, what they share at last. */
import { isRead } from '../record/safe-method.ts';
import { setTimeout as byTheClock } from 'node:timers/promises';
import { defined, maybe } from '../record/defined.ts';
import { extended } from '../record/extended.ts';
import { type Json, sameJson } from '../record/json.ts';
import { jsonIn } from './json-in.ts';
import { at } from '../record/pointer.ts';
import { ofSetup } from '../record/step-name.ts';
import { echoOf, FIRST_TRIAL, trialOf } from '../record/trial.ts';
import { unfitFor, succeeded } from '../record/success.ts';
import type { Case, Group, Step } from '../plan/model.ts';
import type { Slots } from './semaphore.ts';
import { placeOf } from './guard.ts';
import { aside, recall, usable, type Memory } from './memory.ts';
import { afterEachOther, besideEachOther, isReading } from './order.ts';
import { noted, withCrossed } from './own-writes.ts';
import type { Exchange } from '../record/exchange.ts';
import type { ExchangeFailure } from '../record/failure.ts';
import { inSlot, isStopped, StoppedError, type RunContext } from './run-context.ts';
import { SeenPages } from './seen-pages.ts';
import { referredIn, type Resolution } from './resolve.ts';
import { sendRaw } from './raw-sender.ts';
import { record, sendOnce, type Destination, type ExchangeName, type Live, type SentExchange } from './sender.ts';
import type { WireResponse } from './transport.ts';
import { noParty } from './credentials.ts';
import { whoseOf } from './strangers.ts';
import { inTrials } from './trials.ts';
import { madeBy, madeByAction, undoAll, type PendingUndo } from './undo.ts';
import { walkPages, type SendStep, type WalkOptions } from './walk.ts';

/** Where the slots are held already, by all that is under way together. */
const HELD: Slots = { width: Number.POSITIVE_INFINITY, isHeld: true, through: (work) => work() };

/** Work that sends these side by side: they are under way together wherever the target bears so many. */
function together<T>(
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

/** A step that does nothing but make a record of its own, which goes again: it may be done while others still write. */
export function onlyMakes({ undo }: Step): boolean {
  return undo?.method === 'DELETE';
}

/** The turn of a group that has to be alone: what it needs is made before, and goes when all who have to be alone have been. */
export interface Turn {
  /** Resolves when nobody else writes. */
  readonly begin: () => Promise<void>;
  /** What was done in the turn is undone; resolves when what was made before it is in nobody's way to remove. */
  readonly end: () => Promise<void>;
}

/**
 * The exchanges of a group, in plan order; undo requests are not among them. `seen` is given them before what they made is removed.
 * Rejects with `StoppedError` where the run ended first.
 */
export async function runGroup(
  group: Group,
  context: RunContext,
  turn?: Turn,
  seen?: (exchanges: readonly Exchange[]) => Promise<void>,
): Promise<readonly Exchange[]> {
  const to = context.destination(group.service, group.spec);
  const made: PendingUndo[] = [];
  const setup: Memory = { live: new Map(), failed: new Set() };
  const exchanges: Exchange[] = [];
  /** How much had been made before the turn. */
  let before: number | undefined;
  const begin = async (): Promise<void> => {
    before = made.length;
    await turn?.begin();
  };
  const undo = async (some: readonly PendingUndo[]): Promise<void> => {
    for (const one of some.toReversed()) await undoAll(one, setup, to, context);
  };
  try {
    const apart = group.setup.findIndex((step) => !onlyMakes(step));
    for (const [index, step] of group.setup.entries()) {
      if (index === apart) await begin();
      const naming = { source: group.id, prefix: ofSetup('') };
      exchanges.push(
        ...(await together([step], context, (held) => runStep(step, naming, group, to, setup, undefined, made, held))),
      );
    }
    if (apart === -1) await begin();
    const lost = group.setup.find(({ undo }) => undo?.body !== undefined && made.every((one) => one.undo !== undo));
    if (lost !== undefined)
      exchanges.push(...group.cases.flatMap((planned) => notBegun(planned, lost, group, to, context)));
    else if (group.inTurn === true) exchanges.push(...(await inTurn(group, to, setup, exchanges, context)));
    else exchanges.push(...(await sideBySide(group, to, setup, exchanges, context)));
    await seen?.(exchanges);
    return exchanges;
  } finally {
    await undo(made.slice(before ?? 0));
    if (before !== undefined) {
      await turn?.end();
      await undo(made.slice(0, before));
    }
  }
}

async function sideBySide(
  group: Group,
  to: Destination,
  setup: Memory,
  before: readonly Exchange[],
  context: RunContext,
): Promise<readonly Exchange[]> {
  const known = [...before];
  const inTheirTurn = afterEachOther();
  // What other cases made is known once all of them have ended, however they did.
  const cases = await Promise.allSettled(
    group.cases.map((planned) => {
      const run = (): Promise<readonly Exchange[]> => tried(planned, group, to, setup, known, context);
      // Whoever has to be alone is in the way of its own cases too.
      return group.exclusive === true ? inTheirTurn(run) : run();
    }),
  );
  return cases.flatMap(valueOf);
}

/** A case, as often as it is to be tried. */
function tried(
  planned: Case,
  group: Group,
  to: Destination,
  setup: Memory,
  known: readonly Exchange[],
  context: RunContext,
): Promise<readonly Exchange[]> {
  return shown(planned, context, () =>
    inTrials(planned, group, known, context, (trial) => runCase(planned, group, to, setup, context, trial)),
  );
}

function shown<T>(planned: Case, { aroundCase }: RunContext, work: () => Promise<T>): Promise<T> {
  return aroundCase === undefined ? work() : aroundCase(planned, work);
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Cases one after the other, up to the first that was accepted and may have changed what the others would be tried on. */
async function inTurn(
  group: Group,
  to: Destination,
  setup: Memory,
  before: readonly Exchange[],
  context: RunContext,
): Promise<readonly Exchange[]> {
  const known = [...before];
  const exchanges: Exchange[] = [];
  let accepted: string | undefined;
  for (const planned of group.cases) {
    const spoiled = maybe(accepted, spoiledBy);
    const own =
      spoiled === undefined
        ? await tried(planned, group, to, setup, known, context)
        : planned.steps.map((step) => unsent(step, planned, group, to, spoiled, context));
    exchanges.push(...own);
    // What it made first, to try a method on, is its own.
    const made = new Set(planned.steps.filter(({ request }) => makesRecord(request, to)).map(({ name }) => name));
    accepted ??= own.find(
      ({ step, request, response }) =>
        !made.has(step) && !isRead(request.method) && response !== undefined && response.status < 300,
    )?.request.method;
  }
  return exchanges;
}

function unsent(
  step: Step,
  planned: Case,
  group: Group,
  to: Destination,
  because: Omit<ExchangeFailure, 'kind'>,
  context: RunContext,
): Exchange {
  const name = { id: `${planned.id}#${step.name}`, group: group.id, step: step.name };
  return { ...record(step, name, to, undefined, context.clock(), 0), failure: { kind: 'not-sent', ...because } };
}

const spoiledBy = (method: string): Omit<ExchangeFailure, 'kind'> => ({
  message: `${method} was accepted before, and may have changed what this would be tried on`,
  why: 'spoiled',
});

/** Nothing is changed of which nobody knows what it was. */
function notBegun(planned: Case, lost: Step, group: Group, to: Destination, context: RunContext): readonly Exchange[] {
  const lacks = ofSetup(lost.name);
  const message = `step "${lacks}" did not show what is there, and what is changed could not be put back`;
  return planned.steps.map((step) => unsent(step, planned, group, to, { message, why: 'lacking', lacks }, context));
}

/** What a case made goes as soon as it has ended: it is in nobody's way for longer than that. */
async function runCase(
  planned: Case,
  group: Group,
  to: Destination,
  setup: Memory,
  context: RunContext,
  trial: number,
): Promise<readonly Exchange[]> {
  // What only one walk brings does not come again.
  const isWalkedAgain = planned.steps.filter(({ send }) => send?.kind === 'walk').length > 1;
  const pages = isWalkedAgain ? new SeenPages(() => to.redactor.known) : undefined;
  const memory: Memory = { live: new Map(), failed: new Set(), ...defined({ pages }) };
  const made: PendingUndo[] = [];
  const exchanges: Exchange[] = [];
  const writes = context.ownWrites?.(to);
  const began = writes?.moment ?? 0;
  try {
    const source = trialOf(planned.id, trial);
    for (const all of besideEachOther(planned.steps)) {
      const steps = all.filter(({ onlyIf }) => onlyIf === undefined || !memory.failed.has(onlyIf));
      const send = (from: string, own: Memory, some = steps): Promise<readonly Exchange[]> =>
        together(some, context, async (held) => {
          const sent = await Promise.allSettled(
            some.map((step) => runStep(step, { source: from, prefix: '' }, group, to, own, setup, made, held)),
          );
          return sent.flatMap(valueOf);
        });
      exchanges.push(...(await send(source, memory)));
      const reads = trial === FIRST_TRIAL ? [] : steps.filter(isReading);
      if (reads.length > 0) exchanges.push(...(await send(echoOf(source), aside(memory), reads)));
    }
    return withCrossed(exchanges, planned, (list) => writes?.wereSince(began, list, source) === true);
  } finally {
    for (const one of made.reverse()) await undoAll(one, setup, to, context);
  }
}

interface Naming {
  /** Case id, with the trial where it is not the first, or group id for the setup. */
  readonly source: string;
  readonly prefix: string;
}

async function runStep(
  step: Step,
  naming: Naming,
  group: Group,
  to: Destination,
  memory: Memory,
  setup: Memory | undefined,
  made: PendingUndo[],
  context: RunContext,
): Promise<readonly Exchange[]> {
  const nameOf = (suffix: string): string => `${naming.source}#${naming.prefix}${step.name}${suffix}`;
  const known = (name: string): Live | undefined => maybe(recall(name, memory, setup), usable);
  const another = await anotherNamedBy(step, known, to, context.slots);
  const resolutionFor = (id: string): Resolution => ({
    seed: `${context.runId} ${group.spec} ${id}`,
    now: context.clock(),
    zone: to.zone,
    answer: (name) => known(name)?.answer,
    sent: (name) => known(name)?.sent,
    next: context.next,
    setting: (name) => settingOf(name, to),
    path: (name) => known(name)?.path,
    sentHead: (name) => known(name)?.sentHead,
    assertion: (name) => known(name)?.assertion,
    cookies: (name) => known(name)?.cookies,
    head: (name) => known(name)?.head,
    location: (name) => known(name)?.location,
    url: (name) => known(name)?.url,
    outcome: (name) => known(name)?.outcome,
    unfit: (name) => known(name)?.unfit,
    ...defined({ records: to.service.records, another }),
  });
  const through = <T>(suffix: string, work: (name: ExchangeName, resolution: Resolution) => Promise<T>): Promise<T> =>
    inSlot(context, () => {
      if (isStopped(context)) throw new StoppedError();
      const id = nameOf(suffix);
      const sending = (): Promise<T> => work({ id, group: group.id, step: step.name }, resolutionFor(id));
      const own = context.ownWrites?.(to);
      return writtenBy(step.request, to).reduce((send, path) => () => noted(own, path, naming.source, send), sending)();
    });
  const send: SendStep = (suffix, request = step.request, recall) =>
    through(suffix, (name, resolution) =>
      sendOnce(request === step.request ? step : { ...step, request }, name, to, resolution, context, recall),
    );
  const earlier = { of: known, all: () => [...(setup?.live.values() ?? []), ...memory.live.values()] };
  const answered =
    step.via === 'socket'
      ? await through('', (name, resolution) => sendRaw(step, name, to, resolution, context))
      : await sendAll(step, send, context.sleep ?? byTheClock, () => walkOptions(context, group, memory));
  const sent = answered.map((one) => {
    const isAnothers = whoseOf(step, one.live, to, () => resolutionFor(one.exchange.id), context, earlier);
    return isAnothers === undefined ? one : { ...one, live: extended(one.live, { isAnothers }) };
  });
  const first = sent[0];
  if (first !== undefined)
    memory.live.set(
      step.name,
      extended(first.live, { by: step, ...defined({ unfit: unfitFor(first.live.answer, step.success) }) }),
    );
  if (first === undefined || !succeeded(first.exchange, step.success)) memory.failed.add(step.name);
  made.push(...madeBy(step, sent, memory, setup, to, context), ...madeByAction(step, sent, memory, to));
  return sent.map(({ exchange }) =>
    context.slots === HELD ? extended(exchange, { together: true as const }) : exchange,
  );
}

/** The paths that a request writes to: its own, and the list in which stands what an action makes. */
function writtenBy({ base, method, path }: Step['request'], { catalogue }: Destination): readonly string[] {
  if (isRead(method)) return [];
  const listed = catalogue.get(placeOf(base, method, path))?.makes?.by?.listed;
  return listed === undefined ? [path] : [path, listed];
}

/** Whether the contract declares that a request of this place makes a record, and does nothing else. */
function makesRecord({ base, method, path }: Step['request'], { catalogue }: Destination): boolean {
  const { makes } = catalogue.get(placeOf(base, method, path)) ?? {};
  return makes !== undefined && makes.by === undefined;
}

/**
 * Of the steps whose records a request would change, the first that was answered with somebody else's. Asked before there is a slot to send
 * it: the answer may need one too.
 */
async function anotherNamedBy(
  { request }: Step,
  known: (name: string) => Live | undefined,
  to: Destination,
  slots: Slots,
): Promise<string | undefined> {
  const { method, parameters, body } = request;
  if (isRead(method)) return undefined;
  // What is made may name others: that does nothing to them.
  const isBodyMeant = body?.kind === 'json' && !makesRecord(request, to);
  const named = [parameters, isBodyMeant ? body.value : null].flatMap(referredIn);
  for (const name of new Set(named)) if ((await known(name)?.isAnothers?.(slots)) === true) return name;
  return undefined;
}

function walkOptions({ mostPages, release, seenIn }: RunContext, group: Group, { pages }: Memory): WalkOptions {
  return defined({ most: mostPages, release, isSeenIn: seenIn?.(group), seen: pages });
}

async function sendAll(
  step: Step,
  send: SendStep,
  sleep: (milliseconds: number) => Promise<unknown>,
  walking: () => WalkOptions,
): Promise<readonly SentExchange[]> {
  const how = step.send;
  if (how === undefined) return [await send('')];
  if (how.kind === 'burst') return Promise.all(Array.from({ length: how.times }, (_none, i) => send(`.${i + 1}`)));
  if (how.kind === 'poll') return [await polled(how, send, sleep)];
  return walkPages(step, how, send, walking());
}

/** The answer that was waited for, or the last one that came. */
async function polled(
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
  return sameJson(at(jsonIn(body), shows.at), shows.is);
}

/** A setting of the target that a request names. */
function settingOf(name: string, { service }: Destination): string | undefined {
  if (name === 'audience') return service.identityProvider?.audience;
  if (name !== 'other-audience') return undefined;
  if (service.otherAudience === undefined) throw noParty(service);
  return service.otherAudience;
}
