/**
 * Schedules groups: in parallel within the limits of the target, exclusive ones while nothing else uses their address, then those that may
 * disturb the service.
 */
import { type Exchange, isReadMethod } from '../model/exchange.ts';
import { isStopped, type RunContext, StoppedError } from './run-context.ts';
import { onlyCreatesRecord, type Repeat, runGroup, type ExclusiveTurn } from './run-group.ts';
import { createHash } from 'node:crypto';
import { leastRequestsOf, type Group, type Step, stepsOf } from '../plan/model.ts';
import { shardFromText } from '../model/check-scope.ts';

/** Groups in progress: enough to fill the slots while some wait for their setup. */
const GROUPS_AT_ONCE = 24;

/**
 * Calls `done` for each group when its exchanges are recorded, before its records are deleted; not for groups that the end of the run
 * interrupted. Rejects only for a defect of Plumbline, after the created records are deleted.
 */
export async function scheduleGroups(
  groups: readonly Group[],
  given: RunContext,
  done: (group: Group, exchanges: readonly Exchange[], repeat: Repeat) => void | Promise<void>,
): Promise<void> {
  const halt = new AbortController();
  const context = {
    ...given,
    stop: given.stop === undefined ? halt.signal : AbortSignal.any([given.stop, halt.signal]),
  };
  let begun = 0;
  const run = async (group: Group, turn?: ExclusiveTurn): Promise<void> => {
    if (isStopped(context)) return;
    try {
      // Older groups get slots first, so that they end first.
      await runGroup(group, { ...context, rank: (begun += 1) }, turn, async (exchanges, repeat) => {
        // The last exchanges of a stopped group may be incomplete.
        if (!isStopped(context)) await done(group, exchanges, repeat);
      });
    } catch (error) {
      // Only the first error counts: the others follow from it.
      if (!(error instanceof StoppedError)) halt.abort(error);
    }
  };
  const queues = new Map<string, AddressQueue>();
  const queueOf = ({ service, spec }: Group): AddressQueue => {
    // Versions at one address may share their data.
    const address = context.destination(service, spec).baseUrl;
    const queue = queues.get(address) ?? new AddressQueue(run);
    queues.set(address, queue);
    return queue;
  };
  for (const group of groups) queueOf(group).expect(group);
  const alone = groups.filter((g) => g.exclusive === true);
  const shared = groups.filter((g) => g.exclusive !== true && g.last !== true);
  // Groups that only read disturb none: the last of them run beside the exclusive groups.
  const looking = new Set(alone.length === 0 ? [] : shared.filter(onlyReads).slice(-GROUPS_AT_ONCE));
  const others = [...shared.filter((group) => !looking.has(group)), ...looking];
  // Exclusive groups are prepared while the last of the others run, so that none waits for its setup.
  const until = Math.max(0, others.length - GROUPS_AT_ONCE);
  const inOrder = [...others.slice(0, until), ...alone, ...others.slice(until)];
  await inParallel(inOrder, GROUPS_AT_ONCE, async (group) => {
    await (group.exclusive === true || looking.has(group) ? queueOf(group).prepare(group) : run(group));
    queueOf(group).ended();
  });
  await Promise.all([...queues.values()].map((queue) => queue.finish()));
  if (halt.signal.aborted) throw halt.signal.reason;
}

/** An exclusive group with its setup done. */
interface PreparedGroup {
  readonly group: Group;
  /** Starts the exclusive part. */
  readonly go: () => void;
  /** Resolves when all its exchanges are recorded. */
  readonly over: Promise<void>;
  /** Resolves when all its records are deleted. */
  readonly ended: Promise<void>;
}

/**
 * Groups of one address. Exclusive groups are prepared and wait until the others have ended or only read. Exclusive groups that only read
 * run together, the others one by one: first those that only create records of their own, then those that change existing ones, then those
 * that try undeclared methods. The last groups follow while the records of the setups are deleted.
 */
class AddressQueue {
  readonly #run: (group: Group, turn?: ExclusiveTurn) => Promise<void>;
  readonly #prepared: PreparedGroup[] = [];
  readonly #last: Group[] = [];
  readonly #alone = newSignal();
  #others = 0;
  #running: Promise<void> | undefined;

  constructor(run: (group: Group, turn?: ExclusiveTurn) => Promise<void>) {
    this.#run = run;
  }

  expect(group: Group): void {
    if (group.last === true && group.exclusive !== true) this.#last.push(group);
    else this.#others += 1;
  }

