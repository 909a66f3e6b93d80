/**
 * `leftovers.ndjson`: created records that are not deleted yet, and changed singletons that are not restored yet. Each event appends a line:
 * before a write is sent, and at most one turn of the event loop after its response. So the file is right however a run ends. At the end of a
 * run it is rewritten with the remaining entries (`leftovers.ts`).
 */
import { plainJson } from '../report/printable.ts';
import { ownMember } from '../model/json.ts';
import { isSuccessful } from '../model/success.ts';
import { closeSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { openInReport, writeWhole } from '../project/output.ts';
import { writing } from '../project/files.ts';
import { defined } from '../model/objects.ts';
import {
  cleanupOperation,
  type CreatedRecord,
  type CreatedResources,
  type Digests,
  type Id,
  kindKey,
  kindKeys,
  type RecordKind,
  recordOf,
  type Snapshot,
  type SnapshotWrite,
} from './created-resources.ts';
import { LEFTOVERS_FILE } from '../report/orphaned-records.ts';
import { compactLeftovers, type Leftover } from './leftovers.ts';

export const LEFTOVERS = LEFTOVERS_FILE;

type Line =
  | { readonly made: Leftover }
  | { readonly begun: Leftover }
  | { readonly changed: Leftover }
  | { readonly wrote: SnapshotWrite }
  | { readonly answered: string }
  | { readonly sent: OfKind & { readonly digests: Digests } }
  | { readonly odd: OfKind }
  | { readonly seen: OfKind }
  | { readonly deleted: string; readonly status: number }
  | { readonly removed: string; readonly notVerified?: true }
  | { readonly stayed: string; readonly why: string };

/** Records of a kind, as `kindKey` names it: all of them, or these. */
interface OfKind {
  readonly kind: string;
  readonly ids?: readonly Id[];
}

const WORDS = [
  'made',
  'begun',
  'changed',
  'wrote',
  'answered',
  'sent',
  'odd',
  'seen',
  'deleted',
  'removed',
  'stayed',
] as const;

/** Whether a text is a leftovers file. */
export function isLeftoversFile(text: string): boolean {
  return WORDS.some((word) => text.startsWith(`{"${word}"`));
}

export class LeftoversFile implements CreatedResources {
  readonly #file: string;
  readonly #run: Pick<Leftover, 'run' | 'target'>;
  readonly #clock: () => number;
  readonly #open = new Map<string, CreatedRecord | Snapshot>();
  /** Deleted, and not yet verified by a read. */
  readonly #deleted = new Map<string, CreatedRecord>();
  /** Keys of the child records of each record. Without this index every delete would search thousands of open records. */
  readonly #below = new Map<string, Set<string>>();
  /** File handle, opened for the first line. */
  #handle: number | undefined;
  /** Lines that are not in the file yet. Several are written at once, since a write costs as much as half a request. */
  #waiting = '';
  /** Kinds whose IDs are not trusted. */
  readonly #strange = new Set<string>();
  /** Kinds with a verified record. */
  readonly #seen = new Set<string>();
  /** Names of all records that the run created. */
  readonly #all = new Set<string>();
  /** Keys of records, by what `nameOf` calls them. */
  readonly #named = new Map<string, string>();
  /** Records that no later attempt can delete. */
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
    for (const one of known)
      if (one.deleted === undefined) this.#enter(one);
      else this.#deleted.set(one.key, one);
  }

  made(record: CreatedRecord): void {
    const strange = kindKeys(record).find((kind) => this.#strange.has(kind));
    if (strange !== undefined) return this.#unnamed(record, strange);
    const { unseen: _unseen, ...known } = record;
    const one = this.#seen.has(kindKey(record)) ? known : record;
    this.#enter(one);
    this.#soon({ made: this.#dated(one) });
  }

  sent(of: RecordKind, ids: readonly Id[], digests: Digests): void {
    const about = { kind: kindKey(of), ids };
    const found = meant(this.#open, this.#named, about);
    if (found.length === 0 || Object.keys(digests).length === 0) return;
    for (const one of found) this.#enter(withSent(one, digests));
    this.#soon({ sent: { ...about, digests } });
  }

  odd(of: RecordKind, ids: readonly Id[]): void {
    const about = { kind: kindKey(of), ids };
    const found = meant(this.#open, this.#named, about);
    for (const one of found) this.#enter({ ...one, unseen: true, odd: true } as CreatedRecord);
    if (found.length > 0) this.#soon({ odd: about });
  }

  knows({ through: _through, ...of }: RecordKind, id: Id): boolean {
    return this.#all.has(nameOf(kindKey(of), id));
  }

  seen(of: RecordKind, ids?: readonly Id[]): void {
    const about = { kind: kindKey(of), ...defined({ ids }) };
    if (ids === undefined) this.#seen.add(about.kind);
    const found = meant(this.#open, this.#named, about).filter((one) => 'unseen' in one);
    for (const one of found) this.#enter(withoutDoubt(one));
    if (found.length > 0) this.#soon({ seen: about });
  }

  strange(of: RecordKind): void {
    const kind = kindKey(of);
    if (this.#strange.has(kind)) return;
    this.#strange.add(kind);
    const made = [...this.#open.values()].filter((one): one is CreatedRecord => !('restore' in one));
    for (const one of made.filter((record) => kindKeys(record).includes(kind))) {
      this.removed(one.key, '');
      this.#unnamed(one, kind);
    }
  }

  /** @param kind the kind whose IDs are not trusted */
  #unnamed({ id: _id, remove: _remove, ...record }: CreatedRecord, kind: string): void {
    const unnamed = { ...record, key: `${record.key} ${randomUUID()}` };
    const isOfAction = record.through !== undefined && kind === kindKey(record);
    this.#enter(unnamed);
    this.#soon({ made: this.#dated(unnamed, isOfAction ? NOT_OF_THE_ACTION : NOT_ITS_OWN) });
  }

  begun(record: CreatedRecord): void {
    this.#now({ begun: this.#dated(record) });
  }

  answered(key: string): void {
    this.#soon({ answered: key });
  }

  changed(state: Snapshot): void {
    this.#enter(state);
    this.#now({ changed: this.#dated(state) });
  }

  wrote(write: SnapshotWrite): void {
    let isNews = false;
    for (const [key, one] of this.#open) {
      const known = withWrite(one, write);
      if (known === one) continue;
      this.#open.set(key, known);
      isNews = true;
    }
    if (isNews) this.#now({ wrote: write });
  }

  #dated(one: CreatedRecord | Snapshot, why?: string): Leftover {
    return { ...one, ...this.#run, at: new Date(this.#clock()).toISOString(), ...defined({ why }) };
  }

  deleted(key: string, status: number): void {
    const known = this.#open.get(key);
    if (known === undefined || 'restore' in known) return;
    this.#open.delete(key);
    this.#deleted.set(key, { ...known, deleted: status });
    this.#soon({ deleted: key, status });
  }

  removed(key: string, record: string): void {
    for (const one of [key, ...(this.#below.get(record) ?? [])]) {
      const known = this.#open.get(one) ?? this.#deleted.get(one);
      if (known === undefined) continue;
      this.#open.delete(one);
      this.#deleted.delete(one);
      for (const above of known.under) this.#below.get(above)?.delete(one);
      this.#soon({ removed: one });
    }
  }

  notVerified(key: string): void {
    if (this.#deleted.delete(key)) this.#soon({ removed: key, notVerified: true });
  }

  unverified(): readonly CreatedRecord[] {
    return [...this.#deleted.values()];
  }

  #enter(record: CreatedRecord | Snapshot): void {
    this.#deleted.delete(record.key);
    this.#open.set(record.key, record);
    const { through: _through, ...kind } = record;
    if (record.id !== undefined) this.#all.add(nameOf(kindKey(kind), record.id));
    if (record.id !== undefined) this.#named.set(nameOf(kindKey(record), record.id), record.key);
    for (const above of record.under) {
      const keys = this.#below.get(above);
      if (keys === undefined) this.#below.set(above, new Set([record.key]));
      else keys.add(record.key);
    }
  }

  stayed(key: string, why: string, mayPass: boolean): void {
    // After a success, a read says what became of the record, whatever another DELETE returns.
    const deleted = this.#deleted.get(key)?.deleted;
    if (deleted !== undefined && !isSuccessful(deleted)) this.#reopen(key);
    if (!this.#open.has(key)) return;
    this.#soon({ stayed: key, why });
    if (mayPass) this.#refused.delete(key);
    else this.#refused.add(key);
  }

  orphaned(key: string, why: string): void {
    this.#reopen(key);
    this.stayed(key, why, true);
  }

  #reopen(key: string): void {
    const { deleted: _deleted, ...known } = this.#deleted.get(key) ?? {};
    if ('key' in known) this.#enter(known);
  }

  removable(): readonly (CreatedRecord | Snapshot)[] {
    const deleted = new Set(this.unverified().map((one) => recordOf(one, one.endpoint, one.id ?? '')));
    return [...this.#open.values()]
      .filter((one) => cleanupOperation(one) !== undefined && !this.#refused.has(one.key))
      .filter(({ under }) => !under.some((above) => deleted.has(above)))
      .reverse();
  }

  close(): void {
    this.#write();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** Writes at once: the line is on disk before the request is sent. */
  #now(line: Line): void {
    this.#waiting += `${plainJson(JSON.stringify(line))}\n`;
    this.#write();
  }

  /** Writes at the end of this turn of the event loop. */
  #soon(line: Line): void {
    if (this.#waiting === '') setImmediate(() => this.#tryToWrite());
    this.#waiting += `${plainJson(JSON.stringify(line))}\n`;
  }

  /** A failure here would reach no caller. The lines stay in memory, and the next immediate write or `close` reports it. */
  #tryToWrite(): void {
    try {
      this.#write();
    } catch {
      return;
    }
  }

  #write(): void {
    if (this.#waiting === '') return;
    writing(this.#file, () => {
      this.#handle ??= openInReport(this.#file, 'a');
      writeFileSync(this.#handle, this.#waiting);
    });
    this.#waiting = '';
  }
}

const NOT_ITS_OWN = 'a create was answered with the identifier of a record that it did not make, so none was removed';

const NOT_OF_THE_ACTION =
  'an action was answered with the identifier of a record that shows nothing of what was sent, so none was removed';

/** A snapshot with the digests of a write; the same object if the write is known or concerns another resource. */
function withWrite<Left extends CreatedRecord | Snapshot>(
  one: Left,
  { service, spec, endpoint, digests }: SnapshotWrite,
): Left {
  const isMeant = one.service === service && one.spec === spec && one.endpoint === endpoint;
  if (!('restore' in one) || !isMeant) return one;
  const { wrote = {} } = one;
  const isKnown = ([name, some]: readonly [string, readonly string[]]): boolean =>
    some.every((digest) => ownMember(wrote, name)?.includes(digest) === true);
  return Object.entries(digests).every(isKnown) ? one : { ...one, wrote: withDigests(wrote, digests) };
}

const nameOf = (kind: string, id: Id): string => `${kind} ${id}`;

/** @param named keys of the records, by `nameOf` */
function meant<Left extends CreatedRecord | Snapshot>(
  open: ReadonlyMap<string, Left>,
  named: ReadonlyMap<string, string>,
  { kind, ids }: OfKind,
): readonly Left[] {
  if (ids === undefined) return [...open.values()].filter((one) => kindKey(one) === kind && !('odd' in one));
  return ids.flatMap((id) => open.get(named.get(nameOf(kind, id)) ?? '') ?? []);
}

function withoutDoubt<Left extends CreatedRecord | Snapshot>(one: Left): Left {
  if (!('unseen' in one)) return one;
  const { unseen: _unseen, odd: _odd, ...known } = one;
  return known as Left;
}

function withSent<Left extends CreatedRecord | Snapshot>(one: Left, digests: Digests): Left {
  return 'restore' in one ? one : { ...one, sent: withDigests(one.sent ?? {}, digests) };
}

function withDigests(known: Digests, news: Digests): Digests {
  const all = Object.entries(news).map(([name, some]) => {
    const before = ownMember(known, name) ?? [];
    return [name, [...before, ...some.filter((digest) => !before.includes(digest))]] as const;
  });
  return { ...known, ...Object.fromEntries(all) };
}

const NOBODY_KNOWS = 'the run ended before the response to its create, so it may exist';

/** Remaining entries after all lines, oldest first. A last line that was cut off is ignored. */
export function parseLeftovers(text: string): readonly Leftover[] {
  const open = new Map<string, Leftover>();
  const named = new Map<string, string>();
  const change = (known: Leftover | undefined, more: Pick<Leftover, 'deleted' | 'notVerified'>): void =>
    void (known && open.set(known.key, { ...known, ...more }));
  for (const written of text.split('\n')) {
    const line = parsed(written);
    if (line === undefined) continue;
    if ('made' in line) {
      const { key, id } = line.made;
      open.set(key, line.made);
      if (id !== undefined) named.set(nameOf(kindKey(line.made), id), key);
    } else if ('changed' in line) open.set(line.changed.key, line.changed);
    else if ('wrote' in line) for (const [key, one] of open) open.set(key, withWrite(one, line.wrote));
    else if ('begun' in line) open.set(line.begun.key, { ...line.begun, why: NOBODY_KNOWS, maybe: true });
    else if ('answered' in line) open.delete(line.answered);
    else if ('sent' in line) {
      for (const one of meant(open, named, line.sent)) open.set(one.key, withSent(one, line.sent.digests));
    } else if ('odd' in line) {
      for (const one of meant(open, named, line.odd))
        open.set(one.key, { ...one, unseen: true, odd: true } as Leftover);
    } else if ('seen' in line) {
      for (const one of meant(open, named, line.seen)) open.set(one.key, withoutDoubt(one));
    } else if ('deleted' in line) change(open.get(line.deleted), { deleted: line.status });
    else if ('removed' in line) {
      if (line.notVerified === true) change(open.get(line.removed), { notVerified: true });
      else open.delete(line.removed);
    } else {
      const { deleted: _deleted, ...known } = open.get(line.stayed) ?? {};
      if ('key' in known) open.set(line.stayed, { ...known, why: line.why });
    }
  }
  return [...open.values()];
}

function parsed(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && WORDS.some((word) => word in value)
      ? (value as Line)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Entries of a file; none if it does not exist. */
export function leftoversIn(file: string): readonly Leftover[] {
  return existsSync(file) ? parseLeftovers(writing(file, () => readFileSync(file, 'utf8'))) : [];
}

/**
 * Rewrites the file with the remaining entries, or deletes it if none remain. Records whose deletion nothing can verify are returned and not
 * written. @param own the run whose entries are not compacted
 */
export function settleLeftovers(file: string, own?: string): readonly Leftover[] {
  const all = compactLeftovers(leftoversIn(file), own);
  const left = all.filter(({ notVerified }) => notVerified !== true);
  if (left.length === 0) {
    rmSync(file, { force: true });
    return all;
  }
  writeWhole(
    file,
    left
      .map(
        (one) => `${plainJson(JSON.stringify(('restore' in one ? { changed: one } : { made: one }) satisfies Line))}\n`,
      )
      .join(''),
  );
  return all;
}
