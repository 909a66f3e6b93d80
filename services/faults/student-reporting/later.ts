/** Faults that show only at a second call: what was made, changed, listed or deleted by the first is still in the way. */
import { GatewayError } from '../../http/gateway-error.ts';
import type { Reply } from '../../http/message.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { keyOf, type Dataset, type StoredRecord } from '../../student-reporting/engine/store.ts';
import { brokenDown, everyOf, isMeant } from '../chosen.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';
import { listingAs } from './changes.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

/** The unique index still holds records that were deleted. */
const codeKept =
  (family?: string): Change =>
  ({ judgement, keep }) => {
    const gone = new WeakMap<Dataset, Set<string>>();
    return {
      keep: {
        remove: (located, kind) => {
          const keys = gone.get(located.dataset) ?? new Set();
          gone.set(located.dataset, keys);
          if (isMeant(kind.family.name, family))
            for (const unique of kind.family.unique ?? []) keys.add(keyOf(unique, located.record));
          keep.remove(located, kind);
        },
      },
      judgement: {
        isTaken: (unique, values, circumstances) =>
          judgement.isTaken(unique, values, circumstances) ||
          (circumstances.existing === undefined &&
            gone.get(circumstances.dataset)?.has(keyOf(unique, { parent: circumstances.parent?.uid ?? 0, values })) ===
              true),
      },
    };
  };

/** A list is kept until a record of its family is written, whatever its path names. */
const listKept =
  (family?: string): Change =>
  ({ read, keep }, { data }) => {
    let kept = new WeakMap<Dataset, Map<string, Reply>>();
    const forget = (name: string): void => {
      if (isMeant(name, family)) kept = new WeakMap();
    };
    return {
      read: {
        list: (kind, exchange) => {
          const reply = read.list(kind, exchange);
          if (!isMeant(kind.family.name, family)) return reply;
          const dataset = data.store.of(exchange.caller.organisation);
          const ofData = kept.get(dataset) ?? new Map<string, Reply>();
          const shown = ofData.get(kind.family.name) ?? reply;
          kept.set(dataset, ofData.set(kind.family.name, shown));
          return shown;
        },
      },
      keep: {
        add: (record, kind, circumstances) => {
          forget(kind.family.name);
          keep.add(record, kind, circumstances);
        },
        replace: (existing, examined, circumstances) => {
          forget(examined.kind.family.name);
          keep.replace(existing, examined, circumstances);
        },
        remove: (located, kind) => {
          forget(kind.family.name);
          keep.remove(located, kind);
        },
      },
    };
  };

/** How many records a list has is counted once. */
const totalKept =
  (family?: string): Change =>
  ({ paging, read }, { data }) => {
    const counted = new WeakMap<Dataset, Map<string, number>>();
    let counts = new Map<string, number>();
    let path = '';
    return {
      read: {
        list: (kind, exchange) => {
          const dataset = data.store.of(exchange.caller.organisation);
          counts = counted.get(dataset) ?? new Map<string, number>();
          counted.set(dataset, counts);
          path = exchange.call.path;
          return read.list(kind, exchange);
        },
      },
      paging: {
        tell: (records, asked, of) => {
          if (!isMeant(of.name, family)) return paging.tell(records, asked, of);
          const count = counts.get(path) ?? records;
          counts.set(path, count);
          return paging.tell(count, asked, of);
        },
      },
    };
  };

/** A list shows records as they were created. */
const listedAsCreated =
  (family?: string): Change =>
  ({ read, keep }) => {
    const created = new Map<number, StoredRecord>();
    return {
      keep: {
        add: (record, kind, circumstances) => {
          created.set(record.uid, record);
          keep.add(record, kind, circumstances);
        },
      },
      read: {
        record: (uid, table, kind) => {
          const found = read.record(uid, table, kind);
          return found !== undefined && isMeant(kind.family.name, family) ? (created.get(uid) ?? found) : found;
        },
      },
    };
  };

/** A PATCH changes the record as it was created. */
const updatesFromCreation =
  (family?: string): Change =>
  ({ judgement, keep }) => {
    const created = new Map<number, StoredRecord>();
    return {
      keep: {
        add: (record, kind, circumstances) => {
          if (isMeant(kind.family.name, family)) created.set(record.uid, record);
          keep.add(record, kind, circumstances);
        },
      },
      judgement: {
        merge: (item, circumstances) => {
          const first = created.get(circumstances.existing?.uid ?? 0);
          return judgement.merge(item, first === undefined ? circumstances : { ...circumstances, existing: first });
        },
      },
    };
  };

