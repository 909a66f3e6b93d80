/** Faults between the creation of a record and its deletion, for every family in which they make a difference. */
import { notFound } from '../http/gateway-error.ts';
import { json } from '../http/message.ts';
import type { Value } from '../model/field.ts';
import { findingsOf } from '../student-reporting/engine/examine.ts';
import { ownRecord, uidOf } from '../student-reporting/engine/locate.ts';
import { succeeded } from '../student-reporting/engine/results.ts';
import type { Item } from '../student-reporting/engine/shape.ts';
import { type StoredRecord, UidList } from '../student-reporting/engine/store.ts';
import { collectionOf } from '../student-reporting/engine/write.ts';
import type { Family } from '../student-reporting/families/family.ts';
import { families } from '../student-reporting/families/index.ts';
import type { StudentReportingStages } from '../student-reporting/service.ts';
import { specVersions, type ServiceName } from '../services.ts';
import { inArea, type AreaChange, type FaultChange, type Seeded } from './fault.ts';
import { internalError } from './gateway/bodies.ts';
import { listingNothing, ofFamily, orOfOthers, ungiven, type StudentChange } from './student-reporting/changes.ts';

const madeUp = (item: Item): Item => ({ ...item, correlationId: 'service-made' });

const isArray = (family: Family): boolean => family.form(specVersions['student-reporting'][0] ?? '') === 'array';
const isChild = ({ parent }: Family): boolean => parent !== undefined;
const hasOptional = ({ fields }: Family): boolean =>
  fields.some(({ required, writeOnly, readOnly }) => !required && !writeOnly && !readOnly);
const isReferredTo = ({ name }: Family): boolean =>
  families.some(({ fields }) => fields.some((field) => field.kind === 'reference' && field.to === name));

type Deviation = readonly [
  operation: 'create' | 'read' | 'list' | 'update' | 'delete',
  breaks: string,
  describes: string,
  /** What it does to one family of student-reporting. */
  change: (family: string) => StudentChange,
  /** Where it makes a difference, besides that the family has the operation. */
  applies?: (family: Family) => boolean,
];

const assumed = 'assumed, as student-reporting section 3 and partner-onboarding section 3 show no transitions';

/** A change of one area of the stages, for calls of one family. */
const inStages =
  <Area extends keyof StudentReportingStages>(
    area: Area,
    change: AreaChange<StudentReportingStages, Area>,
  ): Deviation[3] =>
  (family) =>
    ofFamily(family, inArea(area, change));

const ofStages =
  (change: StudentChange): Deviation[3] =>
  (family) =>
    ofFamily(family, change);

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

