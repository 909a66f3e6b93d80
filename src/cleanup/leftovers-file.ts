/**
 * `leftovers.ndjson`: created records that are not deleted yet, and changed singletons that are not restored yet. Each event appends a
 * line: before a write is sent, and at most one turn of the event loop after its response. So the file is right however a run ends. At the
 * end of a run it is rewritten with the remaining entries.
 */
import { escapeControlCharacters } from '../report/printable.ts';
import { ownProperty } from '../model/json.ts';
import { isSuccessStatus } from '../model/success.ts';
import { closeSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { openInReport, writeAtomically } from '../project/output.ts';
import { withWriteErrors } from '../project/files.ts';
import { omitUndefined } from '../model/objects.ts';
import {
  cleanupOperation,
  type CreatedRecord,
  type CreatedResources,
  type Digests,
  kindKey,
  kindKeys,
  type RecordKind,
  recordName,
  type Snapshot,
  type SnapshotWrite,
} from './created-resources.ts';
import type { RecordId } from '../http/declared-operations.ts';
import { BadInput } from '../errors.ts';
import { LEFTOVERS_FILE } from '../report/orphaned-records.ts';
import { compactLeftovers, type Leftover } from './leftovers.ts';

export const LEFTOVERS = LEFTOVERS_FILE;

type Line =
  | { readonly made: Leftover }
  | { readonly begun: Leftover }
  | { readonly changed: Leftover }
  | { readonly wrote: SnapshotWrite }
  | { readonly answered: string }
  | { readonly sent: RecordSelection & { readonly digests: Digests } }
  | { readonly odd: RecordSelection }
  | { readonly seen: RecordSelection }
  | { readonly deleted: string; readonly status: number }
  | { readonly removed: string; readonly notVerified?: true }
  | { readonly stayed: string; readonly why: string };

/** Records of a kind (see `kindKey`): all of them, or those with an ID in the list. */
interface RecordSelection {
  readonly kind: string;
  readonly ids?: readonly RecordId[];
}

const LINE_KINDS = [
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
  return LINE_KINDS.some((word) => text.startsWith(`{"${word}"`));
}

/** Entries of a leftovers file. The same code applies the lines while a run writes them and when the file is read again. */
class LeftoverEntries {
  /** By key, oldest first. */
  readonly #entries = new Map<string, Leftover>();
  /** Keys of records, by kind and ID. */
  readonly #keys = new Map<string, string>();
  /** Keys of the child records of each record. Without this index every delete would search thousands of records. */
  readonly #children = new Map<string, Set<string>>();

  /** Returns the keys of the changed entries. */
  apply(line: Line): readonly string[] {
    if ('made' in line) return this.#set(line.made);
    if ('changed' in line) return this.#set(line.changed);
    if ('begun' in line) return this.#set({ ...line.begun, why: RESPONSE_MISSING, maybe: true });
    if ('answered' in line) return this.#delete(line.answered);
    if ('wrote' in line) return this.#replaceEach(this.all(), (one) => withWrite(one, line.wrote));
    if ('sent' in line) return this.#replaceEach(this.#selected(line.sent), (one) => withSent(one, line.sent.digests));
    if ('odd' in line)
      return this.#replaceEach(this.#selected(line.odd), (one) => ({ ...one, unseen: true, odd: true }) as Leftover);
    if ('seen' in line) return this.#replaceEach(this.#selected(line.seen), asVerified);
    if ('deleted' in line)
      return this.#replace(line.deleted, (one) => ('restore' in one ? one : { ...one, deleted: line.status }));
    if ('stayed' in line)
      return this.#replace(line.stayed, ({ deleted: _deleted, ...one }) => ({ ...one, why: line.why }) as Leftover);
    if (line.notVerified === true)
      return this.#replace(line.removed, (one) => ({ ...one, notVerified: true }) as Leftover);
    return this.#delete(line.removed);
  }

  get(key: string): Leftover | undefined {
    return this.#entries.get(key);
  }

  all(): readonly Leftover[] {
    return [...this.#entries.values()];
  }

  /** Entries without a response to DELETE. The others wait for a read that shows whether they are gone. */
  open(): readonly Leftover[] {
    return this.all().filter(({ deleted }) => deleted === undefined);
  }

  /** Keys of the records below a record. */
  childrenOf(record: string): readonly string[] {
    return [...(this.#children.get(record) ?? [])];
  }

  #set(one: Leftover): readonly string[] {
    this.#entries.set(one.key, one);
    if (one.id !== undefined) this.#keys.set(nameOf(kindKey(one), one.id), one.key);
    for (const parent of one.under) {
      const keys = this.#children.get(parent);
      if (keys === undefined) this.#children.set(parent, new Set([one.key]));
      else keys.add(one.key);
    }
    return [one.key];
  }

  #delete(key: string): readonly string[] {
    const one = this.#entries.get(key);
    if (one === undefined) return [];
    this.#entries.delete(key);
    for (const parent of one.under) this.#children.get(parent)?.delete(key);
    return [key];
  }

  #replace(key: string, change: (one: Leftover) => Leftover): readonly string[] {
    return this.#replaceEach([this.#entries.get(key) ?? []].flat(), change);
  }

  #replaceEach(some: readonly Leftover[], change: (one: Leftover) => Leftover): readonly string[] {
    return some.flatMap((one) => {
      const changed = change(one);
      if (changed !== one) this.#entries.set(one.key, changed);
      return changed === one ? [] : [one.key];
    });
  }

  #selected({ kind, ids }: RecordSelection): readonly Leftover[] {
    if (ids === undefined) return this.open().filter((one) => kindKey(one) === kind && !('odd' in one));
    return ids
      .flatMap((id) => this.#entries.get(this.#keys.get(nameOf(kind, id)) ?? '') ?? [])
      .filter(({ deleted }) => deleted === undefined);
  }
}

