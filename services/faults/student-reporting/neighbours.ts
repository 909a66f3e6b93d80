/** Faults in what stands beside what a call names: the parts of a record, its entry in the list, the list that it was taken from, and what counts as nothing. */
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Dataset } from '../../student-reporting/engine/store.ts';
import type { UidList } from '../../student-reporting/engine/uid-list.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import { isMeant } from '../chosen.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

/** A list comes as its rows lie in the table, and a row that is changed is written at the end of it. */
const asRowsLie =
  (family?: string): Change =>
  ({ read }, { data }) => ({
    read: {
      shown: (page, list, kind, exchange) => {
        const rows = data.store.of(exchange.caller.organisation).table(kind.family.name).records.keys();
        const order = new Map([...rows].map((uid, place) => [uid, place]));
        const placeOf = (uid: number): number => order.get(uid) ?? 0;
        const shown = isMeant(kind.family.name, family) ? page.toSorted((a, b) => placeOf(a) - placeOf(b)) : page;
        return read.shown(shown, list, kind, exchange);
      },
    },
  });

/** A PATCH deletes the row and writes it anew, and what stands below it goes with the row. */
const writtenAnew = (isLost: (kind: Kind) => boolean): Change =>
  inArea('keep', ({ replace }) => ({
    replace: (existing, examined, circumstances) => {
      replace(existing, examined, circumstances);
      const { dataset } = circumstances;
      for (const child of examined.kind.children.filter(isLost)) {
        const table = dataset.table(child.family.name);
        for (const uid of table.below(existing.uid).slice(0, Infinity)) {
          const record = table.records.get(uid);
          if (record !== undefined) dataset.remove(record, child);
        }
      }
    },
  }));

/** A list leaves out members that the read of one record shows. */
const listedWithout = (isLeftOut: (member: string, kind: Kind) => boolean): Change =>
  inArea('read', ({ shown }) => ({
    shown: (page, list, kind, exchange) => {
      const without = (name: string, value: unknown): unknown => (isLeftOut(name, kind) ? undefined : value);
      return JSON.parse(JSON.stringify(shown(page, list, kind, exchange), without)) as readonly unknown[];
    },
  }));

/** The query of a list joins what stands below its records, and shows each as often as it has some. */
const joined =
  (isJoined: (part: string) => boolean): Change =>
  ({ read }, { data }) => ({
    read: {
      shown: (page, list, kind, exchange) => {
        const dataset = data.store.of(exchange.caller.organisation);
        const parts = kind.children.filter(({ family }) => isJoined(family.name));
        const timesOf = (uid: number): number =>
          Math.max(1, ...parts.map(({ family }) => dataset.table(family.name).below(uid).length));
        const rows = page.flatMap((uid) => Array.from({ length: timesOf(uid) }, () => uid));
        return read.shown(rows, list, kind, exchange);
      },
    },
  });

/** The uids of what was deleted, by the lists that it was in. */
class Deleted {
  readonly #uids = new WeakMap<UidList, number[]>();

  add(uid: number, lists: readonly UidList[]): void {
    for (const list of lists) this.#uids.set(list, [...this.of(list), uid]);
  }

  of(list: UidList): readonly number[] {
    return this.#uids.get(list) ?? [];
  }
}

function noting(deleted: Deleted, family: string | undefined): Change {
  return inArea('keep', ({ remove }) => ({
    remove: (located, kind) => {
      const { record, dataset }: { readonly record: typeof located.record; readonly dataset: Dataset } = located;
      const { name, listedBelow } = kind.family;
      const table = dataset.table(name);
      const above = listedBelow === undefined ? record.parent : record.values[listedBelow.field];
      if (isMeant(name, family)) deleted.add(record.uid, [table.all, table.below(Number(above))]);
      remove(located, kind);
    },
  }));
}

/** Records are only marked as deleted, and the total counts them. */
const deletedCounted =
  (family?: string): Change =>
  (inner, stages, tools) => {
    const deleted = new Deleted();
    let extra = 0;
    return {
      ...noting(deleted, family)(inner, stages, tools),
      read: {
        listed: (kind, exchange) => {
          const list = inner.read.listed(kind, exchange);
          extra = deleted.of(list).length;
          return list;
        },
      },
      paging: { tell: (records, asked, of) => inner.paging.tell(records + extra, asked, of) },
    };
  };