/** A PATCH that leaves the record as it is is refused. */
const unchangedConflict = (family?: string): Change =>
  inArea('keep', ({ replace }) => ({
    replace: (existing, examined, circumstances) => {
      const names = [...Object.keys(examined.values), ...Object.keys(existing.values)];
      const isSame = names.every((name) => examined.values[name] === existing.values[name]);
      if (isMeant(examined.kind.family.name, family) && isSame)
        throw new GatewayError(409, { code: 'conflict', detail: 'Nothing was changed.' });
      replace(existing, examined, circumstances);
    },
  }));

/** A PATCH leaves its lock behind. */
const lockKept: Change = inArea('keep', ({ replace }) => {
  const locked = new Set<number>();
  return {
    replace: (existing, examined, circumstances) => {
      if (locked.has(existing.uid)) throw new GatewayError(423, { code: 'locked', detail: 'The record is locked.' });
      locked.add(existing.uid);
      replace(existing, examined, circumstances);
    },
  };
});

/** The number that a database gave is asked for once. */
const uidOfTheFirst = (isBelow: boolean): Change =>
  inArea('keep', ({ record }) => {
    const first = new WeakMap<Dataset, Map<string, number>>();
    return {
      record: (examined, circumstances, parent) => {
        const stored = record(examined, circumstances, parent);
        const { family } = examined.kind;
        if ((family.parent !== undefined) !== isBelow) return stored;
        const ofData = first.get(circumstances.dataset) ?? new Map<string, number>();
        const uid = ofData.get(family.name) ?? stored.uid;
        first.set(circumstances.dataset, ofData.set(family.name, uid));
        return { uid, result: { ...stored.result, [family.uid]: uid } };
      },
    };
  });

const wide = (
  what: string,
  breaks: string,
  describes: string,
  rule: string,
  change: Change,
): Seed<StudentReportingStages> => ({
  id: `student-reporting.records.${what}`,
  service,
  breaks,
  describes,
  touches: { rules: [rule] },
  change,
});

