/** Faults of what is kept of a record: what was accepted is not there, is there in another form, or comes back. */
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type Seed } from '../fault.ts';

const service = 'student-reporting';

const stored = 'A record that was created is there afterwards (assumed; RFC 9110, section 15.3.2).';

export const keptFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.students.warned-not-stored',
    service,
    operation: 'students.create',
    breaks: stored,
    describes: 'A student that is accepted with a warning is rolled back after the answer.',
    touches: { rules: ['lifecycle.*'] },
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
    touches: { rules: ['lifecycle.*'] },
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
];
