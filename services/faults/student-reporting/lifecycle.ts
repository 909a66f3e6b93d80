import { notFound } from '../../http/gateway-error.ts';
import { json } from '../../http/message.ts';
import type { Value } from '../../model/field.ts';
import { isObject } from '../../model/json-type.ts';
import { findingsOf } from '../../student-reporting/engine/examine.ts';
import { ownRecord, uidOf, type Located } from '../../student-reporting/engine/locate.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import { succeeded, type ItemResult } from '../../student-reporting/engine/results.ts';
import type { Item } from '../../student-reporting/engine/shape.ts';
import type { StoredRecord } from '../../student-reporting/engine/store.ts';
import { UidList } from '../../student-reporting/engine/uid-list.ts';
import { collectionOf } from '../../student-reporting/engine/write.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange } from '../fault.ts';
import type { LifecycleFault } from '../lifecycle-words.ts';
import { internalError } from '../gateway/internal-error.ts';
import { listingNothing, orOfOthers } from './changes.ts';
import { ungiven } from './fields.ts';

type Change = FaultChange<StudentReportingStages>;

const madeUp = (item: Item): Item => ({ ...item, correlationId: 'service-made' });

/** The list without its last uid, as a list of its own. */
function withoutNewest(list: UidList): UidList {
  const copy = new UidList();
  for (const uid of list.slice(0, list.length - 1)) copy.add(uid);
  return copy;
}

