/** The rest of the seventeenth exam, of student-reporting; `seventeenth-rest.ts` says what it is. */
import { notFound } from '../../../services/http/gateway-error.ts';
import type { Value, Values } from '../../../services/model/field.ts';
import type { Kind } from '../../../services/student-reporting/engine/model.ts';
import type { Exam } from '../exam.ts';

const tacOffers = 'courses-on-campus-tac-offers';
const code = 'student_identification_code';
const effectiveFrom = 'citizenship_effective_from_date';

/** The members with each amount changed. */
function withAmounts<Held extends Value | null>(
  members: Iterable<readonly [string, Held]>,
  { writable }: Kind,
  change: (amount: number) => number | undefined,
): (readonly [string, Held | number])[] {
  return [...members].flatMap(([name, value]): (readonly [string, Held | number])[] => {
    if (typeof value !== 'number' || writable.get(name)?.field.kind !== 'money') return [[name, value]];
    const changed = change(value);
    return changed === undefined ? [] : [[name, changed]];
  });
}

/** The date as it is in UTC at its beginning in the east of Australia. */
function inUtc(date: string): string {
  const begin = new Date(`${date}T00:00:00+10:00`);
  return Number.isNaN(begin.getTime()) ? date : begin.toISOString().slice(0, 10);
}

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // Section 4, TAC offers
  {
    name: 'nested-offers-not-stored',
    does: 'What a POST of courses on campus has of TAC offers gets uids, and is never stored.',
    reads:
      'TAC offers in the POST of a course on campus are answered with uids, but not stored: the list of its TAC offers is empty.',
    change: ({ keep: { add } }) => ({
      keep: {
        add: (record, kind, circumstances) => {
          const isNested = kind.family.name === tacOffers && circumstances.kind.family.name !== tacOffers;
          if (!isNested) add(record, kind, circumstances);
        },
      },
    }),
  },
  // Section 4, pagination
  {
    name: 'one-page-too-many',
    does: 'The total page count is the records divided by the size, rounded down, and one.',
    reads: 'The total page count is one too many where the records fill their pages exactly.',
    change: ({ paging: { marks } }) => ({
      paging: {
        marks: (records, asked, family) => ({
          ...marks(records, asked, family),
          total: Math.floor(records / asked.size) + 1,
        }),
      },
    }),
  },
  {
    name: 'next-after-last',
    does: 'The next page number is the current one and one, on every page.',
    reads: 'Sends the next page number on the last page as well, where there is no next page.',
    change: ({ paging: { marks } }) => ({
      paging: {
        marks: (records, asked, family) => ({ ...marks(records, asked, family), next: asked.page + 1 }),
      },
    }),
  },
  {
    name: 'past-the-end-404',
    does: 'A page after the last is not found.',
    reads: 'Answers a page after the last one with 404, rather than with an empty list.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) => {
          if (asked.isEnabled && asked.page > Math.max(1, Math.ceil(list.length / asked.size))) throw notFound();
          return cut(list, asked, family);
        },
      },
    }),
  },
  {
    name: 'page-headers-always',
    does: 'Page headers are sent by every list that has pages, whether pagination was enabled or not.',
    reads: 'Sends page headers where pagination was not enabled.',
    change: ({ paging: { tell } }) => ({
      paging: {
        tell: (records, asked, family) => {
          if (!family.paging) return tell(records, asked, family);
          const size = Number.isFinite(asked.size) ? asked.size : Math.max(1, records);
          return tell(records, { ...asked, size, isEnabled: true }, family);
        },
      },
    }),
  },
  // Sections 1 and 2: students
  {
    name: 'own-code-taken',
    does: 'Where an update sends the code of a student, it is looked up among all students, this one too.',
    reads:
      'Refuses a PATCH that sends the student_identification_code which the student has already, as already reported.',
    change: ({ judgement: { examine, isTaken } }) => {
      let isSent = false;
      return {
        judgement: {
          examine: (item, circumstances) => {
            isSent = item.given.has(code);
            return examine(item, circumstances);
          },
          isTaken: (unique, values, circumstances) => {
            const { existing, ...others } = circumstances;
            const isOwnLookedAt = existing && isSent && unique.names === code;
            return isTaken(unique, values, isOwnLookedAt ? others : circumstances);
          },
        },
      };
    },
  },
  {
    name: 'tfn-read',
    does: 'The TFN of a student is among the members that reads show.',
    reads: 'Shows the TFN in reads of a student, where it never belongs.',
    change: ({ model: { kind } }) => ({
      model: {
        kind: (name) => {
          const found = kind(name);
          const tfn = found.writable.get('tfn');
          return name === 'students' && tfn ? { ...found, readable: [...found.readable, tfn.field] } : found;
        },
      },
    }),
  },
  {
    name: 'born-a-day-early',
    does: 'date_of_birth goes through a time zone when it is shown.',
    reads: 'Shows date_of_birth one day early: 2001-05-06 is read as 2001-05-05.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          return field.name === 'date_of_birth' && typeof value === 'string' ? inUtc(value) : value;
        },
      },
    }),
  },
  {
    name: 'warnings-of-the-first',
    does: 'The pointers of warnings are made without the place of the item: all are of the first.',
    reads:
      'The warnings in a POST of several students all point to the first item (/0/…), rather than each to the item that it is about.',
    change: ({ results: { warning } }) => ({
      results: {
        warning: (found) => warning({ ...found, pointer: found.pointer.replace(/^\/[0-9]+\//, '/0/') }),
      },
    }),
  },
  {
    name: 'warning-of-street-alone',
    does: 'The warning of the address is given where the street is sent, and not for the other members of the address.',
    reads:
      'Gives the warning that an address is not verified only where residential_address_street is sent: other members of the address bring none.',
    change: ({ judgement: { warnings } }) => ({
      judgement: {
        warnings: (draft, circumstances) =>
          warnings(draft, circumstances).filter(
            ({ field }) => field !== 'residential_address' || draft.gives('residential_address_street'),
          ),
      },
    }),
  },
  // Section 2: citizenship, disability, address, scholarship
  {
    name: 'citizen-from-today',
    does: 'citizenship_effective_from_date is today by default.',
    reads: 'Stores today as the citizenship_effective_from_date of a citizenship that was sent without it.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances): Values => {
          const { kind, existing, scene } = circumstances;
          const values = merge(item, circumstances);
          if (kind.family.name !== 'student-citizenships' || existing || values[effectiveFrom] !== undefined)
            return values;
          return { ...values, [effectiveFrom]: scene.today };
        },
      },
    }),
  },
  {
    name: 'citizenship-of-another-student',
    does: 'DELETE looks for a citizenship by its uid; below which student it stands is not looked at.',
    reads:
      'DELETE of a citizenship below another student of the organisation is answered 200 and removes it, rather than 404.',
    change: ({ write: { remove }, locate: { isBelow } }) => {
      let isRemoving = false;
      return {
        write: {
          remove: (kind, exchange) => {
            isRemoving = kind.family.name === 'student-citizenships';
            try {
              return remove(kind, exchange);
            } finally {
              isRemoving = false;
            }
          },
        },
        locate: { isBelow: (record, parent, kind) => isRemoving || isBelow(record, parent, kind) },
      };
    },
  },
  {
    name: 'zero-passed-over',
    does: 'An amount of 0 in an update is taken for none.',
    reads: 'A PATCH with an amount of 0 is answered 200 and changes nothing: the amount stays as it was.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          if (!circumstances.existing) return merge(item, circumstances);
          const given = withAmounts(item.given, circumstances.kind, (amount) => (amount === 0 ? undefined : amount));
          return merge({ ...item, given: new Map(given) }, circumstances);
        },
      },
    }),
  },
  {
    name: 'disabled-from-today',
    does: 'disability_effective_from_date has to be before today.',
    reads: 'Refuses a disability_effective_from_date of today as in the future.',
    change: ({ judgement: { rule: hold } }) => ({
      judgement: {
        rule: (rule, draft, isSound, circumstances) => {
          const isToday = draft.values[rule.field] === circumstances.scene.today;
          const isMeant = rule.field === 'disability_effective_from_date' && rule.name === 'not-in-future';
          return isMeant && isToday && isSound ? [rule] : hold(rule, draft, isSound, circumstances);
        },
      },
    }),
  },
  // Courses, campuses, units
  {
    name: 'lengths-in-bytes',
    does: 'The length of a text is that of its UTF-8.',
    reads:
      'Counts the length of texts in bytes: refuses a course_name of 210 umlauts, and other texts beyond ASCII, as too long.',
    change: ({ judgement: { field: judge } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const found = judge(bound, given, circumstances);
          const { field, checks } = bound;
          const length = checks.find(({ name }) => name === 'length');
          if (field.kind !== 'text' || typeof given.given !== 'string' || !length || found.includes(length))
            return found;
          return Buffer.byteLength(given.given) > field.maxLength ? [length, ...found] : found;
        },
      },
    }),
  },
  {
    name: 'course-of-others',
    does: 'Whether the course of a course on campus exists is looked up among those of all organisations.',
    reads: 'Accepts a course on campus whose courses_uid is that of a course of another organisation.',
    change: ({ judgement: { field: judge } }, { data }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const found = judge(bound, given, circumstances);
          const uid = given.given;
          if (circumstances.kind.family.name !== 'courses-on-campus' || bound.field.name !== 'courses_uid')
            return found;
          const isThere = typeof uid === 'number' && data.store.others('').some((each) => each.has('courses', uid));
          return isThere ? found.filter(({ name }) => name !== 'reference') : found;
        },
      },
    }),
  },
  {
    name: 'false-left-out',
    does: 'What is false is left out where a record is shown.',
    reads: 'Leaves out of reads an indicator that is false, such as course_assurance_indicator.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          return field.kind === 'indicator' && value === false ? undefined : value;
        },
      },
    }),
  },
  {
    name: 'rounded-to-cents',
    does: 'Amounts are rounded to cents when they are read from the request.',
    reads: 'Accepts amounts with three decimals and rounds them to two, rather than refusing them.',
    change: ({ judgement: { field: judge, merge } }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          judge(bound, given, circumstances).filter(({ name }) => name !== 'decimals'),
        merge: (item, circumstances) => {
          const given = withAmounts(item.given, circumstances.kind, (amount) => Math.round(amount * 100) / 100);
          return merge({ ...item, given: new Map(given) }, circumstances);
        },
      },
    }),
  },
  // Unit enrolments
  {
    name: 'listed-where-it-was',
    does: 'The list of the unit enrolments of a student is written when one is created, and not when it is moved.',
    reads:
      'A unit enrolment that a PATCH moves to another student stays in the list of the old one, and does not come into that of the new one.',
    change: ({ keep: { add, replace, remove } }) => {
      const homes = new Map<number, number>();
      return {
        keep: {
          add: (record, kind, circumstances) => {
            add(record, kind, circumstances);
            const student = record.values['students_uid'];
            if (kind.family.name === 'unit-enrolments' && typeof student === 'number') homes.set(record.uid, student);
          },
          replace: (existing, examined, circumstances) => {
            replace(existing, examined, circumstances);
            const home = homes.get(existing.uid);
            const student = examined.values['students_uid'];
            if (home === undefined || typeof student !== 'number') return;
            const table = circumstances.dataset.table('unit-enrolments');
            table.below(student).remove(existing.uid);
            table.below(home).remove(existing.uid);
            table.below(home).add(existing.uid);
          },
          remove: (located, kind) => {
            remove(located, kind);
            const home = homes.get(located.record.uid);
            if (home !== undefined) located.dataset.table('unit-enrolments').below(home).remove(located.record.uid);
          },
        },
      };
    },
  },
];
