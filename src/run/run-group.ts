/** Runs one group: setup in order, cases in parallel, then undo in reverse order. */
import {
  repeatedReadsId,
  type Exchange,
  FIRST_ATTEMPT,
  isReadMethod,
  isUnansweredByService,
  setupStep,
  attemptId,
} from '../model/exchange.ts';
import { mapOptional } from '../model/objects.ts';
import { pathParameters } from '../model/path-template.ts';
import type { Case, Group, Step } from '../plan/model.ts';
import { writeTracker } from '../cleanup/write-tracker.ts';
import { Snapshots } from '../cleanup/snapshot.ts';
import { livenessCase, withLiveness } from './liveness.ts';
import { isolatedMemory, type StepMemory } from '../http/resolve-values.ts';
import { markConcurrentReads } from '../cleanup/concurrent-writes.ts';
import type { ExchangeFailure } from '../model/failure.ts';
import type { RunContext } from './run-context.ts';
import { onlyCreates, runStep, type StepScope, sendTogether } from './run-step.ts';
import { recordExchange } from '../http/send-exchange.ts';
import type { Destination } from '../http/model.ts';
import { retryBudgetsOf } from '../http/retry.ts';
import { type PendingUndo, runUndo } from '../cleanup/undo-step.ts';
import { setTimeout as byTheClock } from 'node:timers/promises';

/** Whether a step only creates a record with an ID and deletes it again, so that it may run beside other writes. */
export function onlyCreatesRecord({ undo }: Step): boolean {
  return undo?.method === 'DELETE' && pathParameters(undo.path).length > 0;
}

/** The exclusive part of a group. Its setup runs before, and is undone after the exclusive parts of all groups. */
export interface ExclusiveTurn {
  /** Resolves when no other group writes. */
  readonly begin: () => Promise<void>;
  /** Called after the exclusive part is undone; resolves when the setup may be undone. */
  readonly end: () => Promise<void>;
}

/** Sends cases once more and returns their exchanges. */
export type Repeat = (cases: readonly Case[]) => Promise<readonly Exchange[]>;

/**
 * Returns the exchanges of a group in plan order, without undo. Rejects with `StoppedError` if the run ended first.
 *
 * @param seen gets the exchanges before the records are deleted, and may send cases once more
 */
export async function runGroup(
  group: Group,
  given: RunContext,
  turn?: ExclusiveTurn,
  seen?: (exchanges: readonly Exchange[], repeat: Repeat) => Promise<void>,
): Promise<readonly Exchange[]> {
  const to = given.destination(group.service, group.spec);
  const snapshots = new Snapshots(to, given);
  const context: RunContext = { ...given, tracker: writeTracker(given, snapshots.protect) };
  const made: PendingUndo[] = [];
  let setup: StepMemory = newMemory();
  const exchanges: Exchange[] = [];
  /** Number of undo entries of the setup before the exclusive part. */
  let before: number | undefined;
  const begin = async (): Promise<void> => {
    if (before !== undefined) return;
    before = made.length;
    await turn?.begin();
  };
  const undo = async (some: readonly PendingUndo[]): Promise<void> => {
    for (const one of some.toReversed()) await runUndo(one, setup, to, context);
  };
  const firstExclusive = group.setup.findIndex((step) => !onlyCreatesRecord(step));
  /** Returns true if a write was lost and the setup has to be repeated. */
  const setUp = async (trial: number): Promise<boolean> => {
    const naming = { source: attemptId(group.id, trial), prefix: setupStep('') };
    for (const [index, step] of group.setup.entries()) {
      if (index === firstExclusive) await begin();
      const scope = { group, to, memory: setup, made };
      const sent = await sendTogether([step], context, (held) => runStep(step, naming, { ...scope, context: held }));
      exchanges.push(...sent);
      if (isLostWrite(step, sent, to, context) && trial === FIRST_ATTEMPT) return true;
    }
    return false;
  };
  try {
    if (await setUp(FIRST_ATTEMPT)) {
      await undo(made.splice(0));
      if (before !== undefined) before = 0;
      setup = newMemory();
      await (context.sleep ?? byTheClock)(OUTAGE_PAUSE_MS);
      await setUp(FIRST_ATTEMPT + 1);
    }
    if (firstExclusive === -1) await begin();
    const liveness = livenessCase(group);
    const others = liveness === undefined ? group : { ...group, cases: group.cases.filter((one) => one !== liveness) };
    const scope = { group: others, to, context, setup, known: [...exchanges] };
    exchanges.push(...(await (group.inTurn === true ? runOneByOne(scope) : runInParallel(scope))));
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
              const scope = { group, to, context: own, memory: newMemory(), made: [] };
              const [read] = await runStep(step, naming, scope);
              if (read === undefined) throw new Error(`${step.name} was not sent`);
              return read;
            },
            resend: (own) => runGroup(others, own),
          });
    let trial = FIRST_ATTEMPT;
    await seen?.(all, async (cases) => {
      // No request beyond the announced ones goes to a production service.
      if (to.permission.environment === 'production') return [];
      trial += 1;
      const repeated: Exchange[] = [];
      for (const planned of cases)
        repeated.push(...(await inStepOf(planned, context, () => runCase(planned, scope, trial))));
      return repeated;
    });
    return all;
  } finally {
    await undo(made.slice(before ?? 0));
    await snapshots.restore();
    if (before !== undefined) {
      await turn?.end();
      await undo(made.slice(0, before));
    }
  }
}

const newMemory = (): StepMemory => ({ results: new Map(), failed: new Set() });

/**
 * Whether a write got no response and may be retried. The write itself is not sent again, since it may have had an effect (RFC 9110
 * §9.2.2); its possible record is noted in `createdResources`. The whole setup is repeated with new values instead.
 */
