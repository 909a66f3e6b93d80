/** Schedules groups: in parallel within the limits of the target, exclusive ones when nothing else uses their address, then those that may disturb it. */
import { type Exchange, isRead } from '../model/exchange.ts';
import { isStopped, type RunContext, StoppedError } from './run-context.ts';
import { onlyMakes, type Repeat, runGroup, type Turn } from './run-group.ts';
import { createHash } from 'node:crypto';
import { exchangesOf, type Group, type Step, stepsOf } from '../plan/model.ts';
import { shardOf } from '../model/check-scope.ts';

/** Groups under way at once: enough to keep the slots taken while some wait for their setup. */
const GROUPS_AT_ONCE = 24;

/**
 * Calls `done` for each group as soon as all its exchanges are recorded, before anything that it made is removed; not for those that the
 * end of the run cut off.
 * Rejects only for a defect of our own: then nothing more is begun, what was made is removed, and only after that it is told.
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
  const run = async (group: Group, turn?: Turn): Promise<void> => {
    if (isStopped(context)) return;
    try {
      // What was begun first ends first: the next step of many in a row does not wait for what has just been begun.
      await runGroup(group, { ...context, rank: (begun += 1) }, turn, async (exchanges, repeat) => {
        // What ended a run may have broken its last exchanges too: they say nothing of the service.
        if (!isStopped(context)) await done(group, exchanges, repeat);
      });
    } catch (error) {
      // The first one; what it brought down with it explains nothing.
      if (!(error instanceof StoppedError)) halt.abort(error);
    }
  };
  const lanes = new Map<string, Lane>();
  const laneOf = ({ service, spec }: Group): Lane => {
    // Versions that share an address may share what is stored there.
    const address = context.destination(service, spec).baseUrl;
    const lane = lanes.get(address) ?? new Lane(run);
    lanes.set(address, lane);
    return lane;
  };
  for (const group of groups) laneOf(group).expect(group);
  const alone = groups.filter((g) => g.exclusive === true);
  const shared = groups.filter((g) => g.exclusive !== true && g.last !== true);
  // Looking is in nobody's way: the last of those that only look go on beside those that have to be alone.
  const looking = new Set(alone.length === 0 ? [] : shared.filter(onlyLooks).slice(-GROUPS_AT_ONCE));
  const others = [...shared.filter((group) => !looking.has(group)), ...looking];
  // What those that must be alone need is made beside the last of the others: nobody waits for it when their turn comes.
  const until = Math.max(0, others.length - GROUPS_AT_ONCE);
  const inOrder = [...others.slice(0, until), ...alone, ...others.slice(until)];
  await inParallel(inOrder, GROUPS_AT_ONCE, async (group) => {
    await (group.exclusive === true || looking.has(group) ? laneOf(group).prepare(group) : run(group));
    laneOf(group).ended();
  });
  await Promise.all([...lanes.values()].map((lane) => lane.finish()));
  if (halt.signal.aborted) throw halt.signal.reason;
}

/** A group whose records are made before any group is alone, and are left until none has to be. */
interface Prepared {
  readonly group: Group;
  /** Lets one go on that waits to be alone. */
  readonly go: () => void;
  /** Resolves when it has done and seen all. */
  readonly over: Promise<void>;
  /** Resolves when all that it made is removed. */
  readonly ended: Promise<void>;
}

/**
 * The groups of one address: those that must be alone wait, with what they need already made, until the others have ended, or do nothing
 * any more but look. Those that only read disturb nobody and go together, the others one by one: those that do no more than make records
 * of their own while others still look, then those that change what is there, those that try what nobody declared at last. After them,
 * beside the removal of what was made for these, those that come last.
 */
class Lane {
  readonly #run: (group: Group, turn?: Turn) => Promise<void>;
  readonly #prepared: Prepared[] = [];
  readonly #last: Group[] = [];
  readonly #alone = signal();
  #others = 0;
  #running: Promise<void> | undefined;

  constructor(run: (group: Group, turn?: Turn) => Promise<void>) {
    this.#run = run;
  }

  expect(group: Group): void {
    if (group.last === true && group.exclusive !== true) this.#last.push(group);
    else this.#others += 1;
  }

