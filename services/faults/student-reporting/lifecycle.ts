/** Faults between the creation of a record and its deletion, for every family in which they make a difference. */
import { notFound } from '../../http/gateway-error.ts';
import { json } from '../../http/message.ts';
import type { Value } from '../../model/field.ts';
import { findingsOf } from '../../student-reporting/engine/examine.ts';
import { ownRecord, uidOf } from '../../student-reporting/engine/locate.ts';
import { succeeded } from '../../student-reporting/engine/results.ts';
import type { Item } from '../../student-reporting/engine/shape.ts';
import type { StoredRecord } from '../../student-reporting/engine/store.ts';
import { UidList } from '../../student-reporting/engine/uid-list.ts';
import { collectionOf } from '../../student-reporting/engine/write.ts';
import type { Family } from '../../student-reporting/families/family.ts';
import { families } from '../../student-reporting/families/index.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { specVersions } from '../../services.ts';
import { inArea, type Seeded } from '../fault.ts';
import { internalError } from '../gateway/bodies.ts';
import { lifecycleEntry, lifecycleFaults, type LifecycleFault } from '../lifecycle.ts';
import { listingNothing, ofFamily, orOfOthers, type StudentChange } from './changes.ts';

const service = 'student-reporting';

const madeUp = (item: Item): Item => ({ ...item, correlationId: 'service-made' });

const isArray = (family: Family): boolean => family.form(specVersions[service][0] ?? '') === 'array';
const isChild = ({ parent }: Family): boolean => parent !== undefined;
const hasOptional = ({ fields }: Family): boolean =>
  fields.some(({ required, writeOnly, readOnly }) => !required && !writeOnly && !readOnly);
const isReferredTo = ({ name }: Family): boolean =>
  families.some(({ fields }) => fields.some((field) => field.kind === 'reference' && field.to === name));

/** Where a fault makes a difference, besides that the family has its operation. */
const applies: Partial<Record<LifecycleFault, (family: Family) => boolean>> = {
  'create-stored-twice': ({ actions }) => actions.includes('list'),
  'batch-first-only': isArray,
  'batch-first-answered': isArray,
  'batch-order-changed': isArray,
  'batch-stops-at-failure': isArray,
  'patch-clears-others': hasOptional,
  'null-for-unset': hasOptional,
  'delete-referenced': isReferredTo,
  'delete-breaks-referring': isReferredTo,
  'deleted-still-listed': ({ actions }) => actions.includes('delete'),
  'parent-unchecked': isChild,
  'wrong-parent-reachable': (family) => isChild(family) && !family.isSingle,
  'lists-all-organisations': (family) => !isChild(family) && family.listedBelow === undefined,
  'other-organisation-parent': (family) => isChild(family) || family.listedBelow !== undefined,
};

