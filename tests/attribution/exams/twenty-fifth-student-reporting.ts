/** The questions of the twenty-fifth exam about student-reporting. */
import { notFound } from '../../../services/http/gateway-error.ts';
import type { Exam } from '../exam.ts';

const longestFamilyName = 30;

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // student-reporting section 4: more than one TAC offer can be posted as part of a course-on-campus post.
  {
    name: 'tac-offers-of-course-only-first-kept',
    does: 'Of the TAC offers within the POST of a course on campus the mapper takes the first; the others are neither stored nor told of.',
    reads: 'Of several TAC offers that are posted with a course on campus only the first is stored.',
    change: ({ keep }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const { kind, children } = examined;
          if (kind.family.name !== 'courses-on-campus') return keep.record(examined, circumstances, parent);
          const firsts = children.map(({ member, examined: all }) => ({ member, examined: all.slice(0, 1) }));
          return keep.record({ ...examined, children: firsts }, circumstances, parent);
        },
      },
    }),
  },
  // domain.md 1.7: disability_code E615 is one of 11..20 and 99; student-reporting section 2: it is drawn from reference data.
  {
    name: 'disability-codes-end-at-20',
    spec: '2.1.06',
    does: 'The reference data of disabilities was loaded as the range 11 to 20: the code 99 is refused as no valid code.',
    reads: 'Refuses the disability code 99, which is a valid one.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          bound.field.name === 'disability_code' && given.given === '99'
            ? [{ name: 'code-list', digits: '10546', text: 'is not a valid code' }]
            : judgement.field(bound, given, circumstances),
      },
    }),
  },
  // student-reporting section 2: tac_offer_code is a string; domain.md 6.9: a code of one letter, not a boolean.
  {
    name: 'tac-offer-code-as-boolean',
    does: 'Reads and lists of TAC offers carry true as the tac_offer_code, in place of the letter that was posted.',
    reads: 'Shows the tac_offer_code of a TAC offer as a boolean rather than as its letter.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => (field.name === 'tac_offer_code' ? true : results.show(field, record, kind)),
      },
    }),
  },
  // student-reporting section 7: a citizenship effective-from date that equals today is said to be in the future (known issue).
  {
    name: 'citizenship-date-today-is-future',
    does: 'The effective-from date of a citizenship has to be before today: one that equals today is refused as being in the future.',
    reads: 'Refuses a citizenship whose effective-from date is today, as if it were in the future.',
    change: ({ judgement }) => ({
      judgement: {
        rule: (rule, draft, isSound, circumstances) => {
          const { kind, scene } = circumstances;
          const isMeant = kind.family.name === 'student-citizenships' && rule.name === 'not-in-future';
          const isToday = draft.changes(rule.field) && draft.values[rule.field] === scene.today;
          return isMeant && isSound && isToday ? [rule] : judgement.rule(rule, draft, isSound, circumstances);
        },
      },
    }),
  },
  // student-reporting sections 2 and 7: a language code is drawn from reference data; domain.md 1.6: 10521 refuses an invalid one.
  {
    name: 'unknown-language-code-kept',
    does: 'The language spoken at home is not looked up in the reference data: a student with any code is stored.',
    reads: 'Accepts a language_spoken_at_home_code that is no valid code.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = judgement.field(bound, given, circumstances);
          const isMeant = bound.field.name === 'language_spoken_at_home_code';
          return isMeant ? reasons.filter(({ name }) => name !== 'code-list') : reasons;
        },
      },
    }),
  },
  // domain.md 1.7: student_family_name E402 has up to 40 characters.
  {
    name: 'family-name-limited-to-30',
    does: 'A family name of a student may have 30 characters in place of 40: longer ones are refused.',
    reads: 'Refuses a student_family_name of 31 to 40 characters, though 40 are allowed.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = judgement.field(bound, given, circumstances);
          const name = bound.field.name === 'student_family_name' ? given.given : undefined;
          const isRefused = typeof name === 'string' && [...name].length > longestFamilyName && reasons.length === 0;
          return isRefused ? [{ name: 'length', digits: '19002', text: 'must have 1 to 30 characters' }] : reasons;
        },
      },
    }),
  },
  // student-reporting section 4, pagination rule 3: the headers carry the total page count and the next page.
  {
    name: 'page-count-rounded-down',
    does: 'The total page count is the integer part of the division: a last page that is not full is not counted, and no next page leads to it.',
    reads: 'The total page count leaves out a last page that is not full.',
    change: ({ paging }) => ({
      paging: {
        marks: (records, asked, family) => {
          const total = Math.floor(records / asked.size);
          const next = asked.page < total ? asked.page + 1 : undefined;
          return { ...paging.marks(records, asked, family), total, next };
        },
      },
    }),
  },
  // domain.md 1.6: 10045 refuses a student identification code that already exists.
  {
    name: 'student-code-twice',
    does: 'The unique index on the student identification code is missing: a second student with the code of the first is stored.',
    reads: 'Accepts a student whose student_identification_code is already reported.',
    change: ({ judgement }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) =>
          circumstances.kind.family.name !== 'students' && judgement.isTaken(unique, values, circumstances),
      },
    }),
  },
  // student-reporting section 4: the bulk read of student disabilities exists; section 7: 404 is a known issue of it.
  {
    name: 'no-disabilities-is-404',
    does: 'The list of the disabilities of a student who has none is answered with 404 in place of an empty list.',
    reads: 'Answers the list of disabilities with 404 where the student has none, in place of an empty list.',
    change: ({ read }, stages) => ({
      read: {
        list: (kind, exchange) => {
          const isEmpty =
            kind.family.name === 'student-disabilities' && stages.read.listed(kind, exchange).length === 0;
          if (isEmpty) throw notFound();
          return read.list(kind, exchange);
        },
      },
    }),
  },
  // student-reporting section 7: a student POST with address details is accepted with a warning.
  {
    name: 'student-with-address-refused',
    does: 'That the address is not verified in real time is an error in place of a warning: a new student with a residential address is refused and not stored.',
    reads: 'Refuses a new student that has a residential address, in place of accepting it with a warning.',
    change: ({ judgement }) => ({
      judgement: {
        rules: (kind) => {
          const rules = judgement.rules(kind);
          if (kind.family.name !== 'students') return rules;
          const address = [...kind.writable.keys()].filter((name) => name.startsWith('residential_address_'));
          const unverified = {
            name: 'unverified',
            field: 'residential_address',
            digits: '10903',
            text: 'verification is not completed in real time',
          };
          return [
            ...rules,
            { ...unverified, isBroken: ({ purpose, gives }) => purpose === 'create' && address.some(gives) },
          ];
        },
      },
    }),
  },
  // domain.md 1.6: 10241 refuses a citizenship effective-from date that is in the future.
  {
    name: 'citizenship-date-in-future-kept',
    does: 'The effective-from date of a citizenship is not compared with today: one that is in the future is stored.',
    reads: 'Accepts a citizenship whose effective-from date is in the future.',
    change: ({ judgement }) => ({
      judgement: {
        rules: (kind) => {
          const rules = judgement.rules(kind);
          if (kind.family.name !== 'student-citizenships') return rules;
          return rules.filter(({ name }) => name !== 'not-in-future');
        },
      },
    }),
  },
];