export class LeftoversFile implements CreatedResources {
  readonly #file: string;
  readonly #run: Pick<Leftover, 'run' | 'target'>;
  readonly #clock: () => number;
  readonly #entries = new LeftoverEntries();
  /** File handle, opened for the first line. */
  #handle: number | undefined;
  /** Lines that are not in the file yet. Several are written at once, since a write costs as much as half a request. */
  #waiting = '';
  /** Kinds whose IDs are not trusted. */
  readonly #untrustedKinds = new Set<string>();
  /** Kinds with a verified record. */
  readonly #verifiedKinds = new Set<string>();
  /** All records that the run created, by kind without the action, and ID. */
  readonly #created = new Set<string>();
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
    for (const one of known) {
      this.#entries.apply(lineOf(one));
      this.#remember(one);
    }
  }

  addRecord(record: CreatedRecord): void {
    const untrusted = kindKeys(record).find((kind) => this.#untrustedKinds.has(kind));
    if (untrusted !== undefined) return this.#addUnnamed(record, untrusted);
    const { unseen: _unseen, ...verified } = record;
    this.#remember(record);
    this.#soon({ made: this.#dated(this.#verifiedKinds.has(kindKey(record)) ? verified : record) });
  }

  addSentFields(of: RecordKind, ids: readonly RecordId[], digests: Digests): void {
    if (Object.keys(digests).length > 0) this.#soon({ sent: { kind: kindKey(of), ids, digests } });
  }

  markMismatched(of: RecordKind, ids: readonly RecordId[]): void {
    this.#soon({ odd: { kind: kindKey(of), ids } });
  }

  hasCreated(of: RecordKind, id: RecordId): boolean {
    return this.#created.has(createdName(of, id));
  }

  markVerified(of: RecordKind, ids?: readonly RecordId[]): void {
    const kind = kindKey(of);
    if (ids === undefined) this.#verifiedKinds.add(kind);
    this.#soon({ seen: { kind, ...omitUndefined({ ids }) } });
  }

  distrustIds(of: RecordKind): void {
    const kind = kindKey(of);
    if (this.#untrustedKinds.has(kind)) return;
    this.#untrustedKinds.add(kind);
    for (const one of this.#entries.open()) {
      if ('restore' in one || !kindKeys(one).includes(kind)) continue;
      this.markGone(one.key, '');
      this.#addUnnamed(one, kind);
    }
  }

  #addUnnamed({ id: _id, remove: _remove, ...record }: CreatedRecord, kind: string): void {
    const unnamed = { ...record, key: `${record.key} ${randomUUID()}` };
    const isOfAction = record.through !== undefined && kind === kindKey(record);
    this.#soon({ made: this.#dated(unnamed, isOfAction ? FOREIGN_ID_OF_ACTION : FOREIGN_ID_OF_CREATE) });
  }

  /** Writes the line only: nothing may delete the record while its response may still arrive. */
  addPending(record: CreatedRecord): void {
    this.#append({ begun: this.#dated(record) });
    this.#write();
  }

  removePending(key: string): void {
    this.#append({ answered: key });
  }

  addSnapshot(state: Snapshot): void {
    this.#now({ changed: this.#dated(state) });
  }

  addWrite(write: SnapshotWrite): void {
    this.#now({ wrote: write });
  }

  #dated(one: CreatedRecord | Snapshot, why?: string): Leftover {
    return { ...one, ...this.#run, at: new Date(this.#clock()).toISOString(), ...omitUndefined({ why }) };
  }

  #remember(one: CreatedRecord | Snapshot): void {
    if (one.id !== undefined) this.#created.add(createdName(one, one.id));
  }

  markDeleted(key: string, status: number): void {
    if (this.#entries.get(key)?.deleted === undefined) this.#soon({ deleted: key, status });
  }

  markGone(key: string, record: string): void {
    for (const one of [key, ...this.#entries.childrenOf(record)]) this.#soon({ removed: one });
  }

  markNotVerified(key: string): void {
    this.#soon({ removed: key, notVerified: true });
  }

  deletedUnverified(): readonly CreatedRecord[] {
    return this.#entries
      .all()
      .filter((one): one is Leftover & CreatedRecord => one.deleted !== undefined && one.notVerified !== true);
  }

  markFailed(key: string, why: string, mayPass: boolean): void {
    // After a success, a read shows whether the record is gone; a second DELETE does not.
    const { deleted } = this.#entries.get(key) ?? {};
    if (deleted === undefined || !isSuccessStatus(deleted)) this.#keep(key, why, mayPass);
  }

  markOrphaned(key: string, why: string): void {
    this.#keep(key, why, true);
  }

  #keep(key: string, why: string, mayPass: boolean): void {
    if (this.#entries.get(key) === undefined) return;
    this.#soon({ stayed: key, why });
    if (mayPass) this.#refused.delete(key);
    else this.#refused.add(key);
  }

  resourcesToClean(): readonly (CreatedRecord | Snapshot)[] {
    const deleted = new Set(this.deletedUnverified().map((one) => recordName(one, one.endpoint, one.id ?? '')));
    return this.#entries
      .open()
      .filter((one) => cleanupOperation(one) !== undefined && !this.#refused.has(one.key))
      .filter(({ under }) => !under.some((parent) => deleted.has(parent)))
      .toReversed();
  }

  close(): void {
    this.#write();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** Writes a line that changes an entry at once: it is on disk before the request is sent. */
  #now(line: Line): void {
    if (this.#entries.apply(line).length === 0) return;
    this.#append(line);
    this.#write();
  }

  /** Writes a line that changes an entry at the end of this turn of the event loop. */
  #soon(line: Line): void {
    if (this.#entries.apply(line).length > 0) this.#append(line);
  }

  #append(line: Line): void {
    if (this.#waiting === '') setImmediate(() => this.#tryToWrite());
    this.#waiting += textOf(line);
  }

  /** Ignores a failure, since no caller would get it. The lines stay in memory, and the next immediate write or `close` reports it. */
  #tryToWrite(): void {
    try {
      this.#write();
    } catch {
      return;
    }
  }

  #write(): void {
    if (this.#waiting === '') return;
    withWriteErrors(this.#file, () => {
      this.#handle ??= openInReport(this.#file, 'a');
      writeFileSync(this.#handle, this.#waiting);
    });
    this.#waiting = '';
  }
}

const FOREIGN_ID_OF_CREATE = 'a create returned the ID of a record that it did not create, so no record was deleted';

const FOREIGN_ID_OF_ACTION = 'an action returned the ID of a record without the sent values, so no record was deleted';

const RESPONSE_MISSING = 'the run ended before the response to its create, so it may exist';

const lineOf = (one: Leftover): Line => ('restore' in one ? { changed: one } : { made: one });
const textOf = (line: Line): string => `${escapeControlCharacters(JSON.stringify(line))}\n`;
const nameOf = (kind: string, id: RecordId): string => `${kind} ${id}`;
const createdName = ({ through: _through, ...of }: RecordKind, id: RecordId): string => nameOf(kindKey(of), id);

/** A snapshot with the digests of a write; the same object if the write is known or concerns another resource. */
function withWrite(one: Leftover, { service, spec, endpoint, digests }: SnapshotWrite): Leftover {
  if (!('restore' in one) || one.service !== service || one.spec !== spec || one.endpoint !== endpoint) return one;
  const { wrote = {} } = one;
  const isKnown = ([name, some]: readonly [string, readonly string[]]): boolean =>
    some.every((digest) => ownProperty(wrote, name)?.includes(digest) === true);
  return Object.entries(digests).every(isKnown) ? one : { ...one, wrote: withDigests(wrote, digests) };
}

function asVerified(one: Leftover): Leftover {
  if (!('unseen' in one)) return one;
  const { unseen: _unseen, odd: _odd, ...verified } = one;
  return verified as Leftover;
}

function withSent(one: Leftover, digests: Digests): Leftover {
  return 'restore' in one ? one : { ...one, sent: withDigests(one.sent ?? {}, digests) };
}

function withDigests(known: Digests, added: Digests): Digests {
  const all = Object.entries(added).map(([name, some]) => {
    const before = ownProperty(known, name) ?? [];
    return [name, [...before, ...some.filter((digest) => !before.includes(digest))]] as const;
  });
  return { ...known, ...Object.fromEntries(all) };
}

/**
 * Remaining entries after all lines, oldest first. A line that was cut off is ignored. Throws `BadInput` for an entry that a run does not
 * write.
 */
export function parseLeftovers(text: string): readonly Leftover[] {
  const entries = new LeftoverEntries();
  for (const [index, written] of text.split('\n').entries()) {
    const line = parseLine(written);
    if (line === undefined) continue;
    const entry =
      'made' in line ? line.made : 'changed' in line ? line.changed : 'begun' in line ? line.begun : undefined;
    if (entry !== undefined && !isEntry(entry))
      throw BadInput.of('leftovers-malformed', `line ${index + 1} of leftovers.ndjson lacks required fields`, {
        hint: 'The file was edited. Use the unchanged file of the run.',
      });
    entries.apply(line);
  }
  return entries.all();
}

function isEntry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>;
  const isText = (name: string): boolean => typeof entry[name] === 'string';
  return ['key', 'service', 'spec', 'endpoint', 'run', 'target'].every(isText) && Array.isArray(entry['under']);
}

function parseLine(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && LINE_KINDS.some((word) => word in value)
      ? (value as Line)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Entries of a file; none if it does not exist. */
export function leftoversIn(file: string): readonly Leftover[] {
  return existsSync(file) ? parseLeftovers(withWriteErrors(file, () => readFileSync(file, 'utf8'))) : [];
}

/**
 * Rewrites the file with the remaining entries, or deletes it if none remain. Entries whose deletion nothing can verify are returned but
 * not written. `own`: the run whose entries are not compacted
 */
export function settleLeftovers(file: string, own?: string): readonly Leftover[] {
  const all = compactLeftovers(leftoversIn(file), own);
  const left = all.filter(({ notVerified }) => notVerified !== true);
  if (left.length === 0) {
    rmSync(file, { force: true });
    return all;
  }
  writeAtomically(file, left.map((one) => textOf(lineOf(one))).join(''));
  return all;
}
