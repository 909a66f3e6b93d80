import { defined } from '../../model/objects.ts';
import { findingsOf, type Circumstances, type Examined, type JudgementStages } from './examine.ts';
import type { Located, StudentData, LocateStages } from './locate.ts';
import type { Kind } from './model.ts';
import { type ItemResult, type ResultStages, succeeded } from './results.ts';
import type { StoredRecord } from './store.ts';
import type { Exchange } from '../../gateway.ts';
import { json, type Reply } from '../../http/message.ts';
import type { Item, ShapeStages } from './shape.ts';

/** What became of the items of a POST. */
export interface Created {
  readonly results: readonly ItemResult[];
  /** Of those that were stored. */
  readonly uids: readonly number[];
}

/** The stages of POST, PATCH and DELETE. */
export interface WriteStages {
  readonly create: (kind: Kind, exchange: Exchange) => Reply;
  readonly items: (items: readonly Item[], circumstances: Circumstances) => Created;
  readonly item: (item: Item, circumstances: Circumstances, index: number) => Created;
  readonly location: (uid: number, circumstances: Circumstances) => Readonly<Record<string, string>>;
  readonly update: (kind: Kind, exchange: Exchange) => Reply;
  readonly change: (item: Item, existing: StoredRecord, circumstances: Circumstances) => Reply;
  readonly remove: (kind: Kind, exchange: Exchange) => Reply;
}

interface Stages {
  readonly data: StudentData;
  readonly shape: ShapeStages;
  readonly locate: LocateStages;
  readonly judgement: JudgementStages;
  readonly results: ResultStages;
  readonly keep: KeepStages;
  readonly write: WriteStages;
}

export function writeStages(stages: Stages): WriteStages {
  return {
    create: (kind, exchange) => create(stages, kind, exchange),
    items: (items, circumstances) => {
      // One after the other: an item may collide with, or refer to, what the one before it has stored.
      const created = items.map((item, index) => stages.write.item(item, circumstances, index));
      return {
        results: created.flatMap(({ results }) => results),
        uids: created.flatMap(({ uids }) => uids),
      };
    },
    item: (item, circumstances, index) => {
      const examined = stages.judgement.examine(item, circumstances);
      if (findingsOf(examined).length > 0) return { results: [stages.keep.refuse(examined, circumstances)], uids: [] };
      const { uid, result } = stages.keep.item(examined, circumstances, index);
      return { results: [accepted(stages, examined, result)], uids: [uid] };
    },
    location: (uid, circumstances) => {
      const collection = collectionOf(circumstances);
      return { location: circumstances.kind.family.isSingle ? collection : `${collection}/${String(uid)}` };
    },
    update: (kind, exchange) => {
      const [item] = stages.shape.read(exchange.body, kind, 'update', 'object');
      if (!item) throw new Error('A body of the right shape has one item.');
      const { dataset, parent, record } = stages.locate.record(kind, exchange);
      const scene = stages.judgement.scene();
      return stages.write.change(item, record, { kind, scene, dataset, parent, existing: record });
    },
    change: (item, existing, circumstances) => {
      const examined = stages.judgement.examine(item, circumstances);
      if (findingsOf(examined).length > 0) return stages.results.refused(stages.keep.refuse(examined, circumstances));
      stages.keep.replace(existing, examined, circumstances);
      return json(200, accepted(stages, examined, { [circumstances.kind.family.uid]: existing.uid }));
    },
    remove: (kind, exchange) => {
      const located = stages.locate.record(kind, exchange);
      const { uid, singular } = kind.family;
      const text = stages.keep.reasonToStay(located, kind);
      if (text !== undefined) {
        const finding = { kind, field: singular, digits: '10056', text };
        return stages.results.refused(stages.results.failed(undefined, [finding]));
      }
      stages.keep.remove(located, kind);
      return json(200, succeeded(undefined, { [uid]: located.record.uid }));
    },
  };
}

function create(stages: Stages, kind: Kind, exchange: Exchange): Reply {
  const items = stages.shape.read(exchange.body, kind, 'create', kind.form);
  const parent = stages.locate.parent(kind, exchange);
  const dataset = stages.data.store.of(exchange.caller.organisation);
  const circumstances = { kind, scene: stages.judgement.scene(), dataset, parent };
  const { results, uids } = stages.write.items(items, circumstances);
  const body = kind.form === 'array' ? results : results[0];
  const [uid] = uids;
  if (uid === undefined) return stages.results.refused(body);
  return json(201, body, items.length === 1 ? stages.write.location(uid, circumstances) : {});
}

function accepted({ results }: Stages, { item, warnings }: Examined, result: unknown): ItemResult {
  return succeeded(item.correlationId, result, warnings.map(results.warning));
}

/** The path of the collection in which a record stands. */
export function collectionOf({ kind, parent }: Pick<Circumstances, 'kind' | 'parent'>): string {
  return kind.family.path.replace(/\{[^}]*\}/, String(parent?.uid ?? ''));
}

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

export function keepStages(stages: Pick<Stages, 'data' | 'results' | 'keep'>): KeepStages {
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
