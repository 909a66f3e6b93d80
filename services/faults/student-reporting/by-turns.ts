import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'student-reporting';

type Change = FaultChange<StudentReportingStages>;

/** True at every call of such a number. */
const every = (turn: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % turn === 0;
  };
};

const creates = (turn: number): Change =>
  inArea('keep', ({ add }) => {
    const isLost = every(turn);
    return {
      add: (record, kind, circumstances) => {
        if (!isLost()) add(record, kind, circumstances);
      },
    };
  });

const deletes = (turn: number): Change =>
  inArea('keep', ({ remove }) => {
    const isLost = every(turn);
    return {
      remove: (located, kind) => {
        if (!isLost()) remove(located, kind);
      },
    };
  });

const lost = (what: string, breaks: string, describes: string, change: Change): Seed<StudentReportingStages> => ({
  id: `student-reporting.records.${what}`,
  service,
  breaks,
  describes,
  change,
});

const stored = 'A record that was created can be read (assumed).';
const gone = 'A deleted record is gone (assumed).';

/** What is answered with success and not done, at one time and not at another: one of several nodes has lost its store. */
export const turnFaults: readonly Seed<StudentReportingStages>[] = [
  lost('second-create-lost', stored, 'Every second POST is answered with success, and nothing is stored.', creates(2)),
  lost('third-create-lost', stored, 'Every third POST is answered with success, and nothing is stored.', creates(3)),
  lost('second-delete-lost', gone, 'Every second DELETE is answered with success, and nothing is deleted.', deletes(2)),
  lost('third-delete-lost', gone, 'Every third DELETE is answered with success, and nothing is deleted.', deletes(3)),
];
