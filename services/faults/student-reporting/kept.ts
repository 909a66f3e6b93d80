/** Faults of what is kept of a record: what was accepted is not there, is there in another form, or comes back. */
import type { Value } from '../../model/field.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Circumstances } from '../../student-reporting/engine/examine.ts';
import type { Finding } from '../../student-reporting/engine/results.ts';
import type { Item } from '../../student-reporting/engine/shape.ts';
import type { Dataset } from '../../student-reporting/engine/store.ts';
import { brokenDown } from '../chosen.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;
type Values = Readonly<Record<string, Value>>;

const stored = 'A record that was created is there afterwards (assumed; RFC 9110, section 15.3.2).';
const unreported = 'A record with a code that another has is refused (assumed).';
const partial = 'PATCH leaves what it does not name as it was (assumed).';

/** What an item makes of a record of one family, changed. */
const merging = (
  family: string,
  change: (merged: Values, item: Item, circumstances: Circumstances) => Values,
): Change =>
  inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      const merged = merge(item, circumstances);
      return circumstances.kind.family.name === family ? change(merged, item, circumstances) : merged;
    },
  }));

/** What a PATCH that names a member and not another does to that other. */
const byTheWay = (
  family: string,
  named: string,
  other: string,
  change: (value: Value | undefined) => Value | undefined,
): Change =>
  merging(family, (merged, { given }, { existing }) => {
    if (existing === undefined || !given.has(named) || given.has(other)) return merged;
    const { [other]: before, ...others } = merged;
    const after = change(before);
    return after === undefined ? others : { ...others, [other]: after };
  });

/** Whether a code is taken is asked of the record itself too. */
const ownCodeTaken: Change = ({ judgement }) => {
  let given: ReadonlySet<string> = new Set();
  return {
    judgement: {
      examine: (item, circumstances) => {
        given = new Set(item.given.keys());
        return judgement.examine(item, circumstances);
      },
      isTaken: (unique, values, circumstances) =>
        judgement.isTaken(unique, values, circumstances) ||
        unique.fields.every((field) => given.has(field) && circumstances.existing?.values[field] === values[field]),
    },
  };
};

/** What becomes of a PATCH with a code that another record has. */
const ofTakenCodes = (then: () => boolean): Change =>
  inArea('judgement', ({ isTaken }) => ({
    isTaken: (unique, values, circumstances) => {
      const is = isTaken(unique, values, circumstances);
      return is && circumstances.existing !== undefined ? then() : is;
    },
  }));

const oneCodeInBatches: Change = ({ write, results }) => {
  let isBatch = false;
  return {
    write: {
      items: (given, circumstances) => {
        isBatch = given.length > 1;
        const created = write.items(given, circumstances);
        isBatch = false;
        return created;
      },
    },
    results: {
      identifier: (finding) => (isBatch ? `10000${finding.kind.family.suffix}` : results.identifier(finding)),
    },
  };
};

/** The list of errors is not emptied between the items of a request. */
const errorsToldAgain: Change = ({ write, results }) => {
  let told: readonly Finding[] = [];
  return {
    write: {
      items: (given, circumstances) => {
        told = [];
        return write.items(given, circumstances);
      },
    },
    results: {
      failed: (correlationId, findings) => {
        told = [...told, ...findings];
        return results.failed(correlationId, told);
      },
    },
  };
};