/** Records are only marked as deleted; those of a page are taken out of it when it was cut. */
const cutBefore =
  (family?: string): Change =>
  (inner, stages, tools) => {
    const deleted = new Deleted();
    return {
      ...noting(deleted, family)(inner, stages, tools),
      paging: {
        cut: (list, asked, of) => {
          const gone = deleted.of(list);
          if (!asked.isEnabled || gone.length === 0) return inner.paging.cut(list, asked, of);
          const all = [...list, ...gone].toSorted((a, b) => a - b);
          const page = all.slice((asked.page - 1) * asked.size, asked.page * asked.size);
          return page.filter((uid) => !gone.includes(uid));
        },
      },
    };
  };

/** What counts as nothing in the language of the service is not written. */
const nothingDropped =
  (family?: string): Change =>
  ({ judgement }) => ({
    judgement: {
      merge: (item, circumstances) => {
        const values = judgement.merge(item, circumstances);
        if (!isMeant(circumstances.kind.family.name, family)) return values;
        return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 0 && value !== false));
      },
    },
  });

/** A call with parameters of the query is handled by what was made for searches, which knows nothing of the path. */
const parentForgotten =
  (family?: string): Change =>
  ({ read }, { data }) => ({
    read: {
      listed: (kind, exchange) =>
        exchange.call.query !== '' && isMeant(kind.family.name, family)
          ? data.store.of(exchange.caller.organisation).table(kind.family.name).all
          : read.listed(kind, exchange),
    },
  });

/** A DELETE has the parent alone in its condition. */
const siblingsRemoved: Change = inArea('keep', ({ remove }) => ({
  remove: (located, kind) => {
    const { dataset, record } = located;
    const table = dataset.table(kind.family.name);
    const siblings = record.parent === 0 ? [] : table.below(record.parent).slice(0, Infinity);
    for (const uid of siblings) {
      const sibling = uid === record.uid ? undefined : table.records.get(uid);
      if (sibling !== undefined) dataset.remove(sibling, kind);
    }
    remove(located, kind);
  },
}));

/** A DELETE has a condition that leaves out the parent where it empties a column. */
const othersEmptied: Change = inArea('keep', ({ remove }) => ({
  remove: (located, kind) => {
    const { dataset, record } = located;
    remove(located, kind);
    for (const other of Array.from(dataset.table(kind.family.name).records.values())) {
      const [, ...left] = Object.entries(other.values);
      if (other.parent !== record.parent) dataset.replace(other, Object.fromEntries(left), kind);
    }
  },
}));

/** A PATCH takes a record out of the lists, and does not put it back. */
const unlistedWhenChanged: Change = inArea('keep', ({ replace }) => ({
  replace: (existing, examined, circumstances) => {
    replace(existing, examined, circumstances);
    const { dataset, kind } = circumstances;
    const table = dataset.table(kind.family.name);
    const changed = table.records.get(existing.uid);
    if (changed !== undefined) table.unlist(changed, kind);
  },
}));

