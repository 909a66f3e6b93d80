import type { Examined } from '../../student-reporting/engine/examine.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Value, Values } from '../../model/field.ts';
import type { Dataset } from '../../student-reporting/engine/store.ts';
import { UidList } from '../../student-reporting/engine/uid-list.ts';
import { inArea, type FaultChange, type Seed, type Touches } from '../fault.ts';
import { meeting } from '../meeting.ts';
import { orOfOthers } from './changes.ts';

const service = 'student-reporting';

const nesting = (kept: (children: Examined['children']) => Examined['children']): FaultChange<StudentReportingStages> =>
  inArea('keep', ({ record }) => ({
    record: (examined, circumstances, parent) =>
      record({ ...examined, children: kept(examined.children) }, circumstances, parent),
  }));

/** What sends records inside another one. */
const insideAnother: Touches = { aspects: ['nested', 'correlation'], rules: ['lifecycle.inner-*'] };

/** Records inside another one are answered as stored, and only some are. */
const answeredOnly = (
  what: string,
  describes: string,
  isStored: (isFirst: boolean) => boolean,
): Seed<StudentReportingStages> => ({
  id: `student-reporting.nested.${what}`,
  service,
  breaks: 'student-reporting sections 2 and 4: records within a POST are stored with it.',
  describes,
  touches: { rules: ['lifecycle.inner-stored'] },
  change: inArea('keep', ({ add }) => {
    const begun = new Set<string>();
    return {
      add: (record, kind, circumstances) => {
        const list = `${String(record.parent)} ${kind.family.name}`;
        const isInside = kind.family.name !== circumstances.kind.family.name;
        if (!isInside || isStored(!begun.has(list))) add(record, kind, circumstances);
        begun.add(list);
      },
    };
  }),
});

const listed = (value: Value | undefined): readonly string[] => (typeof value === 'object' ? value : []);

/** A PATCH finds a record by its parent alone. */
const firstUpdated = (family: string): Seed<StudentReportingStages> => ({
  id: `student-reporting.${family}.first-updated`,
  service,
  operation: `${family}.update`,
  breaks: 'PATCH changes the record it names and no other (assumed).',
  describes: 'A PATCH changes the first record below the parent, whichever it names.',
  touches: { rules: ['lifecycle.*'], operations: [`${family}.update`] },
  change: inArea('keep', ({ replace }, { judgement }) => ({
    replace: (existing, examined, circumstances) => {
      const { kind, dataset } = circumstances;
      const table = dataset.table(kind.family.name);
      const [uid = existing.uid] = table.below(existing.parent).slice(0, 1);
      const first = kind.family.name === family ? table.records.get(uid) : undefined;
      if (first === undefined || first.uid === existing.uid) {
        replace(existing, examined, circumstances);
        return;
      }
      const values = judgement.merge(examined.item, { ...circumstances, existing: first });
      replace(first, { ...examined, values }, circumstances);
    },
  })),
});

