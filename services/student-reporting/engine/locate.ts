import { notFound } from '../../http/gateway-error.ts';
import type { Exchange } from '../../gateway.ts';
import type { Kind } from './model.ts';
import type { Dataset, Store, StoredRecord } from './store.ts';

export interface StudentData {
  readonly store: Store;
}

export interface Located {
  readonly dataset: Dataset;
  readonly parent: StoredRecord | undefined;
  readonly record: StoredRecord;
}

/** The stages of finding what a path names; each throws the 404 of what is not there, or not there for this organisation. */
export interface LocateStages {
  /** The record of the path. */
  readonly record: (kind: Kind, exchange: Exchange) => Located;
  /** The same among the data of one organisation. */
  readonly within: (dataset: Dataset, kind: Kind, exchange: Exchange) => Located | undefined;
  readonly isBelow: (record: StoredRecord, parent: number, kind: Kind) => boolean;
  /** The parent that the path of a child names; `undefined` for a family without parent. */
  readonly parent: (kind: Kind, exchange: Exchange) => StoredRecord | undefined;
}

interface Stages {
  readonly data: StudentData;
  readonly locate: LocateStages;
}

export function locateStages(stages: Stages): LocateStages {
  return {
    record: (kind, exchange) => {
      const own = stages.data.store.of(exchange.caller.organisation);
      const found = stages.locate.within(own, kind, exchange);
      if (!found) throw notFound();
      return found;
    },
    within: (dataset, kind, { parameters }) => {
      const { family } = kind;
      const table = dataset.table(family.name);
      const parentUid = family.parent === undefined ? 0 : uidOf(parameters[0]);
      const parent = family.parent === undefined ? undefined : dataset.table(family.parent).records.get(parentUid);
      if (family.parent !== undefined && !parent) return undefined;
      const uid = family.isSingle ? (table.below(parentUid).last() ?? 0) : uidOf(parameters.at(-1));
      const record = table.records.get(uid);
      return record && stages.locate.isBelow(record, parentUid, kind) ? { dataset, parent, record } : undefined;
    },
    isBelow: (record, parent) => record.parent === parent,
    parent: (kind, exchange) => {
      const { parent } = kind.family;
      return parent === undefined ? undefined : ownRecord(stages.data.store, parent, exchange);
    },
  };
}

/** The record of the caller that the first parameter of a path names. */
export function ownRecord(store: Store, family: string, { caller, parameters }: Exchange): StoredRecord {
  const record = store.of(caller.organisation).table(family).records.get(uidOf(parameters[0]));
  if (!record) throw notFound();
  return record;
}

/** The uid that a path parameter is; anything but a positive decimal integer is the id of nothing. */
export function uidOf(parameter: string | undefined): number {
  if (parameter === undefined || !/^[1-9][0-9]{0,15}$/.test(parameter)) throw notFound();
  return Number(parameter);
}