/** What each fault does to the stages of a family. */
const changes: Readonly<Record<Exclude<LifecycleFault, 'delete-breaks-referring'>, StudentChange>> = {
  'create-not-stored': inArea('keep', () => ({ add: () => undefined })),
  'create-stored-twice': inArea('keep', ({ item }) => ({
    item: (...given) => {
      const stored = item(...given);
      item(...given);
      return stored;
    },
  })),
  'refused-write-stored': inArea('keep', ({ refuse }, { keep }) => ({
    refuse: (examined, circumstances) => {
      const { existing, parent } = circumstances;
      if (!existing) keep.record(examined, circumstances, parent?.uid ?? 0);
      return refuse(examined, circumstances);
    },
  })),
  'refused-update-stored': inArea('keep', ({ refuse }) => ({
    refuse: (examined, circumstances) => {
      const { kind, existing, dataset } = circumstances;
      if (existing) dataset.replace(existing, examined.values, kind);
      return refuse(examined, circumstances);
    },
  })),
  'uid-missing': inArea('keep', ({ item }) => ({
    item: (examined, circumstances, index) => {
      const stored = item(examined, circumstances, index);
      const { [examined.kind.family.uid]: _uid, ...result } = stored.result;
      return { ...stored, result };
    },
  })),
  'location-wrong': inArea('write', () => ({
    location: (_uid, circumstances) => ({ location: `${collectionOf(circumstances)}/999999999` }),
  })),
  'correlation-id-not-echoed': inArea('write', ({ item, change }) => ({
    item: (given, circumstances, index) => item(madeUp(given), circumstances, index),
    change: (given, existing, circumstances) => change(madeUp(given), existing, circumstances),
  })),
  'batch-order-changed': inArea('write', ({ items }) => ({
    items: (all, circumstances) => {
      const { results, uids } = items(all, circumstances);
      return { results: results.toReversed(), uids };
    },
  })),
  'batch-first-answered': inArea('write', ({ items }) => ({
    items: (all, circumstances) => {
      const created = items(all, circumstances);
      const results = created.results.map((one, index) => (index === 0 ? one : { ...one, result: undefined }));
      return { ...created, results };
    },
  })),
  'batch-stops-at-failure': inArea('write', ({ items }, { judgement, results }) => ({
    items: (all, circumstances) => {
      const examined = all.length > 1 ? all.map((item) => judgement.examine(item, circumstances)) : [];
      const findings = examined.flatMap(findingsOf);
      if (findings.length === 0) return items(all, circumstances);
      return { results: all.map(({ correlationId }) => results.failed(correlationId, findings)), uids: [] };
    },
  })),
  'batch-first-only': inArea('keep', ({ item }, { keep }) => ({
    item: (examined, circumstances, index) => {
      if (index === 0) return item(examined, circumstances, index);
      const uid = keep.uid();
      return { uid, result: { [examined.kind.family.uid]: uid } };
    },
  })),
  'patch-ignored': inArea('keep', () => ({ replace: () => undefined })),
  'patch-clears-others': inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      const { kind, existing } = circumstances;
      if (!existing) return merge(item, circumstances);
      const isKept = (name: string): boolean => kind.writable.get(name)?.required !== undefined;
      const values = Object.fromEntries(
        Object.entries(existing.values).filter(([name]) => isKept(name) || !kind.writable.has(name)),
      );
      return merge(item, { ...circumstances, existing: { ...existing, values } });
    },
  })),
  'patch-changes-all': inArea('keep', ({ replace }) => ({
    replace: (existing, examined, circumstances) => {
      replace(existing, examined, circumstances);
      const { kind, item } = examined;
      const { dataset } = circumstances;
      const changed = [...item.given].filter((entry): entry is [string, Value] => entry[1] !== null);
      for (const other of Array.from(dataset.table(kind.family.name).records.values())) {
        const values = { ...other.values, ...Object.fromEntries(changed) };
        if (other.uid !== existing.uid) dataset.replace(other, values, kind);
      }
    },
  })),
  'delete-does-nothing': inArea('keep', () => ({ remove: () => undefined })),
  'delete-removes-all': inArea('keep', () => ({
    remove: ({ dataset }, kind) => {
      for (const each of Array.from(dataset.table(kind.family.name).records.values())) dataset.remove(each, kind);
    },
  })),
  'deleted-still-listed': ({ read }) => {
    const deleted = new Map<number, StoredRecord>();
    return {
      keep: {
        remove: ({ dataset, record }, kind) => {
          dataset.table(kind.family.name).records.delete(record.uid);
          deleted.set(record.uid, record);
        },
      },
      read: { record: (uid, table, kind) => read.record(uid, table, kind) ?? deleted.get(uid) },
    };
  },
  'second-delete-200': inArea('write', ({ remove }, { locate }) => ({
    remove: (kind, exchange) => {
      try {
        locate.record(kind, exchange);
      } catch {
        return json(200, succeeded(undefined, { [kind.family.uid]: uidOf(exchange.parameters.at(-1)) }));
      }
      return remove(kind, exchange);
    },
  })),
  'delete-referenced': inArea('keep', () => ({ reasonToStay: () => undefined })),
  'parent-unchecked': inArea('locate', ({ parent }) => ({
    parent: (kind, exchange) => {
      const uid = uidOf(exchange.parameters[0]);
      try {
        return parent(kind, exchange);
      } catch {
        return { uid, parent: 0, values: {} };
      }
    },
  })),
  'wrong-parent-reachable': inArea('locate', () => ({ isBelow: () => true })),
  'other-organisation-readable': inArea('locate', (_inner, { data, locate }) => ({
    record: (kind, exchange) => {
      const { organisation } = exchange.caller;
      for (const dataset of [data.store.of(organisation), ...data.store.others(organisation)]) {
        const found = locate.within(dataset, kind, exchange);
        if (found) return found;
      }
      throw notFound();
    },
  })),
  'other-organisation-parent': ({ locate, read }, { data: { store } }) => ({
    locate: {
      parent: (kind, exchange) => {
        const { parent } = kind.family;
        return parent === undefined
          ? locate.parent(kind, exchange)
          : orOfOthers(() => ownRecord(store, parent, exchange), store, parent, exchange);
      },
    },
    read: {
      student: (kind, exchange) => orOfOthers(() => read.student(kind, exchange), store, 'students', exchange),
    },
  }),
  'null-for-unset': inArea('results', ({ show }) => ({ show: (...given) => show(...given) ?? null })),
  'empty-list-404': listingNothing(({ length }) => length === 0),
  'list-misses-newest': inArea('read', ({ listed }) => ({
    listed: (kind, exchange) => {
      const list = listed(kind, exchange);
      const copy = new UidList();
      for (const uid of list.slice(0, list.length - 1)) copy.add(uid);
      return copy;
    },
  })),
  'list-descending': inArea('paging', ({ cut }) => ({ cut: (...given) => cut(...given).toReversed() })),
  'lists-all-organisations': inArea('read', ({ shown }, { data, results }) => ({
    shown: (page, list, kind, exchange) => {
      const others = data.store.others(exchange.caller.organisation);
      const foreign = others.flatMap((dataset) => [...dataset.table(kind.family.name).records.values()]);
      return [...shown(page, list, kind, exchange), ...foreign.map((record) => results.view(record, kind))];
    },
  })),
};

/** The record is deleted, and reads of the records of any family that refer to it fail. */
const breaksReferring =
  (family: string): StudentChange =>
  (inner, stages, tools) => {
    const deleted = new Set<unknown>();
    const deleting = inArea<StudentReportingStages, 'keep'>('keep', ({ remove }) => ({
      reasonToStay: () => undefined,
      remove: (located, kind) => {
        deleted.add(located.record.uid);
        remove(located, kind);
      },
    }));
    return {
      ...ofFamily(family, deleting)(inner, stages, tools),
      read: {
        one: (kind, exchange) => {
          const { values } = stages.locate.record(kind, exchange).record;
          if (kind.references.some(({ name }) => deleted.has(values[name]))) throw internalError();
          return inner.read.one(kind, exchange);
        },
      },
    };
  };

export function lifecycleFaultsOf(family: Family): readonly Seeded<StudentReportingStages>[] {
  const { name, actions } = family;
  return (Object.keys(lifecycleFaults) as LifecycleFault[])
    .filter((what) => actions.includes(lifecycleFaults[what][0]) && applies[what]?.(family) !== false)
    .map((what) =>
      lifecycleEntry(
        service,
        name,
        what,
        what === 'delete-breaks-referring' ? breaksReferring(name) : ofFamily(name, changes[what]),
      ),
    );
}
