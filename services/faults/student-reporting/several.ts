/** Faults that show where several records stand below one. */
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { UidList } from '../../student-reporting/engine/uid-list.ts';
import { isMeant } from '../chosen.ts';
import type { FaultChange, Seed } from '../fault.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

/** A list is fetched with a limit of one, the newest first. */
const newestAlone =
  (family?: string): Change =>
  ({ read }) => ({
    read: {
      listed: (kind, exchange) => {
        const list = read.listed(kind, exchange);
        const newest = list.last();
        if (newest === undefined || !isMeant(kind.family.name, family)) return list;
        const alone = new UidList();
        alone.add(newest);
        return alone;
      },
    },
  });

/** The table has the record that its rows are listed below as its key. */
const oneBelow =
  (family?: string): Change =>
  ({ judgement }) => ({
    judgement: {
      examine: (item, circumstances) => {
        const examined = judgement.examine(item, circumstances);
        const { kind, dataset, existing, parent } = circumstances;
        const { name, listedBelow } = kind.family;
        const field = listedBelow?.field ?? [...kind.writable.keys()][0] ?? '';
        const above = Number(listedBelow === undefined ? (parent?.uid ?? 0) : examined.values[field]);
        const isFirst = existing !== undefined || above === 0 || dataset.table(name).below(above).length === 0;
        if (isFirst || !isMeant(name, family)) return examined;
        const finding = { kind, field, digits: '19001', text: 'is already reported' };
        return { ...examined, findings: [...examined.findings, finding] };
      },
    },
  });

export const severalFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.courses-on-campus-tac-offers.newest-listed',
    service,
    operation: 'courses-on-campus-tac-offers.list',
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'The list of the TAC offers of a course on campus holds the newest alone.',
    touches: { rules: ['lifecycle.*'] },
    change: newestAlone('courses-on-campus-tac-offers'),
  },
  {
    id: 'student-reporting.records.newest-listed',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'Lists hold the newest of their records alone.',
    touches: { rules: ['lifecycle.*', 'page.*', 'store.*'] },
    change: newestAlone(),
  },
  {
    id: 'student-reporting.student-disabilities.one-below',
    service,
    operation: 'student-disabilities.create',
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'A second disability of a student is refused.',
    touches: { rules: ['lifecycle.*'] },
    change: oneBelow('student-disabilities'),
  },
  {
    id: 'student-reporting.records.one-below',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'A second record of a kind below the same record is refused.',
    touches: { rules: ['lifecycle.*'] },
    change: oneBelow(),
  },
];
