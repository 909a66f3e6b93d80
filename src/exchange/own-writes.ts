/**
 * What this run itself wrote while a case read a list: groups go on side by side, and what one makes and removes may stand in the list at
 * just one of another's reads. What other processes of the run write is known where they tell each other.
 */
import type { Case } from '../plan/model.ts';
import type { Exchange } from '../record/exchange.ts';
import { extended } from '../record/extended.ts';
import { isRead } from './guard.ts';
import type { Destination } from './sender.ts';

interface Write {
  /** As planned. */
  readonly path: string;
  /** The case, with its trial, or whoever else writes: a name, since what it made is not to be held until the run ends. */
  readonly by: string;
}

/** The beginning of a write, or its end, as processes of one run tell each other. */
export interface WriteNews extends Write {
  /** The same for both, and of no other write of the run. */
  readonly id: string;
  /** Service and version. */
  readonly of: string;
  readonly isOver: boolean;
}

/** Between the processes of a run. */
export interface WriteExchange {
  readonly tell: (news: Omit<WriteNews, 'id'> & { readonly id: number }) => void;
  /** Calls back for what others tell. */
  readonly hear: (told: (news: WriteNews) => void) => void;
}

export class OwnWrites {
  readonly #ended: Write[] = [];
  readonly #underWay = new Set<Write>();
  readonly #elsewhere = new Map<string, Write>();
  readonly #tell: (write: Write, isOver: boolean) => void;

  constructor(tell: (write: Write, isOver: boolean) => void = () => undefined) {
    this.#tell = tell;
  }

  /** What ends after this moment, or is still under way then, was meanwhile. */
  get moment(): number {
    return this.#ended.length;
  }

  async through<T>(path: string, by: string, write: () => Promise<T>): Promise<T> {
    const seen = { path, by };
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
  heard({ id, path, by, isOver }: WriteNews): void {
    if (!isOver) this.#elsewhere.set(id, { path, by });
    else if (this.#elsewhere.delete(id)) this.#ended.push({ path, by });
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
export function ownWritesByVersion(others?: WriteExchange): (to: Destination) => OwnWrites {
  const known = new Map<string, OwnWrites>();
  const writesOf = (of: string): OwnWrites => {
    const writes = known.get(of) ?? new OwnWrites(others && telling(others, of));
    known.set(of, writes);
    return writes;
  };
  others?.hear((news) => writesOf(news.of).heard(news));
  return ({ service: { service }, spec }) => writesOf(`${service}@${spec}`);
}

function telling({ tell }: WriteExchange, of: string): (write: Write, isOver: boolean) => void {
  const ids = new WeakMap<Write, number>();
  return (write, isOver) => {
    const id = ids.get(write) ?? (told += 1);
    ids.set(write, id);
    tell({ ...write, id, of, isOver });
  };
}

/** Writes that this process has told of. */
let told = 0;

/** Sends what writes, so that whoever reads there knows of it. */
export function noted<T>(writes: OwnWrites | undefined, path: string, by: string, write: () => Promise<T>): Promise<T> {
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
