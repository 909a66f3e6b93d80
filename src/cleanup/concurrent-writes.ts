/**
 * What this run itself wrote while a case read a list: groups go on side by side, and what one makes and removes may stand in the list at
 * just one of another's reads. What other processes of the run write is known where they tell each other.
 */
import { isRead } from '../record/safe-method.ts';
import type { Case } from '../plan/model.ts';
import type { Exchange } from '../record/exchange.ts';
import { extended } from '../record/extended.ts';
import type { Destination } from '../http/model.ts';

interface Write {
  /** Of no other write of this process there. */
  readonly id: string;
  /** As planned. */
  readonly path: string;
  /** The case, with its trial, or whoever else writes: a name, since what it made is not to be held until the run ends. */
  readonly by: string;
}

/** The beginning of a write, or its end, as processes of one run tell each other. */
export interface WriteNews extends Write {
  /** Service and version. */
  readonly of: string;
  readonly isOver: boolean;
}

/** Between the processes of a run. */
export interface WriteExchange {
  readonly tell: (news: WriteNews) => void;
  /** Calls back for what others tell. */
  readonly hear: (told: (news: WriteNews) => void) => void;
}

export class ConcurrentWrites {
  readonly #ended: Write[] = [];
  readonly #underWay = new Set<Write>();
  readonly #elsewhere = new Map<string, Write>();
  #begun = 0;
  readonly #tell: (write: Write, isOver: boolean) => void;

  constructor(tell: (write: Write, isOver: boolean) => void = () => undefined) {
    this.#tell = tell;
  }

  /** What ends after this moment, or is still under way then, was meanwhile. */
  get moment(): number {
    return this.#ended.length;
  }

  async through<T>(path: string, by: string, write: () => Promise<T>): Promise<T> {
    const seen = { id: String((this.#begun += 1)), path, by };
    this.#underWay.add(seen);
    this.#tell(seen, false);
    try {
      return await write();
    } finally {
      this.#underWay.delete(seen);
      this.#ended.push(seen);
      this.#tell(seen, true);
    }
  }

  /** Another process began to write, or is done. */
  heard({ isOver, ...write }: WriteNews): void {
    if (!isOver) this.#elsewhere.set(write.id, write);
    else if (this.#elsewhere.delete(write.id)) this.#ended.push(write);
  }

  /** Whether anybody else wrote to this list, or to what is in it, since then. */
  wereSince(moment: number, list: string, own: string): boolean {
    const below = `${list}/`;
    return [...this.#ended.slice(moment), ...this.#underWay, ...this.#elsewhere.values()].some(
      ({ path, by }) => by !== own && (path === list || path.startsWith(below)),
    );
  }
}

/** One for each service and version, made as it is asked for. @param others processes of the run that write there too */
export function concurrentWritesByVersion(others?: WriteExchange): (to: Destination) => ConcurrentWrites {
  const known = new Map<string, ConcurrentWrites>();
  const writesOf = (of: string): ConcurrentWrites => {
    const writes =
      known.get(of) ??
      new ConcurrentWrites((write, isOver) => others?.tell({ ...write, id: `${of} ${write.id}`, of, isOver }));
    known.set(of, writes);
    return writes;
  };
  others?.hear((news) => writesOf(news.of).heard(news));
  return ({ service: { service }, spec }) => writesOf(`${service}@${spec}`);
}

/** Sends what writes, so that whoever reads there knows of it. */
export function trackWrite<T>(
  writes: ConcurrentWrites | undefined,
  path: string,
  by: string,
  write: () => Promise<T>,
): Promise<T> {
  return writes === undefined ? write() : writes.through(path, by, write);
}

/** The reads of lists to which this run wrote meanwhile say so. What is below a record is its maker's own. */
export function withCrossed(
  exchanges: readonly Exchange[],
  { steps }: Case,
  isWritten: (list: string) => boolean,
): readonly Exchange[] {
  const crossed = new Set(
    steps.flatMap(({ name, request: { method, path } }) =>
      isRead(method) && !path.includes('{') && isWritten(path) ? [name] : [],
    ),
  );
  return crossed.size === 0
    ? exchanges
    : exchanges.map((one) => (crossed.has(one.step) ? extended(one, { crossed: true as const }) : one));
}