const deviations = {
  'create-not-stored': [
    'create',
    `A record that was created can be read (${assumed}).`,
    'POST returns a new ID, but no record is stored.',
    inStages('keep', () => ({ add: () => undefined })),
  ],
  'create-stored-twice': [
    'create',
    `One creation makes one record (${assumed}).`,
    'The record is stored twice under two ids.',
    inStages('keep', ({ item }) => ({
      item: (...given) => {
        const stored = item(...given);
        item(...given);
        return stored;
      },
    })),
    ({ actions }) => actions.includes('list'),
  ],
  'refused-write-stored': [
    'create',
    `A refused creation stores nothing (${assumed}).`,
    'The POST is rejected, but the record is stored.',
    inStages('keep', ({ refuse }, { keep }) => ({
      refuse: (examined, circumstances) => {
        const { existing, parent } = circumstances;
        if (!existing) keep.record(examined, circumstances, parent?.uid ?? 0);
        return refuse(examined, circumstances);
      },
    })),
  ],
  'refused-update-stored': [
    'update',
    `A refused PATCH changes nothing (${assumed}).`,
    'The PATCH is rejected, but its change is stored.',
    inStages('keep', ({ refuse }) => ({
      refuse: (examined, circumstances) => {
        const { kind, existing, dataset } = circumstances;
        if (existing) dataset.replace(existing, examined.values, kind);
        return refuse(examined, circumstances);
      },
    })),
  ],
  'uid-missing': [
    'create',
    'The answer to a creation has the uid of the record (assumed; student-reporting section 4 names it in paths).',
    'The response does not contain the uid of the record.',
    inStages('keep', ({ item }) => ({
      item: (examined, circumstances, index) => {
        const stored = item(examined, circumstances, index);
        const { [examined.kind.family.uid]: _uid, ...result } = stored.result;
        return { ...stored, result };
      },
    })),
  ],
  'location-wrong': [
    'create',
    'Location leads to the created record (assumed).',
    'Location names an id that does not exist.',
    inStages('write', () => ({
      location: (_uid, circumstances) => ({ location: `${collectionOf(circumstances)}/999999999` }),
    })),
  ],
  'correlation-id-not-echoed': [
    'create',
    'A result carries the correlation_id of its item (assumed; the field is named in student-reporting section 2).',
    'The result has a new correlation_id.',
    inStages('write', ({ item, change }) => ({
      item: (given, circumstances, index) => item(madeUp(given), circumstances, index),
      change: (given, existing, circumstances) => change(madeUp(given), existing, circumstances),
    })),
  ],
  'batch-order-changed': [
    'create',
    'The results of an array stand in the order of its items (assumed).',
    'The results are in reverse order, with their correlation ids.',
    inStages('write', ({ items }) => ({
      items: (all, circumstances) => {
        const { results, uids } = items(all, circumstances);
        return { results: results.toReversed(), uids };
      },
    })),
    isArray,
  ],
  'batch-first-answered': [
    'create',
    'Each item of an array is answered as it is answered alone (assumed).',
    'Only the first item has its record in the response. The others have only the success flag.',
    inStages('write', ({ items }) => ({
      items: (all, circumstances) => {
        const created = items(all, circumstances);
        const results = created.results.map((one, index) => (index === 0 ? one : { ...one, result: undefined }));
        return { ...created, results };
      },
    })),
    isArray,
  ],
  'batch-stops-at-failure': [
    'create',
    'The items of an array are independent of one another (assumed).',
    'One invalid item causes the rejection of all items of the array.',
    inStages('write', ({ items }, { judgement, results }) => ({
      items: (all, circumstances) => {
        const examined = all.length > 1 ? all.map((item) => judgement.examine(item, circumstances)) : [];
        const findings = examined.flatMap(findingsOf);
        if (findings.length === 0) return items(all, circumstances);
        return { results: all.map(({ correlationId }) => results.failed(correlationId, findings)), uids: [] };
      },
    })),
    isArray,
  ],
  'patch-ignored': [
    'update',
    `PATCH changes the fields it gives (${assumed}; PATCH is named in student-reporting section 4 and partner-onboarding section 4).`,
    'PATCH returns a success but changes nothing.',
    inStages('keep', () => ({ replace: () => undefined })),
  ],
  'patch-null-kept': [
    'update',
    'null in a PATCH clears an optional field (assumed).',
    'null does not clear the field.',
    ofStages(ungiven((_name, value) => value === null, false)),
    hasOptional,
  ],
  'children-kept': [
    'delete',
    'The children of a record go with it (assumed).',
    'A record with children cannot be deleted.',
    inStages('keep', ({ reasonToStay }) => ({
      reasonToStay: (located, kind) => {
        const { dataset, record } = located;
        const hasChildren = kind.children.some(({ family }) => dataset.table(family.name).below(record.uid).length > 0);
        return reasonToStay(located, kind) ?? (hasChildren ? 'has records below it' : undefined);
      },
    })),
    ({ name }) => families.some(({ parent }) => parent === name),
  ],
  'patch-clears-others': [
    'update',
    `PATCH keeps the fields it does not give (partner-onboarding section 4: "partially update"; ${assumed}).`,
    'A PATCH clears optional fields that it does not contain.',
    inStages('judgement', ({ merge }) => ({
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
    hasOptional,
  ],
  'delete-does-nothing': [
    'delete',
    `A deleted record is gone (${assumed}).`,
    'DELETE returns a success, but the record still exists.',
    inStages('keep', () => ({ remove: () => undefined })),
  ],
  'second-delete-200': [
    'delete',
    `A record that is gone is answered 404 (${assumed}).`,
    'DELETE of a missing record returns a success.',
    inStages('write', ({ remove }, { locate }) => ({
      remove: (kind, exchange) => {
        try {
          locate.record(kind, exchange);
        } catch {
          return json(200, succeeded(undefined, { [kind.family.uid]: uidOf(exchange.parameters.at(-1)) }));
        }
        return remove(kind, exchange);
      },
    })),
  ],
  'delete-removes-all': [
    'delete',
    `DELETE removes the record it names and no other (${assumed}).`,
    'The delete removes all records of the family.',
    inStages('keep', () => ({
      remove: ({ dataset }, kind) => {
        for (const each of Array.from(dataset.table(kind.family.name).records.values())) dataset.remove(each, kind);
      },
    })),
  ],
  'deleted-still-listed': [
    'list',
    `A deleted record is in no list (${assumed}).`,
    'A deleted record cannot be read, but is still listed.',
    ofStages(({ read }) => {
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
    }),
    ({ actions }) => actions.includes('delete'),
  ],
  'patch-changes-all': [
    'update',
    `PATCH changes the record it names and no other (${assumed}).`,
    'All records of the family are changed.',
    inStages('keep', ({ replace }) => ({
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
  ],
  'batch-first-only': [
    'create',
    `Every item of an array that is answered as a success is stored (${assumed}).`,
    'Only the first item is stored although the response reports a success for all.',
    inStages('keep', ({ item }, { keep }) => ({
      item: (examined, circumstances, index) => {
        if (index === 0) return item(examined, circumstances, index);
        const uid = keep.uid();
        return { uid, result: { [examined.kind.family.uid]: uid } };
      },
    })),
    isArray,
  ],
  'parent-unchecked': [
    'create',
    `Nothing is created below a record that does not exist (${assumed}).`,
    'A record can be created below a parent that does not exist.',
    inStages('locate', ({ parent }) => ({
      parent: (kind, exchange) => {
        const uid = uidOf(exchange.parameters[0]);
        try {
          return parent(kind, exchange);
        } catch {
          return { uid, parent: 0, values: {} };
        }
      },
    })),
    isChild,
  ],
  'lists-all-organisations': [
    'list',
    'All data belongs to the organisation of the token (assumed).',
    'The list contains the records of all organisations.',
    inStages('read', ({ shown }, { data, results }) => ({
      shown: (page, list, kind, exchange) => {
        const others = data.store.others(exchange.caller.organisation);
        const foreign = others.flatMap((dataset) => [...dataset.table(kind.family.name).records.values()]);
        return [...shown(page, list, kind, exchange), ...foreign.map((record) => results.view(record, kind))];
      },
    })),
    (family) => !isChild(family) && family.listedBelow === undefined,
  ],
  'other-organisation-parent': [
    'list',
    'The records of another organisation are answered 404 (assumed).',
    'The list below a record of another organisation can be read.',
    ofStages(({ locate, read }, { data: { store } }) => ({
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
    })),
    (family) => isChild(family) || family.listedBelow !== undefined,
  ],
  'delete-referenced': [
    'delete',
    'A record that others refer to is not deleted (assumed).',
    'The record is deleted and leaves dangling references.',
    inStages('keep', () => ({ reasonToStay: () => undefined })),
    isReferredTo,
  ],
  'delete-breaks-referring': [
    'delete',
    'A record that others refer to is not deleted, and these can be read (assumed).',
    'The record is deleted, and a read of a record that refers to it returns 500.',
    breaksReferring,
    isReferredTo,
  ],
  'wrong-parent-reachable': [
    'read',
    'A child is found below its own parent only (assumed).',
    'A child record can be read below any parent.',
    inStages('locate', () => ({ isBelow: () => true })),
    (family) => isChild(family) && !family.isSingle,
  ],
  'other-organisation-readable': [
    'read',
    'The records of another organisation are answered 404 (assumed).',
    'A record of another organisation can be read by its id.',
    inStages('locate', (_inner, { data, locate }) => ({
      record: (kind, exchange) => {
        const { organisation } = exchange.caller;
        for (const dataset of [data.store.of(organisation), ...data.store.others(organisation)]) {
          const found = locate.within(dataset, kind, exchange);
          if (found) return found;
        }
        throw notFound();
      },
    })),
  ],
  'null-for-unset': [
    'read',
    'An unset optional field is absent from a read (assumed).',
    'Unset optional fields are null in responses.',
    inStages('results', ({ show }) => ({ show: (...given) => show(...given) ?? null })),
    hasOptional,
  ],
  'empty-list-404': [
    'list',
    'An empty list is an empty array (assumed).',
    'An empty list returns 404.',
    ofStages(listingNothing(({ length }) => length === 0)),
  ],
  'list-misses-newest': [
    'list',
    'A list holds every record (assumed).',
    'The newest record is missing from the list.',
    inStages('read', ({ listed }) => ({
      listed: (kind, exchange) => {
        const list = listed(kind, exchange);
        const copy = new UidList();
        for (const uid of list.slice(0, list.length - 1)) copy.add(uid);
        return copy;
      },
    })),
  ],
  'list-descending': [
    'list',
    'A list ascends by uid (assumed).',
    'The list is in descending order of uid.',
    inStages('paging', ({ cut }) => ({ cut: (...given) => cut(...given).toReversed() })),
  ],
} as const satisfies Readonly<Record<string, Deviation>>;

export type LifecycleFault = keyof typeof deviations;

export function lifecycleEntry<Stages>(
  service: ServiceName,
  family: string,
  what: LifecycleFault,
  change: FaultChange<Stages>,
): Seeded<Stages> {
  const [operation, breaks, describes] = deviations[what];
  const isBatch = family === 'courses-on-campus-tac-offers' && what.startsWith('batch-');
  return {
    id: `${service}.lifecycle.${family}.${what}`,
    service,
    kind: 'lifecycle',
    what,
    family,
    ...(isBatch ? { until: '2.1.05' } : {}),
    operation: `${family}.${operation}`,
    breaks,
    describes,
    change,
  };
}

/** The faults of one family of student-reporting. */
export function lifecycleFaultsOf(family: Family): readonly Seeded<StudentReportingStages>[] {
  const { name, actions } = family;
  const all = Object.entries(deviations) as readonly [LifecycleFault, Deviation][];
  return all
    .filter(([, [operation, , , , applies]]) => actions.includes(operation) && applies?.(family) !== false)
    .map(([what, [, , , change]]) => lifecycleEntry('student-reporting', name, what, change(name)));
}