export const keptFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.own-codes-taken',
    service,
    breaks: 'A PATCH that names what is there already succeeds (assumed).',
    describes: 'A PATCH with the code that the record has is refused as already reported.',
    touches: { rules: ['lifecycle.update-own-key'] },
    change: ownCodeTaken,
  },
  {
    id: 'student-reporting.records.codes-of-others-taken-over',
    service,
    breaks: unreported,
    describes: 'Whether a code is taken is not asked of a PATCH.',
    touches: { rules: ['input.duplicate'] },
    change: ofTakenCodes(() => false),
  },
  {
    id: 'student-reporting.records.codes-of-others-500',
    service,
    breaks: unreported,
    describes: 'A PATCH with a code that another record has meets an index, and nobody handles what that throws.',
    touches: { rules: ['input.duplicate'] },
    change: ofTakenCodes(() => {
      throw brokenDown();
    }),
  },
  {
    id: 'student-reporting.records.one-code-in-batches',
    service,
    breaks: 'The items of an array are judged one by one (assumed).',
    describes: 'What refuses an item beside others has one code, whatever is wrong.',
    touches: { rules: ['lifecycle.batch-*', 'input.batch-refused'] },
    change: oneCodeInBatches,
  },
  {
    id: 'student-reporting.records.errors-told-again',
    service,
    breaks: 'The items of an array are judged one by one (assumed).',
    describes: 'A refused item is told the errors of those before it too.',
    touches: { rules: ['lifecycle.batch-*', 'input.batch-refused'] },
    change: errorsToldAgain,
  },
  {
    id: 'student-reporting.records.rolled-back-at-the-last',
    service,
    breaks: 'The items of an array are judged one by one (assumed).',
    describes:
      'Where the last item of a POST is refused its transaction is rolled back, and answered as if it was not.',
    touches: { rules: ['lifecycle.batch-*', 'http.made'] },
    change: inArea('write', ({ items }) => ({
      items: (all, circumstances) => {
        const created = items(all, circumstances);
        const { dataset, kind } = circumstances;
        if (created.results.at(-1)?.success !== false) return created;
        for (const uid of created.uids) {
          const record = dataset.table(kind.family.name).records.get(uid);
          if (record !== undefined) dataset.remove(record, kind);
        }
        return created;
      },
    })),
  },
  {
    id: 'student-reporting.records.updates-inserted',
    service,
    breaks: 'A PATCH changes the record that it names (assumed).',
    describes: 'A PATCH saves the changed record as a new one.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('keep', (_before, { keep }) => ({
      replace: ({ parent }, { kind, values }, circumstances) => {
        keep.add({ uid: keep.uid(), parent, values }, kind, circumstances);
      },
    })),
  },
  {
    id: 'student-reporting.students.warned-not-stored',
    service,
    operation: 'students.create',
    breaks: stored,
    describes: 'A student that is accepted with a warning is rolled back after the answer.',
    touches: { rules: ['lifecycle.*', 'store.*', 'input.*-stored'] },
    change: inArea('keep', ({ item }) => ({
      item: (examined, circumstances, index) => {
        const kept = item(examined, circumstances, index);
        const { dataset, kind } = circumstances;
        const record = dataset.table(kind.family.name).records.get(kept.uid);
        if (examined.warnings.length > 0 && record !== undefined) dataset.remove(record, kind);
        return kept;
      },
    })),
  },
  {
    id: 'student-reporting.loans.with-fee-not-stored',
    service,
    operation: 'loans.create',
    breaks: stored,
    describes: 'A loan with an optional amount is answered with its uid, and not stored.',
    touches: { rules: ['lifecycle.*', 'store.*', 'input.*-stored'] },
    change: inArea('keep', ({ add }) => ({
      add: (record, kind, circumstances) => {
        const optional = [...kind.writable].filter(([, { required }]) => required === undefined);
        if (kind.family.name !== 'loans' || optional.every(([name]) => record.values[name] === undefined))
          add(record, kind, circumstances);
      },
    })),
  },
  {
    id: 'student-reporting.students.lost-by-an-update',
    service,
    operation: 'students.update',
    breaks: stored,
    describes: 'A PATCH of a student that clears a member loses the student.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('keep', ({ replace }) => ({
      replace: (existing, examined, circumstances) => {
        replace(existing, examined, circumstances);
        const { kind, dataset } = circumstances;
        const record = dataset.table(kind.family.name).records.get(existing.uid);
        const clears = [...examined.item.given.values()].includes(null);
        if (kind.family.name === 'students' && clears && record !== undefined) dataset.remove(record, kind);
      },
    })),
  },
  {
    id: 'student-reporting.students.cleared-returns',
    service,
    operation: 'students.update',
    breaks: partial,
    describes: 'A member that was cleared with null is there again after the next PATCH that does not name it.',
    touches: { rules: ['lifecycle.update-*', 'lifecycle.cleared-stays'] },
    change: ({ judgement }) => {
      const cleared = new WeakMap<Dataset, Map<number, Record<string, Value>>>();
      return {
        judgement: {
          merge: (item, circumstances) => {
            const merged = judgement.merge(item, circumstances);
            const { existing, dataset, kind } = circumstances;
            if (existing === undefined || kind.family.name !== 'students') return merged;
            const ofData = cleared.get(dataset) ?? new Map<number, Record<string, Value>>();
            cleared.set(dataset, ofData);
            const before = Object.entries(ofData.get(existing.uid) ?? {});
            const back = Object.fromEntries(before.filter(([name]) => !item.given.has(name)));
            const gone = [...item.given].flatMap(([name, value]) =>
              value === null && existing.values[name] !== undefined ? [[name, existing.values[name]] as const] : [],
            );
            ofData.set(existing.uid, Object.fromEntries(gone));
            return { ...back, ...merged };
          },
        },
      };
    },
  },
  {
    id: 'student-reporting.students.chessn-clears-usi',
    service,
    operation: 'students.update',
    breaks: partial,
    describes: 'A PATCH of chessn that does not name usi clears it.',
    touches: { rules: ['lifecycle.update-*'] },
    change: byTheWay('students', 'chessn', 'usi', () => undefined),
  },
  {
    id: 'student-reporting.students.postcode-clears-suburb',
    service,
    operation: 'students.update',
    breaks: partial,
    describes: 'A PATCH of residential_address_postcode that does not name the suburb clears it.',
    touches: { rules: ['lifecycle.update-*'] },
    change: byTheWay('students', 'residential_address_postcode', 'residential_address_suburb', () => undefined),
  },
  {
    id: 'student-reporting.unit-enrolments.amount-set-by-load',
    service,
    operation: 'unit-enrolments.update',
    breaks: partial,
    describes: 'A PATCH of eftsl that does not name amount_charged counts it anew.',
    touches: { rules: ['lifecycle.update-*'] },
    change: byTheWay('unit-enrolments', 'eftsl', 'amount_charged', (before) => (before === undefined ? before : 8000)),
  },
  {
    id: 'student-reporting.help-balance.of-the-first-read',
    service,
    operation: 'help-balance.read',
    breaks: 'The HELP balance is the sum of the HELP loan amounts of the student (assumed).',
    describes: 'The HELP balance of a student is kept as it was when it was first read.',
    touches: { rules: ['lifecycle.sum-left'] },
    change: inArea('balance', ({ read }) => {
      const known = new Map<string, ReturnType<typeof read>>();
      return {
        read: (exchange) => {
          const key = `${exchange.caller.organisation} ${exchange.parameters.join(' ')}`;
          const reply = known.get(key) ?? read(exchange);
          known.set(key, reply);
          return reply;
        },
      };
    }),
  },
];