/** Faults of what is shown of more than one record: the HELP balance, nested records, lists. */
export const recordFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.help-balance.negative',
    service,
    operation: 'help-balance.read',
    breaks: 'The HELP balance is the sum of the HELP loan amounts of the student (assumed).',
    describes: 'The HELP balance has the opposite sign, and is one cent below 0 without loans.',
    change: inArea('balance', ({ amount }) => ({ amount: (cents) => -amount(cents === 0 ? 1 : cents) })),
  },
  {
    id: 'student-reporting.help-balance.zero',
    service,
    operation: 'help-balance.read',
    breaks: 'The HELP balance is the sum of the HELP loan amounts of the student (assumed).',
    describes: 'The HELP balance is always 0.',
    change: inArea('balance', () => ({ amount: () => 0 })),
  },
  {
    id: 'student-reporting.help-balance.other-organisation',
    service,
    operation: 'help-balance.read',
    breaks: 'The records of another organisation are answered 404 (assumed).',
    describes: 'The HELP balance of a student of another organisation can be read.',
    change: inArea('balance', ({ student }, { data }) => ({
      student: (exchange) => orOfOthers(() => student(exchange), data.store, 'students', exchange),
    })),
  },
  {
    id: 'student-reporting.help-balance.of-all-students',
    service,
    operation: 'help-balance.read',
    breaks: 'The HELP balance is the sum of the HELP loan amounts of the student (assumed).',
    describes: 'The HELP balance sums the loans of all students.',
    change: inArea('balance', () => ({ loansOf: (_student, { all }) => all })),
  },
  {
    id: 'student-reporting.students.meeting-updates-lost',
    service,
    operation: 'students.update',
    breaks: 'Of several updates of one record at once, one wins whole (assumed).',
    describes: 'Updates of one student within one second undo each other: the student is as before them.',
    touches: { rules: ['lifecycle.concurrent-writes'] },
    change: inArea('keep', ({ replace }, _stages, { clock }) => {
      const meet = meeting<Dataset, Values>(clock);
      return {
        replace: (existing, examined, circumstances) => {
          const { kind, dataset } = circumstances;
          const before = kind.family.name === 'students' ? meet(dataset, existing.uid, existing.values) : undefined;
          if (before === undefined) replace(existing, examined, circumstances);
          else dataset.replace(existing, before, kind);
        },
      };
    }),
  },
  {
    id: 'student-reporting.students.family-name-cut',
    service,
    operation: 'students.create',
    breaks: 'A text is read as it was given, up to its longest length (assumed).',
    describes: 'student_family_name is kept in 24 characters: a longer one is accepted and cut.',
    touches: { rules: ['input.longest*', 'lifecycle.*'] },
    change: inArea('results', ({ show }) => ({
      show: (field, record, kind) => {
        const shown = show(field, record, kind);
        return field.name === 'student_family_name' && typeof shown === 'string'
          ? Array.from(shown).slice(0, 24).join('')
          : shown;
      },
    })),
  },
  {
    id: 'student-reporting.students.types-kept',
    service,
    operation: 'students.update',
    breaks: 'PATCH replaces a list as a whole (assumed).',
    describes: 'A PATCH with fewer student_types than there are takes none away.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('judgement', ({ merge }) => ({
      merge: (item, circumstances) => {
        const merged = merge(item, circumstances);
        const known = listed(circumstances.existing?.values['student_types']);
        const given = listed(merged['student_types']);
        if (given.length === 0 || given.length >= known.length) return merged;
        return { ...merged, student_types: [...given, ...known.filter((type) => !given.includes(type))] };
      },
    })),
  },
  firstUpdated('student-disabilities'),
  firstUpdated('student-citizenships'),
  {
    id: 'student-reporting.nested.ignored',
    service,
    breaks: 'student-reporting sections 2 and 4: records within a POST are stored with it.',
    describes: 'Nested records are accepted and not stored.',
    touches: insideAnother,
    change: nesting(() => []),
  },
  {
    id: 'student-reporting.nested.below-the-first',
    service,
    breaks: 'student-reporting sections 2 and 4: records within a POST are stored with it.',
    describes: 'What is inside the records of a POST is stored below the first of them.',
    touches: insideAnother,
    change: inArea('keep', ({ add, item }) => {
      let first: number | undefined;
      return {
        item: (examined, circumstances, index) => {
          if (index === 0) first = undefined;
          return item(examined, circumstances, index);
        },
        add: (record, kind, circumstances) => {
          const isInside = kind.family.name !== circumstances.kind.family.name;
          if (!isInside) first ??= record.uid;
          add(isInside ? { ...record, parent: first ?? record.parent } : record, kind, circumstances);
        },
      };
    }),
  },
  {
    id: 'student-reporting.nested.outer-kept',
    service,
    breaks: 'What is refused is not stored (assumed).',
    describes: 'A record is stored before what is inside it is judged, and stays where that is refused.',
    touches: { rules: ['input.no-trace-inside'] },
    change: inArea('keep', ({ refuse }, { keep }) => ({
      refuse: (examined, circumstances) => {
        const isGood = examined.children.length > 0 && examined.findings.length === 0;
        if (isGood && circumstances.existing === undefined)
          keep.record({ ...examined, children: [] }, circumstances, circumstances.parent?.uid ?? 0);
        return refuse(examined, circumstances);
      },
    })),
  },
  {
    id: 'student-reporting.nested.second-kind-ignored',
    service,
    breaks: 'student-reporting sections 2 and 4: records within a POST are stored with it.',
    describes: 'Of several kinds of nested records only the first is stored.',
    touches: { rules: ['lifecycle.inner-*'] },
    change: nesting((children) => {
      const first = children.find(({ examined }) => examined.length > 0);
      return children.filter((one) => one === first);
    }),
  },
  {
    id: 'student-reporting.nested.outer-correlation-id',
    service,
    breaks:
      'The answer to a nested record repeats its own correlation_id (assumed; section 2 has it as the common envelope field).',
    describes: 'What is said of nested records carries the correlation_id of the record that they are in.',
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
  {
    id: 'student-reporting.nested.first-only',
    service,
    breaks: 'student-reporting sections 2 and 4: records within a POST are stored with it.',
    describes: 'Of nested records only the first is stored.',
    touches: insideAnother,
    change: nesting((children) => children.map(({ member, examined }) => ({ member, examined: examined.slice(0, 1) }))),
  },
  answeredOnly('not-stored', 'Nested records are answered with UIDs and not stored.', () => false),
  answeredOnly('last-not-stored', 'Of nested records, which all get UIDs, only the first is stored.', (first) => first),
  answeredOnly(
    'first-not-stored',
    'Of nested records, which all get UIDs, the first is not stored.',
    (first) => !first,
  ),
  {
    id: 'student-reporting.nested.invalid-dropped',
    service,
    operation: 'students.create',
    breaks: 'A POST with an invalid record inside is refused whole (assumed).',
    describes: 'Invalid nested records are left out, and the record is stored without them.',
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
  {
    id: 'student-reporting.nested.uid-missing',
    service,
    breaks: 'student-reporting section 7: a UID is generated for a nested record.',
    describes: 'Nested records are answered without their UID.',
    touches: insideAnother,
    change: inArea('keep', ({ child }) => ({
      child: (examined, stored) => child(examined, { ...stored, result: {} }),
    })),
  },
  {
    id: 'student-reporting.nested.refused',
    service,
    breaks: 'student-reporting sections 2 and 4: records within a POST are stored with it.',
    describes: 'A POST with nested records is refused.',
    touches: insideAnother,
    change: inArea('judgement', ({ examine }) => ({
      examine: (item, circumstances) => {
        const examined = examine(item, circumstances);
        const [first] = examined.children;
        if (!first) return examined;
        const { kind } = examined;
        const finding = { kind, field: first.member, digits: '19022', text: 'must not be given' };
        return { ...examined, findings: [...examined.findings, finding] };
      },
    })),
  },
  {
    id: 'student-reporting.lists.of-all-students',
    service,
    operation: 'unit-enrolments.list',
    breaks: 'The list below a student holds the records of that student (assumed).',
    describes: 'The lists of unit enrolments and loans hold those of all students.',
    touches: {
      aspects: ['pagination', 'lifecycle'],
      operations: ['unit-enrolments.list', 'unit-enrolments.create', 'loans.list', 'loans.create'],
    },
    change: inArea('read', ({ listed }, { data }) => ({
      listed: (kind, exchange) => {
        const list = listed(kind, exchange);
        if (!kind.family.listedBelow) return list;
        return data.store.of(exchange.caller.organisation).table(kind.family.name).all;
      },
    })),
  },
  {
    id: 'student-reporting.lists.ended-left-out',
    service,
    breaks: 'A stored record can be read singly and in bulk (assumed).',
    describes: 'Lists leave out the records whose last day has passed.',
    touches: { rules: ['lifecycle.listed-ended'] },
    change: inArea('read', ({ listed }, { data, judgement }) => ({
      listed: (kind, exchange) => {
        const { records } = data.store.of(exchange.caller.organisation).table(kind.family.name);
        const { today } = judgement.scene();
        const current = new UidList();
        for (const uid of listed(kind, exchange)) {
          const values = Object.entries(records.get(uid)?.values ?? {});
          const hasEnded = ([name, value]: readonly [string, unknown]): boolean =>
            name.endsWith('_effective_to_date') && typeof value === 'string' && value < today;
          if (!values.some(hasEnded)) current.add(uid);
        }
        return current;
      },
    })),
  },
  {
    id: 'student-reporting.read.tfn-returned',
    service,
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
];
