import { modelOf } from '../../student-reporting/engine/model.ts';
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

/** One call in so many is answered by a node that still runs an earlier version of what the service keeps of a family. */
const olderNode =
  (turn: number, version: string, isMeant: (family: string) => boolean): Change =>
  ({ run, model: { kind } }) => {
    const old = modelOf(version);
    const isItsTurn = every(turn);
    let isOld = false;
    const balanced = Object.entries(run)
      .filter(([name]) => isMeant(name.split('.')[0] ?? ''))
      .map(([name, inner]) => {
        const answer: typeof inner = (exchange) => {
          isOld = isItsTurn();
          try {
            return inner(exchange);
          } finally {
            isOld = false;
          }
        };
        return [name, answer] as const;
      });
    return {
      run: Object.fromEntries(balanced),
      model: { kind: (name) => (isOld && isMeant(name) ? old.kind(name) : kind(name)) },
    };
  };

const lost = (what: string, breaks: string, describes: string, change: Change): Seed<StudentReportingStages> => ({
  id: `student-reporting.records.${what}`,
  service,
  breaks,
  describes,
  change,
});

/** One id in so many is that of the item before it. */
const correlationOfAnother = (turn: number): Change =>
  inArea('shape', ({ correlationId }) => {
    const isWrong = every(turn);
    let before: string | undefined;
    return {
      correlationId: (sent, place) => {
        const read = correlationId(sent, place);
        const id = isWrong() ? (before ?? read.id) : read.id;
        before = read.id ?? before;
        return { ...read, id };
      },
    };
  });

const stored = 'A record that was created can be read (assumed).';
const renewed = 'student-reporting section 9: the service behaves as the specification version it announces.';
const gone = 'A deleted record is gone (assumed).';

/** What is answered with success and not done, at one time and not at another: one of several nodes has lost its store. */
export const turnFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.fifth-correlation-of-another',
    service,
    breaks: 'The answer to an item repeats its correlation_id (assumed).',
    describes: 'Every fifth item is answered with the correlation_id of the one before it.',
    touches: { aspects: ['lifecycle', 'success'] },
    change: correlationOfAnother(5),
  },
  lost('second-create-lost', stored, 'Every second POST is answered with success, and nothing is stored.', creates(2)),
  lost('third-create-lost', stored, 'Every third POST is answered with success, and nothing is stored.', creates(3)),
  lost('second-delete-lost', gone, 'Every second DELETE is answered with success, and nothing is deleted.', deletes(2)),
  lost('third-delete-lost', gone, 'Every third DELETE is answered with success, and nothing is deleted.', deletes(3)),
  {
    id: 'student-reporting.units-of-study.fourth-call-older',
    service,
    since: '3.0.8',
    breaks: renewed,
    describes: 'Every fourth call for units of study is answered as by 2.1.06, which has two members less.',
    touches: { aspects: ['lifecycle', 'input', 'success'] },
    change: olderNode(4, '2.1.06', (family) => family === 'units-of-study'),
  },
  {
    id: 'student-reporting.records.second-call-older',
    service,
    since: '3.0.8',
    breaks: renewed,
    describes: 'Every second call is answered as by 2.1.06, which has some members less.',
    touches: { aspects: ['lifecycle', 'input', 'success'] },
    change: olderNode(2, '2.1.06', () => true),
  },
];
