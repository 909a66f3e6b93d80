/**
 * What this run itself wrote while a case read a list: groups go on side by side, and what one makes and removes may stand in the list at
 * just one of another's reads. Only what goes through this process is known here.
 */
import type { Case } from '../plan/model.ts';
import type { Exchange } from '../record/exchange.ts';
import { isRead } from './guard.ts';
import type { Destination } from './sender.ts';

interface Write {
  /** As planned. */
  readonly path: string;
  /** The case, with its trial, or whoever else writes: a name, since what it made is not to be held until the run ends. */
  readonly by: string;
}

export class OwnWrites {
  readonly #ended: Write[] = [];
  readonly #underWay = new Set<Write>();

  /** What ends after this moment, or is still under way then, was meanwhile. */
  get moment(): number {
    return this.#ended.length;
  }

  async through<T>(path: string, by: string, write: () => Promise<T>): Promise<T> {
    const seen = { path, by };
    this.#underWay.add(seen);
    try {
      return await write();
    } finally {
      this.#underWay.delete(seen);
      this.#ended.push(seen);
    }
  }

  /** Whether anybody else wrote to this list, or to what is in it, since then. */
  wereSince(moment: number, list: string, own: string): boolean {
    const below = `${list}/`;
    return [...this.#ended.slice(moment), ...this.#underWay].some(
      ({ path, by }) => by !== own && (path === list || path.startsWith(below)),
    );
  }
}

/** One for each service and version, made as it is asked for. */
export function ownWritesByVersion(): (to: Destination) => OwnWrites {
  const known = new Map<string, OwnWrites>();
  return ({ service: { service }, spec }) => {
    const key = `${service}@${spec}`;
    const writes = known.get(key) ?? new OwnWrites();
    known.set(key, writes);
    return writes;
  };
}

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
    : exchanges.map((one) => (crossed.has(one.step) ? { ...one, crossed: true } : one));
}