/** What each fault of a record's life does to one family. */
export const lifecycleChanges: Readonly<Record<LifecycleFault, (family: string) => Change>> = {
  'create-not-stored': (family) =>
    inArea('keep', ({ add }) => ({
      add: (record, kind, circumstances) => {
        if (kind.family.name !== family) add(record, kind, circumstances);
      },
    })),
  'create-stored-twice': (family) =>
    inArea('keep', ({ item }) => ({
      item: (examined, circumstances, index) => {
        const stored = item(examined, circumstances, index);
        if (examined.kind.family.name === family) item(examined, circumstances, index);
        return stored;
      },
    })),
  'refused-write-stored': (family) =>
    inArea('keep', ({ refuse }, { keep }) => ({
      refuse: (examined, circumstances) => {
        const { kind, existing, parent } = circumstances;
        if (kind.family.name === family && !existing) keep.record(examined, circumstances, parent?.uid ?? 0);
        return refuse(examined, circumstances);
      },
    })),
  'refused-update-stored': (family) =>
    inArea('keep', ({ refuse }) => ({
      refuse: (examined, circumstances) => {
        const { kind, existing, dataset } = circumstances;
        if (kind.family.name === family && existing) dataset.replace(existing, examined.values, kind);
        return refuse(examined, circumstances);
      },
    })),
  'uid-missing': (family) =>
    inArea('keep', ({ item }) => ({
      item: (examined, circumstances, index) => {
        const stored = item(examined, circumstances, index);
        if (examined.kind.family.name !== family) return stored;
        const { [examined.kind.family.uid]: _uid, ...result } = stored.result;
        return { ...stored, result };
      },
    })),
  'location-missing': (family) =>
    inArea('write', ({ location }) => ({
      location: (uid, circumstances) => (circumstances.kind.family.name === family ? {} : location(uid, circumstances)),
    })),
  'location-wrong': (family) =>
    inArea('write', ({ location }) => ({
      location: (uid, circumstances) =>
        circumstances.kind.family.name === family
          ? { location: `${collectionOf(circumstances)}/999999999` }
          : location(uid, circumstances),
    })),
  'correlation-id-not-echoed': (family) =>
    inArea('write', ({ item, change }) => ({
      item: (given, circumstances, index) =>
        item(circumstances.kind.family.name === family ? madeUp(given) : given, circumstances, index),
      change: (given, existing, circumstances) =>
        change(circumstances.kind.family.name === family ? madeUp(given) : given, existing, circumstances),
    })),
  'batch-order-changed': (family) =>
    inArea('write', ({ items }) => ({
      items: (all, circumstances) => {
        const { results, uids } = items(all, circumstances);
        return { results: circumstances.kind.family.name === family ? results.toReversed() : results, uids };
      },
    })),
  'batch-ids-turned': (family) =>
    inArea('write', ({ items }) => ({
      items: (all, circumstances) => {
        const { results, uids } = items(all, circumstances);
        if (circumstances.kind.family.name !== family) return { results, uids };
        const turned = uids.toReversed();
        const made = results.filter(({ success }) => success === true);
        const withId = (result: ItemResult): ItemResult => {
          const uid = turned[made.indexOf(result)];
          return uid === undefined || !isObject(result.result)
            ? result
            : { ...result, result: { ...result.result, [circumstances.kind.family.uid]: uid } };
        };
        return { results: results.map(withId), uids };
      },
    })),
  'batch-first-answered': (family) =>
    inArea('write', ({ items }) => ({
      items: (all, circumstances) => {
        const created = items(all, circumstances);
        if (circumstances.kind.family.name !== family) return created;
        const results = created.results.map((one, index) => (index === 0 ? one : { ...one, result: undefined }));
        return { ...created, results };
      },
    })),
  'batch-stops-at-failure': (family) =>
    inArea('write', ({ items }, { judgement, results }) => ({
      items: (all, circumstances) => {
        const isMeant = circumstances.kind.family.name === family && all.length > 1;
        const examined = isMeant ? all.map((item) => judgement.examine(item, circumstances)) : [];
        const findings = examined.flatMap(findingsOf);
        if (findings.length === 0) return items(all, circumstances);
        return { results: all.map(({ correlationId }) => results.failed(correlationId, findings)), uids: [] };
      },
    })),
  'batch-first-only': (family) =>
    inArea('keep', ({ item }, { keep }) => ({
      item: (examined, circumstances, index) => {
        const { name, uid: member } = examined.kind.family;
        if (name !== family || index === 0) return item(examined, circumstances, index);
        const uid = keep.uid();
        return { uid, result: { [member]: uid } };
      },
    })),
  'patch-ignored': (family) =>
    inArea('keep', ({ replace }) => ({
      replace: (existing, examined, circumstances) => {
        if (examined.kind.family.name !== family) replace(existing, examined, circumstances);
      },
    })),
  'patch-clears-others': (family) =>
    inArea('judgement', ({ merge }) => ({
      merge: (item, circumstances) => {
        const { kind, existing } = circumstances;
        if (kind.family.name !== family || !existing) return merge(item, circumstances);
        const isKept = (name: string): boolean => kind.writable.get(name)?.required !== undefined;
        const values = Object.fromEntries(
          Object.entries(existing.values).filter(([name]) => isKept(name) || !kind.writable.has(name)),
        );
        return merge(item, { ...circumstances, existing: { ...existing, values } });
      },
    })),
  'patch-null-kept': (family) => ungiven(family, (_name, value) => value === null, false),
  'patch-changes-all': (family) =>
    inArea('keep', ({ replace }) => ({
      replace: (existing, examined, circumstances) => {
        replace(existing, examined, circumstances);
        const { kind, item } = examined;
        if (kind.family.name !== family) return;
        const { dataset } = circumstances;
        const changed = [...item.given].filter((entry): entry is [string, Value] => entry[1] !== null);
        for (const other of Array.from(dataset.table(family).records.values())) {
          const values = { ...other.values, ...Object.fromEntries(changed) };
          if (other.uid !== existing.uid) dataset.replace(other, values, kind);
        }
      },
    })),
  'delete-does-nothing': (family) => removing(family, () => undefined),
  'read-after-delete': (family) =>
    removing(family, ({ dataset, record }, kind) => {
      dataset.table(family).unlist(record, kind);
    }),
  'delete-removes-all': (family) =>
    removing(family, ({ dataset }, kind) => {
      for (const each of Array.from(dataset.table(family).records.values())) dataset.remove(each, kind);
    }),
  'deleted-still-listed':
    (family) =>
    (inner, ...rest) => {
      const deleted = new Map<number, StoredRecord>();
      const forget = removing(family, ({ dataset, record }) => {
        dataset.table(family).records.delete(record.uid);
        deleted.set(record.uid, record);
      });
      return {
        ...forget(inner, ...rest),
        read: { record: (uid, table, kind) => inner.read.record(uid, table, kind) ?? deleted.get(uid) },
      };
    },
  'second-delete-200': (family) =>
    inArea('write', ({ remove }, { locate }) => ({
      remove: (kind, exchange) => {
        if (kind.family.name !== family) return remove(kind, exchange);
        try {
          locate.record(kind, exchange);
        } catch {
          return json(200, succeeded(undefined, { [kind.family.uid]: uidOf(exchange.parameters.at(-1)) }));
        }
        return remove(kind, exchange);
      },
    })),
  'delete-referenced': (family) =>
    inArea('keep', ({ reasonToStay }) => ({
      reasonToStay: (located, kind) => (kind.family.name === family ? undefined : reasonToStay(located, kind)),
    })),
  'delete-of-once-referred': (family) =>
    inArea('keep', ({ reasonToStay, remove }) => {
      const referred = new Set<unknown>();
      return {
        remove: (located, kind) => {
          for (const { name } of kind.references) referred.add(located.record.values[name]);
          remove(located, kind);
        },
        reasonToStay: (located, kind) =>
          kind.family.name === family && referred.has(located.record.uid)
            ? 'is referred to by other records'
            : reasonToStay(located, kind),
      };
    }),
  'delete-breaks-referring':
    (family) =>
    ({ keep, read }, { locate }) => {
      const deleted = new Set<unknown>();
      return {
        keep: {
          reasonToStay: (located, kind) => (kind.family.name === family ? undefined : keep.reasonToStay(located, kind)),
          remove: (located, kind) => {
            if (kind.family.name === family) deleted.add(located.record.uid);
            keep.remove(located, kind);
          },
        },
        read: {
          one: (kind, exchange) => {
            const { values } = locate.record(kind, exchange).record;
            if (kind.references.some(({ name }) => deleted.has(values[name]))) throw internalError();
            return read.one(kind, exchange);
          },
        },
      };
    },
  'children-kept': (family) =>
    inArea('keep', ({ reasonToStay }) => ({
      reasonToStay: (located, kind) => {
        const reason = reasonToStay(located, kind);
        if (reason !== undefined || kind.family.name !== family) return reason;
        const { dataset, record } = located;
        const hasChildren = kind.children.some(
          (child) => dataset.table(child.family.name).below(record.uid).length > 0,
        );
        return hasChildren ? 'has records below it' : undefined;
      },
    })),
  'parent-unchecked': (family) =>
    inArea('locate', ({ parent }) => ({
      parent: (kind, exchange) => {
        if (kind.family.name !== family) return parent(kind, exchange);
        const uid = uidOf(exchange.parameters[0]);
        try {
          return parent(kind, exchange);
        } catch {
          return { uid, parent: 0, values: {} };
        }
      },
    })),
  'wrong-parent-reachable': (family) =>
    inArea('locate', ({ isBelow }) => ({
      isBelow: (record, parent, kind) => kind.family.name === family || isBelow(record, parent, kind),
    })),
  'other-organisation-readable': (family) =>
    inArea('locate', ({ record }, { data, locate }) => ({
      record: (kind, exchange) => {
        if (kind.family.name !== family) return record(kind, exchange);
        const { organisation } = exchange.caller;
        for (const dataset of [data.store.of(organisation), ...data.store.others(organisation)]) {
          const found = locate.within(dataset, kind, exchange);
          if (found) return found;
        }
        throw notFound();
      },
    })),
  'other-organisation-parent':
    (family) =>
    ({ locate, read }, { data }) => ({
      locate: {
        parent: (kind, exchange) => {
          const { name, parent } = kind.family;
          return name === family && parent !== undefined
            ? orOfOthers(() => ownRecord(data.store, parent, exchange), data.store, parent, exchange)
            : locate.parent(kind, exchange);
        },
      },
      read: {
        student: (kind, exchange) =>
          kind.family.name === family
            ? orOfOthers(() => read.student(kind, exchange), data.store, 'students', exchange)
            : read.student(kind, exchange),
      },
    }),
  'null-for-unset': (family) =>
    inArea('results', ({ show }) => ({
      show: (field, record, kind) => {
        const shown = show(field, record, kind);
        return shown === undefined && kind.family.name === family ? null : shown;
      },
    })),
  'empty-list-404': (family) => listingNothing(family, ({ length }) => length === 0),
  'list-misses-newest': (family) =>
    inArea('read', ({ listed }) => ({
      listed: (kind, exchange) => {
        const list = listed(kind, exchange);
        return kind.family.name === family ? withoutNewest(list) : list;
      },
    })),
  'list-descending': (family) =>
    inArea('paging', ({ cut }) => ({
      cut: (list, asked, of) => {
        const page = cut(list, asked, of);
        return of.name === family ? page.toReversed() : page;
      },
    })),
  'lists-all-organisations': (family) =>
    inArea('read', ({ shown }, { data, results }) => ({
      shown: (page, list, kind, exchange) => {
        const own = shown(page, list, kind, exchange);
        if (kind.family.name !== family) return own;
        const others = data.store.others(exchange.caller.organisation);
        const foreign = others.flatMap((dataset) => [...dataset.table(family).records.values()]);
        return [...own, ...foreign.map((record) => results.view(record, kind))];
      },
    })),
};

/** DELETE of a record of the family does something else. */
function removing(family: string, instead: (located: Located, kind: Kind) => void): Change {
  return inArea('keep', ({ remove }) => ({
    remove: (located, kind) => {
      (kind.family.name === family ? instead : remove)(located, kind);
    },
  }));
}
