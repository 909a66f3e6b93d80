import { json, type Reply } from '../../http/message.ts';
import type { Exchange } from '../../gateway.ts';
import { ownRecord, type LocateStages, type StudentData } from './locate.ts';
import type { Kind } from './model.ts';
import type { PagingStages } from './pagination.ts';
import { succeeded, type ResultStages } from './results.ts';
import type { StoredRecord, Table } from './store.ts';
import type { UidList } from './uid-list.ts';

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