function isLostWrite({ request }: Step, sent: readonly Exchange[], to: Destination, context: RunContext): boolean {
  if (isReadMethod(request.method)) return false;
  const { writes } = retryBudgetsOf(to, context);
  const left = sent.filter(({ failure }) => failure?.kind !== 'not-sent');
  return left.map((one) => writes.record(isUnansweredByService(one))).includes(true);
}

/** A group whose setup is done. */
interface CaseScope extends Pick<StepScope, 'group' | 'to' | 'context'> {
  readonly setup: StepMemory;
  /** Exchanges of the setup. */
  readonly known: readonly Exchange[];
}

async function runInParallel(scope: CaseScope): Promise<readonly Exchange[]> {
  const { group } = scope;
  const oneAtATime = inSequence();
  // Waits for all cases, since their created records are known only then.
  const cases = await Promise.allSettled(
    group.cases.map((planned) => {
      const run = (): Promise<readonly Exchange[]> => runWithRetries(planned, scope);
      // Exclusive groups also run their own cases one by one.
      return group.exclusive === true ? oneAtATime(run) : run();
    }),
  );
  return cases.flatMap(valueOf);
}

function runWithRetries(planned: Case, scope: CaseScope): Promise<readonly Exchange[]> {
  const { group, known, context } = scope;
  return inStepOf(planned, context, () =>
    retryCase(planned, group, known, context, (trial) => runCase(planned, scope, trial)),
  );
}

function inStepOf<T>(planned: Case, { aroundCase }: RunContext, work: () => Promise<T>): Promise<T> {
  return aroundCase === undefined ? work() : aroundCase(planned, work);
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Runs cases one by one. After the first accepted write the others are not sent, since it may have changed their record. */
async function runOneByOne(scope: CaseScope): Promise<readonly Exchange[]> {
  const { group, to } = scope;
  const exchanges: Exchange[] = [];
  let accepted: string | undefined;
  for (const planned of group.cases) {
    const spoiled = mapOptional(accepted, afterAcceptedWrite);
    const own =
      spoiled === undefined
        ? await runWithRetries(planned, scope)
        : planned.steps.map((step) => unsentExchange(step, planned, spoiled, scope));
    exchanges.push(...own);
    // The case's own create does not count.
    const made = new Set(planned.steps.filter(({ request }) => onlyCreates(request, to)).map(({ name }) => name));
    accepted ??= own.find(
      ({ step, request, response }) =>
        !made.has(step) && !isReadMethod(request.method) && response !== undefined && response.status < 300,
    )?.request.method;
  }
  return exchanges;
}

function unsentExchange(
  step: Step,
  planned: Case,
  because: Omit<ExchangeFailure, 'kind'>,
  { group, to, context }: CaseScope,
): Exchange {
  const name = { id: `${planned.id}#${step.name}`, group: group.id, step: step.name };
  return {
    ...recordExchange(step, name, to, undefined, context.clock(), 0),
    failure: { kind: 'not-sent', ...because },
  };
}

const afterAcceptedWrite = (method: string): Omit<ExchangeFailure, 'kind'> => ({
  message: `an earlier ${method} was accepted and may have changed the resource of this test case`,
  why: 'spoiled',
});

/** Runs a case and deletes its records at its end. */
async function runCase(planned: Case, scope: CaseScope, trial: number): Promise<readonly Exchange[]> {
  const { to, setup, context } = scope;
  const memory = newMemory();
  const made: PendingUndo[] = [];
  const exchanges: Exchange[] = [];
  const writes = context.concurrentWrites?.(to);
  const began = writes?.moment ?? 0;
  try {
    const source = attemptId(planned.id, trial);
    for (const all of sentTogether(planned.steps)) {
      const steps = all.filter(({ onlyIf }) => onlyIf === undefined || !memory.failed.has(onlyIf));
      const send = (from: string, own: StepMemory, some = steps): Promise<readonly Exchange[]> =>
        sendTogether(some, context, async (held) => {
          const sent = await Promise.allSettled(
            some.map((step) =>
              runStep(step, { source: from, prefix: '' }, { ...scope, memory: own, made, context: held }),
            ),
          );
          return sent.flatMap(valueOf);
        });
      exchanges.push(...(await send(source, memory)));
      const reads = trial === FIRST_ATTEMPT ? [] : steps.filter(({ request }) => isReadMethod(request.method));
      if (reads.length > 0) exchanges.push(...(await send(repeatedReadsId(source), isolatedMemory(memory), reads)));
    }
    return markConcurrentReads(exchanges, planned, (list) => writes?.wereSince(began, list, source) === true);
  } finally {
    for (const one of made.reverse()) await runUndo(one, setup, to, context);
  }
}

/** Groups steps that are sent together. */
function sentTogether(steps: readonly Step[]): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  for (const step of steps) {
    const before = all.at(-1);
    if (step.together === true && before !== undefined) before.push(step);
    else all.push([step]);
  }
  return all;
}

function inSequence(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}

/** Pause before the second trial, doubled before the third, and so on. Another client's write may have ended by then. */
const PAUSE_MS = 200;

/** Pause after an outage, as long as before a read is retried. */
const OUTAGE_PAUSE_MS = 1000;

/**
 * Retries a case that may fail because of an outage or another client's writes. Returns the exchanges of all trials, in order.
 *
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
  const all = [...(await once(FIRST_ATTEMPT))];
  let last: readonly Exchange[] = all;
  for (let trial = FIRST_ATTEMPT + 1; again?.(planned, [...setup, ...all]) === true; trial += 1) {
    await sleep(last.some(isUnansweredByService) ? OUTAGE_PAUSE_MS : PAUSE_MS * (trial - FIRST_ATTEMPT));
    last = await once(trial);
    all.push(...last);
  }
  return all;
}
