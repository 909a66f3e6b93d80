/** Faults of what is shown of more than one record: records inside another one, the HELP balance, write-only members. */
import type { Examined } from '../../student-reporting/engine/examine.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange, type FaultTable, type Touches } from '../fault.ts';
import { orOfOthers } from './changes.ts';

/** Records inside another one of which only some are stored. */
const nesting = (kept: (children: Examined['children']) => Examined['children']): FaultChange<StudentReportingStages> =>
  inArea('keep', ({ record }) => ({
    record: (examined, circumstances, parent) =>
      record({ ...examined, children: kept(examined.children) }, circumstances, parent),
  }));

/** What sends records inside another one. */
const insideAnother: Touches = { aspects: ['nested', 'correlation'], rules: ['lifecycle.inner-*'] };

const within = 'student-reporting sections 2 and 4: records within a POST are stored with it.';
const summed = 'The HELP balance is the sum of the HELP loan amounts of the student (assumed).';

export const partFaults: FaultTable<StudentReportingStages> = {
  'help-balance.negative': {
    operation: 'help-balance.read',
    breaks: summed,
    describes: 'The HELP balance has the opposite sign, and is one cent below 0 without loans.',
    change: inArea('balance', ({ amount }) => ({ amount: (cents) => -amount(cents === 0 ? 1 : cents) })),
  },
  'help-balance.of-all-students': {
    operation: 'help-balance.read',
    breaks: summed,
    describes: 'The HELP balance sums the loans of all students.',
    change: inArea('balance', () => ({ loansOf: (_student, { all }) => all })),
  },
  'help-balance.other-organisation': {
    operation: 'help-balance.read',
    breaks: 'The records of another organisation are answered 404 (assumed).',
    describes: 'The HELP balance of a student of another organisation can be read.',
    change: inArea('balance', ({ student }, { data }) => ({
      student: (exchange) => orOfOthers(() => student(exchange), data.store, 'students', exchange),
    })),
  },
  'nested.ignored': {
    breaks: within,
    describes: 'Nested records are accepted and not stored.',
    touches: insideAnother,
    change: nesting(() => []),
  },
  'nested.first-only': {
    breaks: within,
    describes: 'Only the first nested record is stored.',
    touches: insideAnother,
    change: nesting((children) => children.map(({ member, examined }) => ({ member, examined: examined.slice(0, 1) }))),
  },
  'nested.invalid-dropped': {
    operation: 'students.create',
    breaks: 'A POST with an invalid record inside is refused whole (assumed).',
    describes: 'A record is stored without its invalid nested records.',
    touches: { aspects: ['nested'] },
    change: inArea('judgement', ({ examine }) => ({
      examine: (item, circumstances) => {
        const judged = examine(item, circumstances);
        if (circumstances.kind.family.name !== 'students') return judged;
        const children = judged.children.map(({ member, examined }) => ({
          member,
          examined: examined.filter(({ findings }) => findings.length === 0),
        }));
        return { ...judged, children };
      },
    })),
  },
  'nested.outer-correlation-id': {
    breaks:
      'The answer to a nested record repeats its own correlation_id (assumed; section 2 has it as the common envelope field).',
    describes: 'Results of nested records have the correlation_id of the outer record.',
    touches: { rules: ['lifecycle.inner-correlation'] },
    change: inArea('keep', ({ record }) => ({
      record: (examined, circumstances, parent) => {
        const { uid, result } = record(examined, circumstances, parent);
        const outer = { correlation_id: examined.item.correlationId };
        const members = Object.entries(result).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((child: object) => ({ ...child, ...outer })) : value,
        ]);
        return { uid, result: Object.fromEntries(members) as typeof result };
      },
    })),
  },
  'read.tfn-returned': {
    operation: 'students.read',
    breaks: 'tfn is accepted, but never returned by a read (assumed).',
    describes: 'tfn is returned by reads.',
    change: inArea('results', ({ view }) => ({
      view: (record, kind) => {
        const { singular, name } = kind.family;
        const { tfn } = record.values;
        const shown = view(record, kind);
        return name === 'students' && tfn !== undefined ? { [singular]: { ...shown[singular], tfn } } : shown;
      },
    })),
  },
};