  /** Prepares a group; resolves when its setup is done. An exclusive group then waits for its turn. */
  async prepare(group: Group): Promise<void> {
    const [ready, turnSignal, over] = [newSignal(), newSignal(), newSignal()];
    if (group.exclusive !== true) turnSignal.give();
    const ended = this.#run(group, {
      begin: () => {
        ready.give();
        return turnSignal.given;
      },
      end: () => {
        over.give();
        return this.#alone.given;
      },
    });
    this.#prepared.push({ group, go: turnSignal.give, over: Promise.race([over.given, ended]), ended });
    await Promise.race([ready.given, ended]);
  }

  /** Counts an ended group. After the last one, the exclusive groups start beside those of other addresses. */
  ended(): void {
    this.#others -= 1;
    if (this.#others > 0) return;
    this.#running = this.#rest();
  }

  async finish(): Promise<void> {
    await (this.#running ?? this.#rest());
  }

  async #rest(): Promise<void> {
    const alone = this.#prepared.filter(({ group }) => group.exclusive === true);
    const writing = alone.filter(({ group }) => !onlyReads(group));
    const declared = writing.filter(({ group }) => group.inTurn !== true);
    await together(alone.filter(({ group }) => onlyReads(group)));
    await oneByOne(declared.filter(({ group }) => readsAndCreates(group)));
    await Promise.all(this.#prepared.filter(({ group }) => group.exclusive !== true).map(({ over }) => over));
    await oneByOne(declared.filter(({ group }) => !readsAndCreates(group)));
    await oneByOne(writing.filter(({ group }) => group.inTurn === true));
    this.#alone.give();
    await Promise.all([
      ...this.#prepared.map(({ ended }) => ended),
      inParallel(this.#last, GROUPS_AT_ONCE, (group) => this.#run(group)),
    ]);
  }
}

async function together(groups: readonly PreparedGroup[]): Promise<void> {
  for (const { go } of groups) go();
  await Promise.all(groups.map(({ over }) => over));
}

async function oneByOne(groups: readonly PreparedGroup[]): Promise<void> {
  for (const group of groups) await together([group]);
}

function newSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** Whether the cases of a group only read. */
function onlyReads(group: Group): boolean {
  return stepsAfterMaking(group).every(({ request }) => isReadMethod(request.method));
}

/** Whether the cases of a group only read, and create records that they delete. */
function readsAndCreates(group: Group): boolean {
  return stepsAfterMaking(group).every((step) => isReadMethod(step.request.method) || onlyCreatesRecord(step));
}

function stepsAfterMaking({ setup, cases }: Group): readonly Step[] {
  const apart = setup.findIndex((step) => !onlyCreatesRecord(step));
  return [...(apart === -1 ? [] : setup.slice(apart)), ...cases.flatMap(({ steps }) => steps)];
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

/**
 * Sorts groups: the longest chains of requests first, since one of them would be alone at the end. With a seed: a random order that is the
 * same on every machine.
 */
export function orderGroups(items: readonly Group[], seed: number | undefined): readonly Group[] {
  if (seed === undefined) return items.toSorted((one, other) => sequentialResponses(other) - sequentialResponses(one));
  const keyed = items.map((item) => ({ item, key: createHash('sha256').update(`${seed} ${item.id}`).digest('hex') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

function sequentialResponses({ setup, cases, inTurn }: Group): number {
  const lengths = cases.map(({ steps }) => lengthOf(steps));
  return lengthOf(setup) + (inTurn === true ? lengths.reduce((sum, one) => sum + one, 0) : Math.max(0, ...lengths));
}

/** Deletes are sent one after the other too. */
function lengthOf(steps: readonly Step[]): number {
  return steps.length + steps.filter(({ undo }) => undo !== undefined).length;
}

/**
 * Groups of part i of n of a plan ("i/n"). Each group goes to the part with the fewest requests so far: parts have about the same length,
 * and neighbours, which share records, are spread. Groups of a singleton stay in one part: parallel parts would take each other's changes
 * for the state to restore.
 */
export function groupsOfShard(groups: readonly Group[], shard: string | undefined): readonly Group[] {
  if (shard === undefined) return groups;
  const { part, parts } = shardFromText(shard);
  const sent = Array.from({ length: parts }, () => 0);
  const partOfSingleton = new Map<string, number>();
  return groups.filter((group) => {
    const { service, singleton } = group;
    // Versions may share the data of one address.
    const key = `${service} ${singleton}`;
    const least = partOfSingleton.get(key) ?? sent.indexOf(Math.min(...sent));
    if (singleton !== undefined) partOfSingleton.set(key, least);
    sent[least] = (sent[least] ?? 0) + stepsOf(group).reduce((sum, step) => sum + leastRequestsOf(step), 0);
    return least === part - 1;
  });
}
