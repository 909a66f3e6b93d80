/** The questions of the twenty-first exam, third part, about writing students. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Rule } from '../../../services/student-reporting/families/family.ts';
import { ageDigits, studentWarnings } from '../../../services/student-reporting/rules/student-warnings.ts';
import type { Exam } from '../exam.ts';

const STUDENTS = 'students';
const CITIZENSHIPS = 'student-citizenships';
const DISABILITIES = 'student-disabilities';

const tooOld: Rule = {
  name: 'too-old',
  field: 'date_of_birth',
  digits: ageDigits,
  text: 'is more than 100 years ago',
  isBroken: (draft, scene) => studentWarnings(draft, scene).some(({ digits }) => digits === ageDigits),
};

export const students: NonNullable<Exam['student-reporting']> = [
  {
    name: 'birth-in-future-by-patch',
    does: 'Whether the date of birth is in the future is judged when a student is created, and not when it is changed.',
    reads: 'A PATCH of a student with a date_of_birth in the future is accepted, rather than refused.',
    change: ({ judgement: { rule } }) => ({
      judgement: {
        rule: (of, draft, isSound, circumstances) =>
          of.field === 'date_of_birth' && draft.purpose === 'update' ? [] : rule(of, draft, isSound, circumstances),
      },
    }),
  },
  {
    name: 'hundred-years-refused',
    does: 'That a student is more than 100 years old is an error, where it should be a warning.',
    reads: 'Refuses a student who is more than 100 years old, rather than accepting the student with a warning.',
    change: ({ judgement: { rules } }) => ({
      judgement: { rules: (kind) => (kind.family.name === STUDENTS ? [...rules(kind), tooOld] : rules(kind)) },
    }),
  },
  {
    name: 'address-without-street-unwarned',
    does: 'Whether a new student has an address is told by the street alone.',
    reads:
      'Does not warn that the address is not verified in real time where a new student has address details without residential_address_street.',
    change: ({ judgement: { warnings } }) => ({
      judgement: {
        warnings: (draft, circumstances) =>
          warnings(draft, circumstances).filter(
            ({ field }) => field !== 'residential_address' || draft.gives('residential_address_street'),
          ),
      },
    }),
  },
  {
    name: 'chessn-warning-at-tfn',
    does: 'The warning of the CHESSN was copied from that of the TFN, with its member.',
    reads: 'The warning about a CHESSN names tfn and points to it, rather than to chessn.',
    change: ({ judgement: { warnings } }) => ({
      judgement: {
        warnings: (draft, circumstances) =>
          warnings(draft, circumstances).map((warning) =>
            warning.field === 'chessn' ? { ...warning, field: 'tfn' } : warning,
          ),
      },
    }),
  },
  {
    name: 'language-refused-as-disability',
    does: 'An invalid language code is refused with the number of the rule for disability codes.',
    reads:
      'Refuses an invalid language_spoken_at_home_code with the error identifier 10546 of disability codes, rather than 10521.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          field(bound, given, circumstances).map((reason) =>
            bound.field.name === 'language_spoken_at_home_code' && reason.name === 'code-list'
              ? { ...reason, digits: '10546' }
              : reason,
          ),
      },
    }),
  },
  {
    name: 'same-code-in-one-batch',
    does: 'Whether a student is already reported is looked up before the first of a POST is stored, for all of them.',
    reads: 'Accepts two students with the same student_identification_code in one POST.',
    change: ({ keep: { uid }, judgement: { isTaken }, write: { items } }) => {
      let last = 0;
      let before = Infinity;
      return {
        keep: { uid: () => (last = uid()) },
        judgement: {
          isTaken: (unique, values, circumstances) => {
            if (!isTaken(unique, values, circumstances)) return false;
            if (circumstances.kind.family.name !== STUDENTS) return true;
            const { records } = circumstances.dataset.table(STUDENTS);
            return [...records.values()].some(
              (other) =>
                other.uid <= before &&
                other.uid !== circumstances.existing?.uid &&
                unique.fields.every((name) => other.values[name] === values[name]),
            );
          },
        },
        write: {
          items: (all, circumstances) => {
            before = last;
            const created = items(all, circumstances);
            before = Infinity;
            return created;
          },
        },
      };
    },
  },
  {
    name: 'disabilities-passed-over',
    does: 'Of a new student that brings both citizenships and disabilities, the disabilities are passed over ("else if").',
    reads: 'Does not store the disabilities of a new student that is posted with citizenships as well.',
    change: ({ keep: { record } }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const hasCitizenships = examined.children.some(
            (child) => child.member === 'citizenships' && child.examined.length > 0,
          );
          const children = examined.children.filter(({ member }) => !hasCitizenships || member !== 'disabilities');
          return record({ ...examined, children }, circumstances, parent);
        },
      },
    }),
  },
  {
    name: 'nested-with-id-of-the-student',
    does: 'What is said of a citizenship or disability within a new student carries the correlation_id of the student.',
    reads:
      'The results of citizenships and disabilities posted within a student carry the correlation_id of the student, rather than their own.',
    change: ({ keep: { record } }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const { uid, result } = record(examined, circumstances, parent);
          if (examined.kind.family.name !== STUDENTS) return { uid, result };
          const mine = { correlation_id: examined.item.correlationId };
          const members = Object.entries(result).map(([name, value]): [string, unknown] => [
            name,
            Array.isArray(value) ? value.map((child: object) => ({ ...child, ...mine })) : value,
          ]);
          return { uid, result: Object.fromEntries(members) };
        },
      },
    }),
  },
  {
    name: 'stored-although-refused',
    does: 'A student is stored before what it brings is judged, and there is no transaction around both.',
    reads: 'Stores a student although the POST is refused because of a citizenship or disability within it.',
    change: ({ keep: { refuse } }, { keep }) => ({
      keep: {
        refuse: (examined, circumstances) => {
          const isNew = examined.kind.family.name === STUDENTS && circumstances.existing === undefined;
          if (isNew && examined.findings.length === 0) keep.record({ ...examined, children: [] }, circumstances, 0);
          return refuse(examined, circumstances);
        },
      },
    }),
  },
  {
    name: 'citizenships-orphaned',
    does: 'A PATCH saves the student with an empty list of citizenships, and orphans are removed.',
    reads: 'A PATCH of a student deletes the citizenships of the student.',
    change: ({ keep: { replace } }, { model }) => ({
      keep: {
        replace: (existing, examined, circumstances) => {
          replace(existing, examined, circumstances);
          if (examined.kind.family.name !== STUDENTS) return;
          const { dataset } = circumstances;
          const { records } = dataset.table(CITIZENSHIPS);
          for (const citizenship of [...records.values()].filter(({ parent }) => parent === existing.uid))
            dataset.remove(citizenship, model.kind(CITIZENSHIPS));
        },
      },
    }),
  },
  {
    name: 'student-with-disabilities-undeletable',
    does: 'Disabilities are not deleted with their student, and the foreign key forbids it without.',
    reads: 'Answers 500 to a DELETE of a student who has disabilities.',
    change: ({ keep: { remove } }) => ({
      keep: {
        remove: (located, kind) => {
          const { dataset, record } = located;
          if (kind.family.name === STUDENTS && dataset.table(DISABILITIES).below(record.uid).length > 0)
            throw new GatewayError(500, {
              code: 'internal_error',
              detail: 'The service could not handle the request.',
            });
          remove(located, kind);
        },
      },
    }),
  },
];
