/** The questions of the twenty-first exam, third part, about writing courses, campuses and units of study. */
import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../../services/http/gateway-error.ts';
import type { Call } from '../../../services/http/message.ts';
import type { Dataset } from '../../../services/student-reporting/engine/store.ts';
import type { Exam } from '../exam.ts';

const COURSES = 'courses';
const COURSES_OF_STUDY = 'courses-of-study';
const CAMPUSES = 'campuses';
const COURSES_ON_CAMPUS = 'courses-on-campus';
const TAC_OFFERS = 'courses-on-campus-tac-offers';
const UNITS = 'units-of-study';
const LOCATION_CODE = 'delivery_location_code';

export const curriculum: NonNullable<Exam['student-reporting']> = [
  // Courses
  {
    name: 'uid-of-the-last',
    does: 'The results of a POST of several courses are written after all are stored, each with the uid that came last.',
    reads: 'Every result of a POST of several courses carries the courses_uid of the last course.',
    change: ({ write: { items } }) => ({
      write: {
        items: (all, circumstances) => {
          const { results, uids } = items(all, circumstances);
          if (circumstances.kind.family.name !== COURSES) return { results, uids };
          const last = { courses_uid: uids.at(-1) };
          return {
            uids,
            results: results.map((each) =>
              each.success === true ? { ...each, result: Object.assign({}, each.result, last) } : each,
            ),
          };
        },
      },
    }),
  },
  {
    name: 'course-of-others-patched',
    does: 'A PATCH finds a course by its uid, whichever organisation it belongs to.',
    reads: 'An organisation can change a course of another organisation by PATCH, rather than getting 404.',
    change: ({ locate: { record } }, { data, locate }) => ({
      locate: {
        record: (kind, exchange) => {
          const others = data.store.others(exchange.caller.organisation);
          const isIt = kind.family.name === COURSES && exchange.call.method === 'PATCH';
          const theirs = isIt ? others.map((dataset) => locate.within(dataset, kind, exchange)) : [];
          return theirs.find((found) => found !== undefined) ?? record(kind, exchange);
        },
      },
    }),
  },
  // Courses of study
  {
    name: 'false-is-none',
    does: 'An indicator of a course of study that is false is taken for one that is not given.',
    reads: 'Does not store a combined_course_of_study_indicator of false.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          if (circumstances.kind.family.name !== COURSES_OF_STUDY) return merge(item, circumstances);
          const given = new Map([...item.given].filter(([, value]) => value !== false));
          return merge({ ...item, given }, circumstances);
        },
      },
    }),
  },
  {
    name: 'third-decimal-rounded',
    does: 'The load of a course of study is rounded to two decimals, where more should be refused.',
    reads:
      'Accepts a course_of_study_load with three decimals in a course of study and rounds it, rather than refusing it.',
    change: ({ judgement: { merge, field } }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          field(bound, given, circumstances).filter(
            ({ name }) => name !== 'decimals' || circumstances.kind.family.name !== COURSES_OF_STUDY,
          ),
        merge: (item, circumstances) => {
          const values = merge(item, circumstances);
          const load = values['course_of_study_load'];
          if (circumstances.kind.family.name !== COURSES_OF_STUDY || typeof load !== 'number') return values;
          return { ...values, course_of_study_load: Math.round(load * 100) / 100 };
        },
      },
    }),
  },
  // Campuses
  {
    name: 'unchanged-campus-not-found',
    does: 'A PATCH of a campus that changes no row is taken for one of a campus that does not exist.',
    reads: 'Answers 404 to a PATCH that gives a campus the values that it has already.',
    change: ({ keep: { replace } }) => ({
      keep: {
        replace: (existing, examined, circumstances) => {
          const isUnchanged = isDeepStrictEqual(existing.values, examined.values);
          if (examined.kind.family.name === CAMPUSES && isUnchanged) throw notFound();
          replace(existing, examined, circumstances);
        },
      },
    }),
  },
  {
    name: 'code-of-a-deleted-campus',
    does: 'A campus that is deleted is marked as such and still counts where its code is to be the only one.',
    reads: 'Refuses as already reported the delivery_location_code of a campus that has been deleted.',
    change: ({ keep: { remove }, judgement: { isTaken } }) => {
      const deleted = new WeakMap<Dataset, Set<unknown>>();
      return {
        keep: {
          remove: (located, kind) => {
            remove(located, kind);
            if (kind.family.name !== CAMPUSES) return;
            const codes = deleted.get(located.dataset) ?? new Set();
            deleted.set(located.dataset, codes.add(located.record.values[LOCATION_CODE]));
          },
        },
        judgement: {
          isTaken: (unique, values, circumstances) =>
            isTaken(unique, values, circumstances) ||
            (circumstances.kind.family.name === CAMPUSES &&
              deleted.get(circumstances.dataset)?.has(values[LOCATION_CODE]) === true),
        },
      };
    },
  },
  {
    name: 'two-campuses-at-once',
    does: 'Whether a campus is already reported is looked up when its POST comes in, and it is stored some milliseconds later.',
    reads: 'Two POSTs of one delivery_location_code at the same time are both accepted.',
    change: ({ gateway: { read }, keep: { uid }, judgement: { isTaken }, run }, _stages, { sleep }) => {
      const cameAfter = new WeakMap<Call, number>();
      let last = 0;
      let seen = Infinity;
      return {
        gateway: {
          read: async (call) => {
            cameAfter.set(call, last);
            if (call.method === 'POST' && call.path === '/campuses') await sleep(30);
            return read(call);
          },
        },
        keep: { uid: () => (last = uid()) },
        judgement: {
          isTaken: (unique, values, circumstances) => {
            const { records } = circumstances.dataset.table(CAMPUSES);
            const isLate = [...records.values()].some(
              (other) => other.uid > seen && other.values[LOCATION_CODE] === values[LOCATION_CODE],
            );
            return !isLate && isTaken(unique, values, circumstances);
          },
        },
        run: {
          'campuses.create': (exchange) => {
            seen = cameAfter.get(exchange.call) ?? Infinity;
            try {
              const create = run['campuses.create'];
              if (!create) throw notFound();
              return create(exchange);
            } finally {
              seen = Infinity;
            }
          },
        },
      };
    },
  },
  // Courses on campus
  {
    name: 'campus-not-looked-up',
    does: 'Of the two references of a course on campus only that to the course is looked up.',
    reads: 'Accepts a course on campus with a campuses_uid that no campus has.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          field(bound, given, circumstances).filter(
            ({ name }) =>
              name !== 'reference' ||
              bound.field.name !== 'campuses_uid' ||
              circumstances.kind.family.name !== COURSES_ON_CAMPUS,
          ),
      },
    }),
  },
  {
    name: 'compared-with-itself',
    does: 'A PATCH of a course on campus is compared with all that are reported, itself among them.',
    reads: 'Refuses a PATCH of a course on campus as already reported: it is compared with itself.',
    change: ({ judgement: { isTaken } }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) => {
          const { existing, ...others } = circumstances;
          const isIt = existing !== undefined && circumstances.kind.family.name === COURSES_ON_CAMPUS;
          return isTaken(unique, values, isIt ? others : circumstances);
        },
      },
    }),
  },
  {
    name: 'offers-within-unknown',
    spec: '2.1.06',
    does: 'When TAC offers became single objects, their list was taken out of the body of a course on campus as well.',
    reads: 'Refuses courses_on_campus_tac_offers within the POST of a course on campus as an unknown member.',
    change: ({ shape: { read } }) => ({
      shape: {
        read: (body, kind, purpose, form) =>
          read(body, kind.family.name === COURSES_ON_CAMPUS ? { ...kind, nested: new Map() } : kind, purpose, form),
      },
    }),
  },
  // TAC offers
  {
    name: 'offer-code-once-for-all',
    does: 'The unique index of TAC offers has the code alone, and not the course on campus.',
    reads: 'Refuses a tac_offer_code as already reported because another course on campus has it.',
    change: ({ judgement: { isTaken } }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) => {
          if (isTaken(unique, values, circumstances)) return true;
          if (circumstances.kind.family.name !== TAC_OFFERS) return false;
          const { records } = circumstances.dataset.table(TAC_OFFERS);
          return [...records.values()].some((other) => other.values['tac_offer_code'] === values['tac_offer_code']);
        },
      },
    }),
  },
  {
    name: 'one-result-for-an-array',
    spec: '2.1.05',
    does: 'The POST of an array of TAC offers is answered with the result of the first alone, as one object.',
    reads: 'Answers an array of TAC offers with one object, rather than an array with the result of each.',
    change: ({ write: { create } }) => ({
      write: {
        create: (kind, exchange) => {
          const reply = create(kind, exchange);
          if (kind.family.name !== TAC_OFFERS) return reply;
          const [first] = JSON.parse(reply.body ?? '[]') as unknown[];
          return { ...reply, body: JSON.stringify(first) };
        },
      },
    }),
  },
  // Units of study
  {
    name: 'discipline-code-a-number',
    does: 'The discipline code is kept in a column of numbers.',
    reads: 'The discipline_code of a unit of study loses its leading zeros: "010101" comes back as "10101".',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = merge(item, circumstances);
          const code = values['discipline_code'];
          if (circumstances.kind.family.name !== UNITS || typeof code !== 'string') return values;
          return { ...values, discipline_code: code.replace(/^0+(?=\d)/, '') };
        },
      },
    }),
  },
  {
    name: 'end-of-a-new-unit-lost',
    spec: '3.0.8',
    does: 'The INSERT of a unit of study lacks its effective-to date; the UPDATE has it.',
    reads: 'Does not store unit_of_study_effective_to_date when a unit of study is created.',
    change: ({ keep: { add } }) => ({
      keep: {
        add: (record, kind, circumstances) => {
          if (kind.family.name !== UNITS) {
            add(record, kind, circumstances);
            return;
          }
          const { unit_of_study_effective_to_date: _lost, ...values } = record.values;
          add({ ...record, values }, kind, circumstances);
        },
      },
    }),
  },
];
