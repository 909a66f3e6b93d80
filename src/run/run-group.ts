/** Runs one group: setup in order, cases side by side, then undoes everything, newest first. */
import { echoOf, type Exchange, FIRST_TRIAL, isRead, isUnheard, ofSetup, trialOf } from '../model/exchange.ts';
import { maybe } from '../model/objects.ts';
import { pathParameters } from '../model/path-template.ts';
import type { Case, Group, Step } from '../plan/model.ts';
import { writeTracker } from '../cleanup/write-tracker.ts';
import { Snapshots } from '../cleanup/snapshot.ts';
import { livenessCase, withLiveness } from './liveness.ts';
import { aside, type Memory } from '../http/resolve-values.ts';
import { withCrossed } from '../cleanup/concurrent-writes.ts';
import type { ExchangeFailure } from '../model/failure.ts';
import type { RunContext } from './run-context.ts';
import { makesRecord, runStep, together } from './run-step.ts';
import { record } from '../http/send-exchange.ts';
import type { Destination } from '../http/model.ts';
import { retryBudgetsOf } from '../http/retry.ts';
import { type PendingUndo, runUndo } from '../cleanup/undo-step.ts';
import { setTimeout as byTheClock } from 'node:timers/promises';

/** A step that does nothing but create a record of its own, with an ID, and deletes it again: it may run while others still write. */
export function onlyMakes({ undo }: Step): boolean {
  return undo?.method === 'DELETE' && pathParameters(undo.path).length > 0;
}

/** The turn of a group that has to be alone: what it needs is made before, and goes when all who have to be alone have been. */
export interface Turn {
  /** Resolves when nobody else writes. */
  readonly begin: () => Promise<void>;
  /** What was done in the turn is undone; resolves when what was made before it is in nobody's way to remove. */
  readonly end: () => Promise<void>;
}

/** Sends cases once more and returns their exchanges. */
export type Repeat = (cases: readonly Case[]) => Promise<readonly Exchange[]>;

/**
 * The exchanges of a group, in plan order; undo requests are not among them. `seen` is given them before what they made is removed, and
 * may send cases once more. Rejects with `StoppedError` where the run ended first.
 */
export async function runGroup(
  group: Group,
  given: RunContext,
  turn?: Turn,
  seen?: (exchanges: readonly Exchange[], repeat: Repeat) => Promise<void>,
): Promise<readonly Exchange[]> {
  const to = given.destination(group.service, group.spec);
  const former = new Snapshots(to, given);
  const context: RunContext = { ...given, tracker: writeTracker(given, former.protect) };
  const made: PendingUndo[] = [];
  let setup: Memory = nothingYet();
  const exchanges: Exchange[] = [];
  /** How much had been made before the turn. */
  let before: number | undefined;
  const begin = async (): Promise<void> => {
    if (before !== undefined) return;
    before = made.length;
    await turn?.begin();
  };
  const undo = async (some: readonly PendingUndo[]): Promise<void> => {
    for (const one of some.toReversed()) await runUndo(one, setup, to, context);
  };
  const apart = group.setup.findIndex((step) => !onlyMakes(step));
  /** Whether it met a stray, and is to be done again. */
  const setUp = async (trial: number): Promise<boolean> => {
    const naming = { source: trialOf(group.id, trial), prefix: ofSetup('') };
    for (const [index, step] of group.setup.entries()) {
      if (index === apart) await begin();
      const sent = await together([step], context, (held) =>
        runStep(step, naming, group, to, setup, undefined, made, held),
      );
      exchanges.push(...sent);
      if (isStrayWrite(step, sent, to, context) && trial === FIRST_TRIAL) return true;
    }
    return false;
  };
  try {
    if (await setUp(FIRST_TRIAL)) {
      await undo(made.splice(0));
      if (before !== undefined) before = 0;
      setup = nothingYet();
      await (context.sleep ?? byTheClock)(AWAY_MS);
      await setUp(FIRST_TRIAL + 1);
    }
    if (apart === -1) await begin();
    const liveness = livenessCase(group);
    const others = liveness === undefined ? group : { ...group, cases: group.cases.filter((one) => one !== liveness) };
    if (group.inTurn === true) exchanges.push(...(await inTurn(others, to, setup, exchanges, context)));
    else exchanges.push(...(await sideBySide(others, to, setup, exchanges, context)));
    const [step] = liveness?.steps ?? [];
    const all =
      liveness === undefined || step === undefined
        ? exchanges
        : await withLiveness({
            group,
            step,
            exchanges,
            to,
            context,
            undo: async () => {
              await undo(made.splice(0));
              before = 0;
            },
            read: async (own) => {
              const naming = { source: liveness.id, prefix: '' };
              const memory = nothingYet();
              const [read] = await runStep(step, naming, group, to, memory, undefined, [], own);
              if (read === undefined) throw new Error(`${step.name} was not sent`);
              return read;
            },
            resend: (own) => runGroup(others, own),
          });
    let trial = FIRST_TRIAL;
    await seen?.(all, async (cases) => {
      trial += 1;
      const repeated: Exchange[] = [];
      for (const planned of cases) repeated.push(...(await runCase(planned, group, to, setup, context, trial)));
      return repeated;
    });
    return all;
  } finally {
    await undo(made.slice(before ?? 0));
    await former.restore();
    if (before !== undefined) {
      await turn?.end();
      await undo(made.slice(0, before));
    }
  }
}

