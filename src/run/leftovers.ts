/**
 * `leftovers.ndjson`: what was made and has not been removed. A line is appended for everything that happens, before
 * anything else is sent, so that nothing is forgotten however a run ends; afterwards it holds what is left and no more.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Ledger, MadeRecord } from '../exchange/ledger.ts';
import type { Leftovers } from '../report/model.ts';
import { groupBy } from '../report/group-by.ts';

export const LEFTOVERS = 'leftovers.ndjson';

/** A record that is still there, as far as anybody knows. */
export interface Leftover extends MadeRecord {
  readonly run: string;
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Why its removal failed, where it was tried. */
  readonly why?: string;
}

type Line =
  | { readonly made: Leftover }
  | { readonly removed: string }
  | { readonly stayed: string; readonly why: string };

export class Journal implements Ledger {
  readonly #file: string;
  readonly #run: Pick<Leftover, 'run' | 'target'>;
  readonly #clock: () => number;
  readonly #open = new Map<string, MadeRecord>();
  /** Keys of what hangs on each record: where nothing can be removed, thousands are open, and all of them would be looked through each time. */
  readonly #below = new Map<string, Set<string>>();
  /** Of the file, once there is a line to write. */
  #handle: number | undefined;
  /** Whose removal was refused for good. */
  readonly #refused = new Set<string>();

  constructor(
    file: string,
    run: Pick<Leftover, 'run' | 'target'>,
    clock: () => number,
    known: readonly Leftover[] = [],
  ) {
    this.#file = file;
    this.#run = run;
    this.#clock = clock;
    for (const record of known) this.#enter(record);
  }

  made(record: MadeRecord): void {
    this.#enter(record);
    this.#append({ made: { ...record, ...this.#run, at: new Date(this.#clock()).toISOString() } });
  }

  removed(key: string, record: string): void {
    for (const one of [key, ...(this.#below.get(record) ?? [])]) {
      const known = this.#open.get(one);
      if (known === undefined) continue;
      this.#open.delete(one);
      for (const above of known.under) this.#below.get(above)?.delete(one);
      this.#append({ removed: one });
    }
  }

  #enter(record: MadeRecord): void {
    this.#open.set(record.key, record);
    for (const above of record.under) {
      const keys = this.#below.get(above);
      if (keys === undefined) this.#below.set(above, new Set([record.key]));
      else keys.add(record.key);
    }
  }

  stayed(key: string, why: string, mayPass: boolean): void {
    if (!this.#open.has(key)) return;
    this.#append({ stayed: key, why });
    if (mayPass) this.#refused.delete(key);
    else this.#refused.add(key);
  }

  removable(): readonly MadeRecord[] {
    return [...this.#open.values()]
      .filter(({ key, remove }) => remove !== undefined && !this.#refused.has(key))
      .reverse();
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #append(line: Line): void {
    this.#handle ??= opened(this.#file);
    writeSync(this.#handle, `${JSON.stringify(line)}\n`);
  }
}

function opened(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'a');
}

/** What the lines of a journal leave, oldest first. A last line that was cut off says nothing. */
export function leftIn(text: string): readonly Leftover[] {
  const open = new Map<string, Leftover>();
  for (const written of text.split('\n')) {
    const line = parsed(written);
    if (line === undefined) continue;
    if ('made' in line) open.set(line.made.key, line.made);
    else if ('removed' in line) open.delete(line.removed);
    else {
      const known = open.get(line.stayed);
      if (known !== undefined) open.set(line.stayed, { ...known, why: line.why });
    }
  }
  return [...open.values()];
}

function parsed(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && ('made' in value || 'removed' in value || 'stayed' in value)
      ? (value as Line)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the file, and writes it anew with what is left; without anything left it goes. */
export function settle(file: string): readonly Leftover[] {
  if (!existsSync(file)) return [];
  const left = leftIn(readFileSync(file, 'utf8'));
  if (left.length === 0) {
    rmSync(file);
    return left;
  }
  const fresh = `${file}.tmp`;
  writeFileSync(fresh, left.map((made) => `${JSON.stringify({ made } satisfies Line)}\n`).join(''));
  renameSync(fresh, file);
  return left;
}

const MOST_IDS = 20;

/** As the report tells it: by endpoint and by why it stayed. */
export function leftoversOf(left: readonly Leftover[]): readonly Leftovers[] {
  const groups = groupBy(left, (record) =>
    JSON.stringify([record.service, record.spec, record.endpoint, whyOf(record)]),
  );
  return [...groups.values()].flatMap((records): readonly Leftovers[] => {
    const [first] = records;
    if (first === undefined) return [];
    const { service, spec, endpoint } = first;
    return [
      {
        service,
        spec,
        endpoint,
        count: records.length,
        why: whyOf(first),
        ids: records.flatMap(({ id }) => (id === undefined ? [] : [String(id)])).slice(0, MOST_IDS),
      },
    ];
  });
}

function whyOf({ id, remove, why }: Leftover): string {
  if (why !== undefined) return why;
  if (id === undefined) return 'its identifier is not known';
  return remove === undefined ? 'the contract declares no DELETE' : 'nothing removed it';
}
