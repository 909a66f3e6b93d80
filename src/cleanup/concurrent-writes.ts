/**
 * Writes of this run while a case reads a list. Groups run in parallel, so a list may show a record of another group in only one of two reads.
 * The processes of one run report their writes to each other.
 */
import { type Exchange, isReadMethod } from '../model/exchange.ts';
import type { Case } from '../plan/model.ts';
import { mergeObjects } from '../model/objects.ts';
import type { Destination } from '../http/model.ts';

interface Write {
  /** Unique within this process, service and version. */
  readonly id: string;
  /** Path template. */
  readonly path: string;
  /** ID and trial of the case that writes; empty for other writers. */
  readonly by: string;
}

/** Start or end of a write, as the processes of one run report it to each other. */
export interface WriteReport extends Write {
  /** Service and version. */
  readonly of: string;
  readonly isOver: boolean;
}

/** Connects the processes of a run. */
export interface WriteExchange {
  readonly tell: (news: WriteReport) => void;
  /** Calls back for each report of another process. */
  readonly hear: (listener: (news: WriteReport) => void) => void;
}

export class ConcurrentWrites {
  readonly #ended: Write[] = [];
  readonly #inProgress = new Set<Write>();
  readonly #ofOtherProcesses = new Map<string, Write>();
  #begun = 0;
  readonly #report: (write: Write, isOver: boolean) => void;

  constructor(tell: (write: Write, isOver: boolean) => void = () => undefined) {
    this.#report = tell;
  }

  /** Position in time: writes that end later overlap with what starts now. */
  get moment(): number {
    return this.#ended.length;
  }

  async through<T>(path: string, by: string, write: () => Promise<T>): Promise<T> {
    const started = { id: String((this.#begun += 1)), path, by };
    this.#inProgress.add(started);
    this.#report(started, false);
    try {
      return await write();
    } finally {
      this.#inProgress.delete(started);
      this.#ended.push(started);
      this.#report(started, true);
    }
  }

  /** Another process started or ended a write. */
  noteReport({ isOver, ...write }: WriteReport): void {
    if (!isOver) this.#ofOtherProcesses.set(write.id, write);
    else if (this.#ofOtherProcesses.delete(write.id)) this.#ended.push(write);
  }

  /** Whether another writer of the run wrote to this list or its records since then. */
  wereSince(moment: number, list: string, own: string): boolean {
    const below = `${list}/`;
    return [...this.#ended.slice(moment), ...this.#inProgress, ...this.#ofOtherProcesses.values()].some(
      ({ path, by }) => by !== own && (path === list || path.startsWith(below)),
    );
  }
}

/** One per service and version. `others`: other processes of the run that write there */
export function concurrentWritesByVersion(others?: WriteExchange): (to: Destination) => ConcurrentWrites {
  const known = new Map<string, ConcurrentWrites>();
  const writesOf = (of: string): ConcurrentWrites => {
    const writes =
      known.get(of) ??
      new ConcurrentWrites((write, isOver) => others?.tell({ ...write, id: `${of} ${write.id}`, of, isOver }));
    known.set(of, writes);
    return writes;
  };
  others?.hear((news) => writesOf(news.of).noteReport(news));
  return ({ service: { service }, spec }) => writesOf(`${service}@${spec}`);
}

/** Registers a write while it is in progress. */
export function trackWrite<T>(
  writes: ConcurrentWrites | undefined,
  path: string,
  by: string,
  write: () => Promise<T>,
): Promise<T> {
  return writes === undefined ? write() : writes.through(path, by, write);
}

/** Marks the reads of lists that this run wrote to at the same time. Lists below a record belong to the case that created the record. */
export function markConcurrentReads(
  exchanges: readonly Exchange[],
  { steps }: Case,
  isWritten: (list: string) => boolean,
): readonly Exchange[] {
  const crossed = new Set(
    steps.flatMap(({ name, request: { method, path } }) =>
      isReadMethod(method) && !path.includes('{') && isWritten(path) ? [name] : [],
    ),
  );
  return crossed.size === 0
    ? exchanges
    : exchanges.map((one) => (crossed.has(one.step) ? mergeObjects(one, { crossed: true as const }) : one));
}