const nothingYet = (): Memory => ({ live: new Map(), failed: new Set() });

/**
 * A write that no service answered, where few end so. It is not sent again: it may have been done, and what it may have made is in the
 * createdResources (RFC 9110 §9.2.2). What all of the setup needs is made anew, with values of its own, so that it is another request and not that one.
 */
function isStrayWrite({ request }: Step, sent: readonly Exchange[], to: Destination, context: RunContext): boolean {
  if (isRead(request.method)) return false;
  const { writes } = retryBudgetsOf(to, context);
  const left = sent.filter(({ failure }) => failure?.kind !== 'not-sent');
  return left.map((one) => writes.record(isUnheard(one))).includes(true);
}

async function sideBySide(
  group: Group,
  to: Destination,
  setup: Memory,
  before: readonly Exchange[],
  context: RunContext,
): Promise<readonly Exchange[]> {
  const known = [...before];
  const inTheirTurn = inSequence();
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
    retryCase(planned, group, known, context, (trial) => runCase(planned, group, to, setup, context, trial)),
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

/** What a case made goes as soon as it has ended: it is in nobody's way for longer than that. */
async function runCase(
  planned: Case,
  group: Group,
  to: Destination,
  setup: Memory,
  context: RunContext,
  trial: number,
): Promise<readonly Exchange[]> {
  const memory = nothingYet();
  const made: PendingUndo[] = [];
  const exchanges: Exchange[] = [];
  const writes = context.concurrentWrites?.(to);
  const began = writes?.moment ?? 0;
  try {
    const source = trialOf(planned.id, trial);
    for (const all of sentTogether(planned.steps)) {
      const steps = all.filter(({ onlyIf }) => onlyIf === undefined || !memory.failed.has(onlyIf));
      const send = (from: string, own: Memory, some = steps): Promise<readonly Exchange[]> =>
        together(some, context, async (held) => {
          const sent = await Promise.allSettled(
            some.map((step) => runStep(step, { source: from, prefix: '' }, group, to, own, setup, made, held)),
          );
          return sent.flatMap(valueOf);
        });
      exchanges.push(...(await send(source, memory)));
      const reads = trial === FIRST_TRIAL ? [] : steps.filter(({ request }) => isRead(request.method));
      if (reads.length > 0) exchanges.push(...(await send(echoOf(source), aside(memory), reads)));
    }
    return withCrossed(exchanges, planned, (list) => writes?.wereSince(began, list, source) === true);
  } finally {
    for (const one of made.reverse()) await runUndo(one, setup, to, context);
  }
}

/** Steps in order: each alone, or with the steps that are sent together with it. */
function sentTogether(steps: readonly Step[]): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  for (const step of steps) {
    const before = all.at(-1);
    if (step.together === true && before !== undefined) before.push(step);
    else all.push([step]);
  }
  return all;
}

/** Runs each piece of work after the one before it has ended. */
function inSequence(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** Pause before the second trial; twice as long before the third, and so on. Another client's write may have ended by then. */
const PAUSE_MS = 200;

/** Pause after an outage: as long as before a read is sent again. */
const AWAY_MS = 1000;

/**
 * Tries a case again that may fail because of an outage or another client's writes. Returns the exchanges of all trials, in order.
 * @param setup exchanges of the setup of the group
 */
export async function retryCase(
  planned: Case,
  group: Group,
  setup: readonly Exchange[],
  { tryAgain, sleep = byTheClock }: Pick<RunContext, 'tryAgain' | 'sleep'>,
  once: (trial: number) => Promise<readonly Exchange[]>,
): Promise<readonly Exchange[]> {
  const again = tryAgain?.(group);
  const all = [...(await once(FIRST_TRIAL))];
  let last: readonly Exchange[] = all;
  for (let trial = FIRST_TRIAL + 1; again?.(planned, [...setup, ...all]) === true; trial += 1) {
    await sleep(last.some(isUnheard) ? AWAY_MS : PAUSE_MS * (trial - FIRST_TRIAL));
    last = await once(trial);
    all.push(...last);
  }
  return all;
}