export const laterFaults: readonly Seed<StudentReportingStages>[] = [
  ...['courses', 'students'].map((family): Seed<StudentReportingStages> => ({
    id: `student-reporting.${family}.code-kept`,
    service,
    operation: `${family}.create`,
    breaks: 'A record that is deleted is gone (assumed).',
    describes: `The code of a record of ${family} that was deleted stays taken.`,
    touches: { rules: ['lifecycle.made-again'] },
    change: codeKept(family),
  })),
  ...['student-disabilities', 'loans'].map((family): Seed<StudentReportingStages> => ({
    id: `student-reporting.${family}.list-kept`,
    service,
    operation: `${family}.list`,
    breaks: 'The list below a student holds the records of that student (assumed).',
    describes: `The list of ${family} is kept until one is written, and shown for every student.`,
    touches: { rules: ['lifecycle.lists-apart'] },
    change: listKept(family),
  })),
  ...['campuses', 'unit-enrolments'].map((family): Seed<StudentReportingStages> => ({
    id: `student-reporting.${family}.total-kept`,
    service,
    operation: `${family}.list`,
    breaks: 'student-reporting section 4: the response headers carry the total page count.',
    describes: `The total of ${family} is counted when the list is first asked for.`,
    touches: { rules: ['page.*'] },
    change: totalKept(family),
  })),
  {
    id: 'student-reporting.units-of-study.listed-as-created',
    service,
    operation: 'units-of-study.list',
    breaks: 'A PATCH changes what it names, in single and bulk reads (assumed).',
    describes: 'The list shows units of study as they were created.',
    touches: { rules: ['lifecycle.listed-as-read'] },
    change: listedAsCreated('units-of-study'),
  },
  {
    id: 'student-reporting.lists.amounts-whole',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'Lists show amounts without their cents.',
    touches: { rules: ['lifecycle.listed-as-*'] },
    change: listingAs((kind) => {
      const members = new Set(kind.readable.filter((field) => field.kind === 'money').map(({ name }) => name));
      return (name, value) => (members.has(name) && typeof value === 'number' ? Math.trunc(value) : value);
    }),
  },
  {
    id: 'student-reporting.loans.equal-taken-for-repeated',
    service,
    operation: 'loans.create',
    breaks: 'A stored record can be read (assumed); each POST stores one.',
    describes: 'A POST of a loan that is equal to one that is there is answered with that one.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('keep', ({ record }) => ({
      record: (examined, circumstances, parent) => {
        const { kind, values } = examined;
        const { records } = circumstances.dataset.table(kind.family.name);
        const same = [...records.values()].find((one) => JSON.stringify(one.values) === JSON.stringify(values));
        if (kind.family.name !== 'loans' || same === undefined) return record(examined, circumstances, parent);
        return { uid: same.uid, result: { [kind.family.uid]: same.uid } };
      },
    })),
  },
  {
    id: 'student-reporting.loans.updates-from-creation',
    service,
    operation: 'loans.update',
    breaks: 'PATCH leaves what it does not name as it was (assumed).',
    describes: 'A PATCH of a loan changes it as it was created.',
    touches: { rules: ['lifecycle.update-*'] },
    change: updatesFromCreation('loans'),
  },
  {
    id: 'student-reporting.campuses.unchanged-conflict',
    service,
    operation: 'campuses.update',
    breaks: 'A PATCH that names what is there already succeeds (assumed).',
    describes: 'A PATCH that leaves a campus as it is is answered 409.',
    touches: { rules: ['lifecycle.update-*'] },
    change: unchangedConflict('campuses'),
  },
  {
    id: 'student-reporting.help-balance.kept',
    service,
    operation: 'help-balance.read',
    breaks: 'The HELP balance is the sum of the HELP loan amounts of the student (assumed).',
    describes: 'The HELP balance does not shrink when a loan is deleted.',
    touches: { rules: ['lifecycle.sum-left'] },
    change: ({ balance, keep }) => {
      const gone = new Map<number, number>();
      let asked = 0;
      return {
        keep: {
          remove: (located, kind) => {
            const { students_uid: student, help_loan_amount: amount } = located.record.values;
            if (kind.family.name === 'loans' && typeof student === 'number' && typeof amount === 'number')
              gone.set(student, (gone.get(student) ?? 0) + Math.round(amount * 100));
            keep.remove(located, kind);
          },
        },
        balance: {
          student: (exchange) => {
            const found = balance.student(exchange);
            asked = found.uid;
            return found;
          },
          amount: (cents) => balance.amount(cents + (gone.get(asked) ?? 0)),
        },
      };
    },
  },
  // In every family at once, so that each check on a second call is seen to fail.
  wide(
    'codes-kept',
    'A record that is deleted is gone (assumed).',
    'Codes of records that were deleted stay taken.',
    'lifecycle.made-again',
    codeKept(),
  ),
  wide(
    'lists-kept',
    'A list below a student or course on campus holds the records of that one (assumed).',
    'Lists are kept until a record of the family is written, and shown whatever the path names.',
    'lifecycle.lists-apart',
    listKept(),
  ),
  wide(
    'totals-kept',
    'student-reporting section 4: the response headers carry the total page count.',
    'Totals are counted when a list is first asked for.',
    'page.*',
    totalKept(),
  ),
  wide(
    'listed-as-created',
    'A PATCH changes what it names, in single and bulk reads (assumed).',
    'Lists show records as they were created.',
    'lifecycle.listed-as-read',
    listedAsCreated(),
  ),
  wide(
    'updates-from-creation',
    'PATCH leaves what it does not name as it was (assumed).',
    'A PATCH changes the record as it was created.',
    'lifecycle.update-*',
    updatesFromCreation(),
  ),
  wide(
    'unchanged-conflict',
    'A PATCH that names what is there already succeeds (assumed).',
    'A PATCH that leaves a record as it is is answered 409.',
    'lifecycle.update-*',
    unchangedConflict(),
  ),
  wide(
    'lock-kept',
    'PATCH changes what it names (assumed).',
    'A PATCH leaves its lock behind: every further PATCH of the record is answered 423.',
    'lifecycle.update-*',
    lockKept,
  ),
  wide(
    'uid-of-the-first',
    'A stored record can be read by the UID that it was given (assumed).',
    'A POST is answered with the UID of the first record of the family.',
    'lifecycle.*',
    uidOfTheFirst(false),
  ),
  wide(
    'uid-of-the-first-below',
    'A stored record can be read by the UID that it was given (assumed).',
    'A POST below a parent is answered with the UID of the first record of the family, whatever the parent.',
    'lifecycle.*',
    uidOfTheFirst(true),
  ),
  {
    id: 'student-reporting.records.some-unreadable',
    service,
    breaks: 'A stored record can be read at once (assumed).',
    describes: 'Every third record of a family, by their first read, cannot be read: 500.',
    // Counted by family, not drawn from the UID: UIDs are given to whatever is made before, of any family.
    change: inArea('read', ({ one }, { locate }) => {
      const isChosen = everyOf(3);
      return {
        one: (kind, exchange) => {
          if (isChosen(String(locate.record(kind, exchange).record.uid), kind.family.name)) throw brokenDown();
          return one(kind, exchange);
        },
      };
    }),
  },
];