  /** Makes what a group needs; resolves when that is there. One that must be alone waits for its turn then, another goes on. */
  async prepare(group: Group): Promise<void> {
    const [ready, mine, over] = [signal(), signal(), signal()];
    if (group.exclusive !== true) mine.give();
    const ended = this.#run(group, {
      begin: () => {
        ready.give();
        return mine.given;
      },
      end: () => {
        over.give();
        return this.#alone.given;
      },
    });
    this.#prepared.push({ group, go: mine.give, over: Promise.race([over.given, ended]), ended });
    await Promise.race([ready.given, ended]);
  }

  /** One of the others has ended, or is ready. After the last, the exclusive ones run beside the groups of other addresses. */
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
    const writing = alone.filter(({ group }) => !onlyLooks(group));
    const declared = writing.filter(({ group }) => group.inTurn !== true);
    await together(alone.filter(({ group }) => onlyLooks(group)));
    await oneByOne(declared.filter(({ group }) => looksAndMakes(group)));
    await Promise.all(this.#prepared.filter(({ group }) => group.exclusive !== true).map(({ over }) => over));
    await oneByOne(declared.filter(({ group }) => !looksAndMakes(group)));
    await oneByOne(writing.filter(({ group }) => group.inTurn === true));
    this.#alone.give();
    await Promise.all([
      ...this.#prepared.map(({ ended }) => ended),
      inParallel(this.#last, GROUPS_AT_ONCE, (group) => this.#run(group)),
    ]);
  }
}

async function together(groups: readonly Prepared[]): Promise<void> {
  for (const { go } of groups) go();
  await Promise.all(groups.map(({ over }) => over));
}

async function oneByOne(groups: readonly Prepared[]): Promise<void> {
  for (const group of groups) await together([group]);
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** Once what it needs is made, it changes nothing. */
function onlyLooks(group: Group): boolean {
  return stepsAfterMaking(group).every(({ request }) => isRead(request.method));
}

/** Once what it needs is made, it changes nothing that is there, and removes what it makes. */
function looksAndMakes(group: Group): boolean {
  return stepsAfterMaking(group).every((step) => isRead(step.request.method) || onlyMakes(step));
}

function stepsAfterMaking({ setup, cases }: Group): readonly Step[] {
  const apart = setup.findIndex((step) => !onlyMakes(step));
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
 * Those first that wait for most answers one after the other: begun last, one of them would be alone in the end. Or in the order that a
 * seed gives: the same for the same seed and the same ids, on every machine.
 */
export function inOrder(items: readonly Group[], seed: number | undefined): readonly Group[] {
  if (seed === undefined) return items.toSorted((one, other) => answersInARow(other) - answersInARow(one));
  const keyed = items.map((item) => ({ item, key: createHash('sha256').update(`${seed} ${item.id}`).digest('hex') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

function answersInARow({ setup, cases, inTurn }: Group): number {
  const lengths = cases.map(({ steps }) => lengthOf(steps));
  return lengthOf(setup) + (inTurn === true ? lengths.reduce((sum, one) => sum + one, 0) : Math.max(0, ...lengths));
}

/** What was made is removed, one after the other. */
function lengthOf(steps: readonly Step[]): number {
  return steps.length + steps.filter(({ undo }) => undo !== undefined).length;
}

/**
 * The groups of the i-th of n parts of a plan ("i/n"): each group is in one of them, the one that has the fewest requests when its turn
 * comes. So all parts send about as many, and neighbours, which have much in common, are in different ones. All groups of a
 * singleton are in one part: two parts at once would each take the changes of the other for the state to restore.
 */
export function partOf(groups: readonly Group[], shard: string | undefined): readonly Group[] {
  if (shard === undefined) return groups;
  const { part, parts } = shardOf(shard);
  const sent = Array.from({ length: parts }, () => 0);
  const partOfSingleton = new Map<string, number>();
  return groups.filter((group) => {
    const { service, singleton } = group;
    // Versions may share what is stored at one address.
    const key = `${service} ${singleton}`;
    const least = partOfSingleton.get(key) ?? sent.indexOf(Math.min(...sent));
    if (singleton !== undefined) partOfSingleton.set(key, least);
    sent[least] = (sent[least] ?? 0) + stepsOf(group).reduce((sum, step) => sum + exchangesOf(step), 0);
    return least === part - 1;
  });
}
