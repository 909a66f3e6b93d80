/** The questions of the twenty-first exam, third part, about writing what stands below a student. */
import { uidOf } from '../../../services/student-reporting/engine/locate.ts';
import { isLater } from '../../../services/student-reporting/rules/dates.ts';
import type { Exam } from '../exam.ts';

const CITIZENSHIPS = 'student-citizenships';
const DISABILITIES = 'student-disabilities';
const ADDRESS = 'student-first-reported-address';
const SCHOLARSHIPS = 'student-commonwealth-scholarships';
const FROM = 'citizenship_effective_from_date';
const POSTCODE = 'first_reported_address_postcode';

export const belowStudents: NonNullable<Exam['student-reporting']> = [
  // Citizenships
  {
    name: 'citizenship-of-the-same-day',
    does: 'A citizenship is refused where it is from before one already reported; "on or before" was meant.',
    reads: 'Accepts a citizenship from the same day as one that is already reported for the student.',
    change: ({ judgement: { rule } }) => ({
      judgement: {
        rule: (of, draft, isSound, circumstances) => {
          if (of.name !== 'after-existing') return rule(of, draft, isSound, circumstances);
          const isBroken: typeof of.isBroken = ({ values, changes, siblings }) =>
            changes(FROM) && [...siblings()].some((sibling) => isLater(sibling[FROM], values[FROM]));
          return rule({ ...of, isBroken }, draft, isSound, circumstances);
        },
      },
    }),
  },
  {
    name: 'citizen-from-birth-refused',
    does: 'A citizenship has to be from after the date of birth; "not before" was meant.',
    reads: 'Refuses a citizenship that is from the very date of birth of the student.',
    change: ({ judgement: { rule } }) => ({
      judgement: {
        rule: (of, draft, isSound, circumstances) => {
          if (of.name !== 'not-before-birth') return rule(of, draft, isSound, circumstances);
          const isBroken: typeof of.isBroken = ({ values, changes, parent }) =>
            changes(FROM) && values[FROM] !== undefined && !isLater(values[FROM], parent['date_of_birth']);
          return rule({ ...of, isBroken }, draft, isSound, circumstances);
        },
      },
    }),
  },
  {
    name: 'refused-patch-is-success',
    does: 'What answers the PATCH of a citizenship says success true, also where there are errors.',
    reads:
      'A PATCH of a citizenship that is refused answers success true beside the errors, rather than success false.',
    change: ({ keep: { refuse } }) => ({
      keep: {
        refuse: (examined, circumstances) => ({
          ...refuse(examined, circumstances),
          success: examined.kind.family.name === CITIZENSHIPS && circumstances.existing !== undefined,
        }),
      },
    }),
  },
  {
    name: 'dates-of-the-extract',
    spec: '2.1.05',
    does: 'The date of a citizenship is shown as the data extract has it, with day and month before the year.',
    reads: 'citizenship_effective_from_date comes back as DD/MM/YYYY, rather than as the YYYY-MM-DD that was sent.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          return field.name === FROM && typeof value === 'string' ? value.split('-').reverse().join('/') : value;
        },
      },
    }),
  },
  // Disabilities
  {
    name: 'patched-end-before-stored-start',
    does: 'A PATCH of a disability compares its two dates only where it gives both.',
    reads:
      'A PATCH that gives only disability_effective_to_date may set it before the disability_effective_from_date that is stored.',
    change: ({ judgement: { rule } }) => ({
      judgement: {
        rule: (of, draft, isSound, circumstances) => {
          const { start } = of;
          const isIt = circumstances.kind.family.name === DISABILITIES && draft.purpose === 'update';
          if (isIt && start !== undefined && !(draft.gives(start) && draft.gives(of.field))) return [];
          return rule(of, draft, isSound, circumstances);
        },
      },
    }),
  },
  {
    name: 'location-without-the-student',
    does: 'The Location of a new disability lacks the path of its student.',
    reads:
      'The Location of a new disability is /disabilities/{uid}, which leads nowhere: it lacks /students/{students_uid}.',
    change: ({ write: { location } }) => ({
      write: {
        location: (uid, circumstances) =>
          circumstances.kind.family.name === DISABILITIES
            ? { location: `/disabilities/${String(uid)}` }
            : location(uid, circumstances),
      },
    }),
  },
  // First reported address
  {
    name: 'deleted-address-still-there',
    does: 'The DELETE of a first reported address answers success and is never committed.',
    reads: 'A DELETE of the first reported address answers success, but the address can still be read afterwards.',
    change: ({ keep: { remove } }) => ({
      keep: {
        remove: (located, kind) => {
          if (kind.family.name !== ADDRESS) remove(located, kind);
        },
      },
    }),
  },
  {
    name: 'postcode-not-patched',
    does: 'The list of members that a PATCH of a first reported address may change lacks the postcode.',
    reads:
      'A PATCH of the first reported address answers success, but does not change first_reported_address_postcode.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          if (circumstances.kind.family.name !== ADDRESS || !circumstances.existing) return merge(item, circumstances);
          const given = new Map([...item.given].filter(([name]) => name !== POSTCODE));
          return merge({ ...item, given }, circumstances);
        },
      },
    }),
  },
  // Commonwealth scholarships
  {
    name: 'period-reset-by-patch',
    spec: '2.1.06',
    does: 'What reads the PATCH of a scholarship has 1 as the default of the reporting period.',
    reads: 'A PATCH of a Commonwealth scholarship that does not give reporting_period sets it to 1.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const isPatch = circumstances.kind.family.name === SCHOLARSHIPS && circumstances.existing !== undefined;
          const defaults = new Map(isPatch ? [['reporting_period', '1']] : []);
          return merge({ ...item, given: new Map([...defaults, ...item.given]) }, circumstances);
        },
      },
    }),
  },
  {
    name: 'scholarship-of-nobody',
    does: 'The POST of a scholarship does not look up the student of its path.',
    reads: 'Accepts a Commonwealth scholarship for a student who does not exist, rather than answering 404.',
    change: ({ locate: { parent } }, { data }) => ({
      locate: {
        parent: (kind, exchange) => {
          if (kind.family.name !== SCHOLARSHIPS || exchange.call.method !== 'POST') return parent(kind, exchange);
          const uid = uidOf(exchange.parameters[0]);
          const { records } = data.store.of(exchange.caller.organisation).table('students');
          return records.get(uid) ?? { uid, parent: 0, values: {} };
        },
      },
    }),
  },
];
