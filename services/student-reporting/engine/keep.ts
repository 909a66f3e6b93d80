import { defined } from '../../model/defined.ts';
import { findingsOf, type Circumstances, type Examined } from './examine.ts';
import type { Located, StudentData } from './locate.ts';
import type { Kind } from './model.ts';
import type { ItemResult, ResultStages } from './results.ts';
import type { StoredRecord } from './store.ts';

/** A stored record and what is said of it. */
export interface Stored {
  readonly uid: number;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The stages of keeping what was judged. */
export interface KeepStages {
  readonly uid: () => number;
  /** One item of a POST; its place among the others is told. */
  readonly item: (examined: Examined, circumstances: Circumstances, index: number) => Stored;
  /** A record and its children, below the parent of that uid. */
  readonly record: (examined: Examined, circumstances: Circumstances, parent: number) => Stored;
  /** What is said of a child that was stored with its parent. */
  readonly child: (examined: Examined, stored: Stored) => Readonly<Record<string, unknown>>;
  readonly add: (record: StoredRecord, kind: Kind, circumstances: Circumstances) => void;
  readonly replace: (existing: StoredRecord, examined: Examined, circumstances: Circumstances) => void;
  /** What is said of an item that is refused, and so not kept. */
  readonly refuse: (examined: Examined, circumstances: Circumstances) => ItemResult;
  /** Why a record cannot be deleted. */
  readonly reasonToStay: (located: Located, kind: Kind) => string | undefined;
  readonly remove: (located: Located, kind: Kind) => void;
}

interface Stages {
  readonly data: StudentData;
  readonly results: ResultStages;
  readonly keep: KeepStages;
}

export function keepStages(stages: Stages): KeepStages {
  return {
    uid: () => stages.data.store.nextUid(),
    item: (examined, circumstances) => stages.keep.record(examined, circumstances, circumstances.parent?.uid ?? 0),
    record: (examined, circumstances, parent) => {
      const { kind, values, children } = examined;
      const uid = stages.keep.uid();
      stages.keep.add({ uid, parent, values }, kind, circumstances);
      const result: Record<string, unknown> = { [kind.family.uid]: uid };
      for (const { member, examined: all } of children) {
        result[member] = all.map((child) => stages.keep.child(child, stages.keep.record(child, circumstances, uid)));
      }
      return { uid, result };
    },
    child: ({ item }, { result }) => ({
      ...defined({ correlation_id: item.correlationId }),
      ...result,
    }),
    add: (record, kind, { dataset }) => {
      dataset.add(record, kind);
    },
    replace: (existing, { values, kind }, { dataset }) => {
      dataset.replace(existing, values, kind);
    },
    refuse: (examined) => stages.results.failed(examined.item.correlationId, findingsOf(examined)),
    reasonToStay: ({ dataset, record }) =>
      dataset.isReferredTo(record.uid) ? 'is referred to by other records' : undefined,
    remove: ({ dataset, record }, kind) => {
      dataset.remove(record, kind);
    },
  };
}
