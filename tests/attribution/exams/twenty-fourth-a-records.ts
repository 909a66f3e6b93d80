/** The twenty-fourth exam, second part: lists, pages, records within others, what is kept and for whom. */
import { json } from '../../../services/http/message.ts';
import { keyOf, type Dataset } from '../../../services/student-reporting/engine/store.ts';
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

type Stages = StagesOf['student-reporting'];

/** The data of every organisation. */
const everybody = ({ data }: Pick<Stages, 'data'>): readonly Dataset[] => data.store.others('');

export const records: readonly Question<Stages>[] = [
  {
    // Section 4, rule 3: the next page number and the total page count.
    name: 'full-last-page-has-a-next',
    does: 'Pages are counted as the whole quotient plus one: when the last page is full, there is said to be one more, which is empty.',
    reads: 'Counts one page too many when the last page is full.',
    change: ({ paging }) => ({
      paging: {
        marks: (count, asked, family) => {
          const total = Math.floor(count / asked.size) + 1;
          const next = asked.page < total ? asked.page + 1 : undefined;
          return { ...paging.marks(count, asked, family), total, next };
        },
      },
    }),
  },
  {
    // domain.md 1.4: GET /students/{students_uid}/disabilities; section 4: the bulk read of student disabilities.
    name: 'disabilities-of-every-student-listed',
    does: 'The query lacks its student: the disabilities of all students of the organisation are listed below each of them.',
    reads: 'Lists the disabilities of other students below a student.',
    change: ({ read }, { data }) => ({
      read: {
        listed: (kind, exchange) => {
          const list = read.listed(kind, exchange);
          if (kind.family.name !== 'student-disabilities') return list;
          return data.store.of(exchange.caller.organisation).table(kind.family.name).all;
        },
      },
    }),
  },
  {
    // Section 4: more than one TAC offer can be posted as part of a course-on-campus post.
    name: 'only-first-tac-offer-within-kept',
    spec: '2.1.06',
    does: 'Of the TAC offers within the POST of a course on campus only the first is stored and answered.',
    reads: 'Keeps only the first of several TAC offers that are posted with a course on campus.',
    change: ({ keep }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const children = examined.children.map(({ member, examined: all }) => ({
            member,
            examined: all.slice(0, 1),
          }));
          const isMeant = examined.kind.family.name === 'courses-on-campus';
          return keep.record(isMeant ? { ...examined, children } : examined, circumstances, parent);
        },
      },
    }),
  },
  {
    // domain.md 1.4: PATCH /courses/{courses_uid} is partial.
    name: 'course-patch-clears-end-date',
    does: 'The PATCH of a course writes course_effective_to_date whether it was sent or not: without it, the date is cleared.',
    reads: 'Clears course_effective_to_date of a course when a PATCH does not mention it.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          const { kind, existing } = circumstances;
          if (kind.family.name !== 'courses' || !existing || item.given.has('course_effective_to_date')) return values;
          const { course_effective_to_date: _cleared, ...others } = values;
          return others;
        },
      },
    }),
  },
  {
    // domain.md 1.9: changing key fields takes a deletion and a new creation of the unit enrolment.
    name: 'deleted-enrolment-bars-its-successor',
    does: 'A deleted unit enrolment keeps its place in the unique index: the same one cannot be posted again.',
    reads: 'Refuses a unit enrolment as already reported though the earlier one has been deleted.',
    change: ({ keep, judgement }) => {
      const gone = new WeakMap<Dataset, Set<string>>();
      return {
        keep: {
          remove: (located, kind) => {
            keep.remove(located, kind);
            if (kind.family.name !== 'unit-enrolments') return;
            const keys = gone.get(located.dataset) ?? new Set();
            for (const unique of kind.family.unique ?? []) keys.add(keyOf(unique, located.record));
            gone.set(located.dataset, keys);
          },
        },
        judgement: {
          isTaken: (unique, values, circumstances) =>
            judgement.isTaken(unique, values, circumstances) ||
            (circumstances.kind.family.name === 'unit-enrolments' &&
              gone.get(circumstances.dataset)?.has(keyOf(unique, { parent: 0, values })) === true),
        },
      };
    },
  },
  {
    // domain.md 1.4: PATCH /courses/{courses_uid}; 1.6, 10198: reported by another course.
    name: 'own-course-code-taken',
    spec: '2.1.05',
    does: 'The search for a course_code on PATCH finds the course itself: its own code, sent again, is refused as already reported.',
    reads: 'Refuses the PATCH of a course that sends its course_code unchanged, as already reported.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = judgement.field(bound, given, circumstances);
          const { kind, existing } = circumstances;
          const isMeant = kind.family.name === 'courses' && bound.field.name === 'course_code';
          if (!isMeant || given.given === undefined || given.given !== existing?.values['course_code']) return reasons;
          return [...reasons, { name: 'unique', digits: '10198', text: 'is already reported' }];
        },
      },
    }),
  },
  {
    // domain.md 1.4: the provider's student number; 1.6, 10045.
    name: 'student-number-unique-over-all-organisations',
    does: 'The unique index on student_identification_code lacks the organisation: a number that another organisation uses is refused.',
    reads: 'Refuses a student_identification_code because another organisation has it.',
    change: ({ judgement }, stages) => ({
      judgement: {
        isTaken: (unique, values, circumstances) =>
          judgement.isTaken(unique, values, circumstances) ||
          (circumstances.kind.family.name === 'students' &&
            everybody(stages).some(
              (dataset) =>
                dataset !== circumstances.dataset &&
                dataset.table('students').holder(keyOf(unique, { parent: 0, values })) !== undefined,
            )),
      },
    }),
  },
  {
    // domain.md 1.6, 10054 and 10839: the student is not found, is invalid for the provider.
    name: 'loan-for-student-of-another-organisation',
    does: 'The existence of the student of a loan is looked up without the organisation: that of another one is accepted.',
    reads: 'Accepts a loan for a student of another organisation.',
    change: ({ judgement }, stages) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = judgement.field(bound, given, circumstances);
          const isMeant = circumstances.kind.family.name === 'loans' && bound.field.name === 'students_uid';
          const uid = given.given;
          if (!isMeant || typeof uid !== 'number') return reasons;
          return everybody(stages).some((dataset) => dataset.has('students', uid)) ? [] : reasons;
        },
      },
    }),
  },
  {
    // domain.md 1.5: success is said for each item of an array; 1.6: what is fatal is not stored.
    name: 'sound-items-rolled-back-with-a-bad-one',
    does: 'One transaction holds all items of a POST: when one is refused, the others are answered as stored and rolled back.',
    reads: 'Does not keep the accepted items of a POST when another item in it is refused.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          const created = write.items(items, circumstances);
          const { dataset, kind } = circumstances;
          if (created.uids.length === created.results.length) return created;
          for (const uid of created.uids) {
            const record = dataset.table(kind.family.name).records.get(uid);
            if (record) dataset.remove(record, kind);
          }
          return created;
        },
      },
    }),
  },
  {
    // Section 4, rule 5: unit enrolments is the only endpoint with enforced pagination.
    name: 'student-list-stops-at-a-hundred',
    does: 'The query for the list of students has a limit of 100: later ones cannot be listed.',
    reads: 'Lists no more than the first 100 students.',
    change: ({ paging }) => ({
      paging: {
        cut: (list, asked, family) => {
          const page = paging.cut(list, asked, family);
          return family.name === 'students' ? page.slice(0, 100) : page;
        },
      },
    }),
  },
  {
    // Section 7: the POST is accepted with the warning; domain.md 1.6: WARNING is stored.
    name: 'student-with-warning-not-stored',
    does: 'A warning rolls the transaction back as an error does: the student is answered as accepted, with a uid, and not stored.',
    reads: 'Does not keep a student that was accepted with a warning.',
    change: ({ write }) => ({
      write: {
        item: (item, circumstances, index) => {
          const created = write.item(item, circumstances, index);
          const { dataset, kind } = circumstances;
          const [result] = created.results;
          const record = dataset.table(kind.family.name).records.get(created.uids[0] ?? 0);
          if (kind.family.name === 'students' && result?.messages && record) dataset.remove(record, kind);
          return created;
        },
      },
    }),
  },
  {
    // domain.md 1.4: the list of citizenships is a list, as all are.
    name: 'list-of-one-unwrapped',
    does: 'A list that has a single record is sent as that record, without the array around it.',
    reads: 'Sends a list of one record as an object, not as an array.',
    change: ({ read }) => ({
      read: {
        list: (kind, exchange) => {
          const reply = read.list(kind, exchange);
          const { result, ...others } = JSON.parse(reply.body ?? '') as { readonly result: readonly unknown[] };
          return result.length === 1 ? json(200, { ...others, result: result[0] }, reply.headers) : reply;
        },
      },
    }),
  },
];