export const neighbourFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.student-citizenships.changed-last',
    service,
    operation: 'student-citizenships.list',
    breaks: 'Bulk reads come in ascending order of their UID (assumed).',
    describes: 'The list of citizenships comes in the order of their last change.',
    touches: { rules: ['lifecycle.*', 'page.*'] },
    change: asRowsLie('student-citizenships'),
  },
  {
    id: 'student-reporting.records.changed-last',
    service,
    breaks: 'Bulk reads come in ascending order of their UID (assumed).',
    describes: 'Lists come in the order of the last change of their records.',
    touches: { rules: ['lifecycle.*', 'page.*'] },
    change: asRowsLie(),
  },
  {
    id: 'student-reporting.unit-enrolments.parent-forgotten',
    service,
    operation: 'unit-enrolments.list',
    breaks: 'Query parameters that the interface does not know are ignored (assumed).',
    describes: 'With a query the list of the unit enrolments of a student holds those of all.',
    touches: { rules: ['query.*'] },
    change: parentForgotten('unit-enrolments'),
  },
  {
    id: 'student-reporting.records.parent-forgotten',
    service,
    breaks: 'Query parameters that the interface does not know are ignored (assumed).',
    describes: 'With a query the list below a record holds those of all.',
    touches: { rules: ['query.*'] },
    change: parentForgotten(),
  },
  {
    id: 'student-reporting.students.scholarships-lost',
    service,
    operation: 'students.update',
    breaks: 'PATCH leaves what it does not name as it was (assumed).',
    describes: 'A PATCH of a student deletes its Commonwealth scholarships.',
    touches: { rules: ['lifecycle.*'] },
    change: writtenAnew(({ family }) => family.name === 'student-commonwealth-scholarships'),
  },
  {
    id: 'student-reporting.records.parts-lost',
    service,
    breaks: 'PATCH leaves what it does not name as it was (assumed).',
    describes: 'A PATCH deletes the records that stand below the one that it changes.',
    touches: { rules: ['lifecycle.*'] },
    change: writtenAnew(() => true),
  },
  {
    id: 'student-reporting.students.list-without-address',
    service,
    operation: 'students.list',
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'The list of students leaves out their addresses.',
    touches: { rules: ['lifecycle.*'] },
    change: listedWithout((member) => member.startsWith('residential_address_')),
  },
  {
    id: 'student-reporting.lists.required-alone',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'Lists show of a record what it has to have, and leave out the rest.',
    touches: { rules: ['lifecycle.*'] },
    change: listedWithout((member, { readable }) =>
      readable.some(({ name, required, readOnly }) => name === member && required !== true && readOnly !== true),
    ),
  },
  {
    id: 'student-reporting.campuses.deleted-counted',
    service,
    operation: 'campuses.list',
    breaks: 'student-reporting section 4: the response headers carry the total page count.',
    describes: 'The total of campuses counts those that were deleted.',
    touches: { rules: ['page.*'] },
    change: deletedCounted('campuses'),
  },
  {
    id: 'student-reporting.records.deleted-counted',
    service,
    breaks: 'student-reporting section 4: the response headers carry the total page count.',
    describes: 'Totals count records that were deleted.',
    touches: { rules: ['page.*'] },
    change: deletedCounted(),
  },
  {
    id: 'student-reporting.unit-enrolments.cut-before-deleted',
    service,
    operation: 'unit-enrolments.list',
    breaks: 'student-reporting section 4: a page has the size that the request header asks for.',
    describes: 'Pages of unit enrolments lack the deleted ones, which are taken out of a page when it was cut.',
    touches: { rules: ['page.*'] },
    change: cutBefore('unit-enrolments'),
  },
  {
    id: 'student-reporting.loans.zero-dropped',
    service,
    operation: 'loans.create',
    breaks: 'A stored record has what was sent (assumed).',
    describes: 'A 0 in a loan is not stored.',
    touches: { rules: ['input.*', 'lifecycle.*'] },
    change: nothingDropped('loans'),
  },
  {
    id: 'student-reporting.records.nothing-dropped',
    service,
    breaks: 'A stored record has what was sent (assumed).',
    describes: 'Neither 0 nor false is stored.',
    touches: { rules: ['input.*', 'lifecycle.*'] },
    change: nothingDropped(),
  },
  {
    id: 'student-reporting.records.joined',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'Lists show a record once for each of those that stand below it.',
    touches: { rules: ['lifecycle.*'] },
    change: joined(() => true),
  },
  {
    id: 'student-reporting.courses-on-campus.joined-offers',
    service,
    operation: 'courses-on-campus.list',
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'The list of courses on campus shows each once for each of its TAC offers.',
    touches: { rules: ['lifecycle.*'] },
    change: joined((part) => part === 'courses-on-campus-tac-offers'),
  },
  {
    id: 'student-reporting.students.joined-disabilities',
    service,
    operation: 'students.list',
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'The list of students shows each once for each of their disabilities.',
    touches: { rules: ['lifecycle.*'] },
    change: joined((part) => part === 'student-disabilities'),
  },
  {
    id: 'student-reporting.records.siblings-removed',
    service,
    breaks: 'DELETE removes the record that it names and no other (assumed).',
    describes: 'A DELETE removes all records of the kind below the parent.',
    touches: { rules: ['lifecycle.*'] },
    change: siblingsRemoved,
  },
  {
    id: 'student-reporting.records.others-emptied',
    service,
    breaks: 'DELETE removes the record that it names and no other (assumed).',
    describes: 'A DELETE takes a member from all records of the kind below other parents.',
    touches: { rules: ['lifecycle.*'] },
    change: othersEmptied,
  },
  {
    id: 'student-reporting.records.unlisted-when-changed',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'A record that a PATCH changes is no more in its list.',
    touches: { rules: ['lifecycle.*', 'store.*'] },
    change: unlistedWhenChanged,
  },
];
