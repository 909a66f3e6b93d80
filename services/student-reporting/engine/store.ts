import type { Values } from '../../model/field.ts';
import type { Uniqueness } from '../families/family.ts';
import type { Kind } from './model.ts';

export interface StoredRecord {
  readonly uid: number;
  /** Uid of the parent record; 0 for a family without parent. */
  readonly parent: number;
  readonly values: Values;
}

/** The records of one family of one organisation, with the indices that keep every look-up short. */
export class Table {
  readonly records = new Map<number, StoredRecord>();
  readonly all = new UidList();
  readonly #groups = new Map<number, UidList>();
  readonly #keys = new Map<string, number>();

  /** The records listed below another record: its children, or those that a field ties to it. */
  below(uid: number): UidList {
    return this.#groups.get(uid) ?? new UidList();
  }

  /** The record that already has the key, if any. */
  holder(key: string): number | undefined {
    return this.#keys.get(key);
  }

  add(record: StoredRecord, kind: Kind): void {
    this.records.set(record.uid, record);
    this.all.add(record.uid);
    const group = this.#groups.get(groupOf(record, kind)) ?? new UidList();
    group.add(record.uid);
    this.#groups.set(groupOf(record, kind), group);
    for (const unique of kind.family.unique ?? []) {
      const key = keyOf(unique, record);
      if (!this.#keys.has(key)) this.#keys.set(key, record.uid);
    }
  }

  remove(record: StoredRecord, kind: Kind): void {
    this.records.delete(record.uid);
    this.unlist(record, kind);
  }

  /** Takes the record out of every list and index. */
  unlist(record: StoredRecord, kind: Kind): void {
    this.all.remove(record.uid);
    this.#groups.get(groupOf(record, kind))?.remove(record.uid);
    for (const unique of kind.family.unique ?? []) {
      const key = keyOf(unique, record);
      if (this.#keys.get(key) === record.uid) this.#keys.delete(key);
    }
  }
}

function groupOf({ parent, values }: StoredRecord, { family }: Kind): number {
  const uid = family.listedBelow ? values[family.listedBelow.field] : parent;
  return typeof uid === 'number' ? uid : 0;
}

/** What two records that may not agree must differ in. */
export function keyOf(unique: Uniqueness, { parent, values }: Pick<StoredRecord, 'parent' | 'values'>): string {
  const scope = unique.within === 'parent' ? parent : 0;
  return JSON.stringify([unique.digits, scope, ...unique.fields.map((field) => values[field] ?? null)]);
}

/** The data of one organisation. */
export class Dataset {
  readonly #tables = new Map<string, Table>();
  /** How many records refer to a uid. */
  readonly #referrers = new Map<number, number>();

  table(name: string): Table {
    let table = this.#tables.get(name);
    if (!table) {
      table = new Table();
      this.#tables.set(name, table);
    }
    return table;
  }

  has(family: string, uid: number): boolean {
    return this.#tables.get(family)?.records.has(uid) ?? false;
  }

  isReferredTo(uid: number): boolean {
    return (this.#referrers.get(uid) ?? 0) > 0;
  }

  add(record: StoredRecord, kind: Kind): void {
    this.table(kind.family.name).add(record, kind);
    this.#count(record, kind, 1);
  }

  replace(record: StoredRecord, values: Values, kind: Kind): StoredRecord {
    const table = this.table(kind.family.name);
    const replacement = { ...record, values };
    table.remove(record, kind);
    this.#count(record, kind, -1);
    table.add(replacement, kind);
    this.#count(replacement, kind, 1);
    return replacement;
  }

  /** Removes the record and its children. */
  remove(record: StoredRecord, kind: Kind): void {
    for (const child of kind.children) {
      const table = this.table(child.family.name);
      for (const uid of table.below(record.uid).slice(0, Infinity)) {
        const found = table.records.get(uid);
        if (found) this.remove(found, child);
      }
    }
    this.table(kind.family.name).remove(record, kind);
    this.#count(record, kind, -1);
  }

  #count({ values }: StoredRecord, { references }: Kind, by: number): void {
    for (const { name } of references) {
      const uid = values[name];
      if (typeof uid !== 'number') continue;
      const count = (this.#referrers.get(uid) ?? 0) + by;
      if (count > 0) this.#referrers.set(uid, count);
      else this.#referrers.delete(uid);
    }
  }
}

/** The data of one instance. Organisations share nothing but the source of uids, so no uid names two records. */
export class Store {
  readonly #datasets = new Map<string, Dataset>();
  #lastUid = 1000;

  of(organisation: string): Dataset {
    let dataset = this.#datasets.get(organisation);
    if (!dataset) {
      dataset = new Dataset();
      this.#datasets.set(organisation, dataset);
    }
    return dataset;
  }

  others(organisation: string): Dataset[] {
    return [...this.#datasets].filter(([name]) => name !== organisation).map(([, dataset]) => dataset);
  }

  nextUid(): number {
    this.#lastUid += 1;
    return this.#lastUid;
  }

  /** Forgets all data, but never uses a uid twice. */
  clear(): void {
    this.#datasets.clear();
  }
}

/** Uids in ascending order. New uids are the highest, so adding at the end is the rule and searching the exception. */
export class UidList {
  readonly #uids: number[] = [];

  get length(): number {
    return this.#uids.length;
  }

  slice(start: number, end: number): readonly number[] {
    return this.#uids.slice(start, end);
  }

  last(): number | undefined {
    return this.#uids.at(-1);
  }

  add(uid: number): void {
    if (uid > (this.#uids.at(-1) ?? 0)) this.#uids.push(uid);
    else this.#uids.splice(this.#placeOf(uid), 0, uid);
  }

  remove(uid: number): void {
    const place = this.#placeOf(uid);
    if (this.#uids[place] === uid) this.#uids.splice(place, 1);
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#uids[Symbol.iterator]();
  }

  #placeOf(uid: number): number {
    let low = 0;
    let high = this.#uids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#uids[middle] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
