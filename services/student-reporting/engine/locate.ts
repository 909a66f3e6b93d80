import { json, type Reply } from '../../http/message.ts';
import type { Exchange } from '../../gateway.ts';
import type { Kind } from './model.ts';
import type { PagingStages } from './pagination.ts';
import { succeeded, type ResultStages } from './results.ts';
import type { StoredRecord, Table, UidList, Dataset, Store } from './store.ts';
import { notFound } from '../../http/gateway-error.ts';

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

export function locateStages(stages: Pick<Stages, 'data' | 'locate'>): LocateStages {
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

/** The stages of reading one record, and a list. */
export interface ReadStages {
  readonly one: (kind: Kind, exchange: Exchange) => Reply;
  readonly list: (kind: Kind, exchange: Exchange) => Reply;
  /** The uids of the list that the path names. */
  readonly listed: (kind: Kind, exchange: Exchange) => UidList;
  /** The student below whom a list of another family stands. */
  readonly student: (kind: Kind, exchange: Exchange) => StoredRecord;
  /** The records of a page, as they are shown. */
  readonly shown: (page: readonly number[], list: UidList, kind: Kind, exchange: Exchange) => readonly unknown[];
  readonly record: (uid: number, table: Table, kind: Kind) => StoredRecord | undefined;
}

interface Stages {
  readonly data: StudentData;
  readonly locate: LocateStages;
  readonly paging: PagingStages;
  readonly results: ResultStages;
  readonly read: ReadStages;
}

export function readStages(stages: Stages): ReadStages {
  const tableOf = ({ family }: Kind, { caller }: Exchange): Table =>
    stages.data.store.of(caller.organisation).table(family.name);
  return {
    one: (kind, exchange) => {
      const { record } = stages.locate.record(kind, exchange);
      return json(200, succeeded(undefined, stages.results.view(record, kind)));
    },
    list: (kind, exchange) => {
      const { paging, read } = stages;
      // A bad page header is a matter of shape, judged before the id.
      const asked = paging.ask(exchange.call, kind.family);
      const list = read.listed(kind, exchange);
      const page = paging.cut(list, asked, kind.family);
      const headers = paging.tell(list.length, asked, kind.family);
      return json(200, succeeded(undefined, read.shown(page, list, kind, exchange)), headers);
    },
    listed: (kind, exchange) => {
      const { listedBelow, parent } = kind.family;
      const table = tableOf(kind, exchange);
      if (parent !== undefined) return table.below(stages.locate.parent(kind, exchange)?.uid ?? 0);
      return listedBelow ? table.below(stages.read.student(kind, exchange).uid) : table.all;
    },
    student: (_kind, exchange) => ownRecord(stages.data.store, 'students', exchange),
    shown: (page, _list, kind, exchange) =>
      page.flatMap((uid) => {
        const record = stages.read.record(uid, tableOf(kind, exchange), kind);
        return record ? [stages.results.view(record, kind)] : [];
      }),
    record: (uid, { records }) => records.get(uid),
  };
}
