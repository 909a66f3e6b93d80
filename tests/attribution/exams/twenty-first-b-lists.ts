/** Lists: what is in them, and how they are made up. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import type { FaultChange, StagesOf } from '../../../services/index.ts';
import { succeeded } from '../../../services/student-reporting/engine/results.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { Values } from '../../../services/model/field.ts';
import type { Exam } from '../exam.ts';

type Stages = StagesOf['student-reporting'];
type Change = FaultChange<Stages>;

/** What a list of one family has as its records, altered. */
const entries =
  (family: string, alter: (records: readonly unknown[]) => unknown): Change =>
  ({ run, read: { shown } }, stages) => ({
    run: {
      [`${family}.list`]: (exchange) => {
        const honest = run[`${family}.list`]?.(exchange) ?? json(500, {});
        if (honest.status !== 200) return honest;
        const kind = stages.model.kind(family);
        const list = stages.read.listed(kind, exchange);
        const page = stages.paging.cut(list, stages.paging.ask(exchange.call, kind.family), kind.family);
        return json(200, succeeded(undefined, alter(shown(page, list, kind, exchange))), honest.headers);
      },
    },
  });

/** A list without the records that do not qualify. */
const filtered =
  (family: string, qualifies: (values: Values, stages: Stages) => boolean): Change =>
  ({ read: { listed } }, stages) => ({
    read: {
      listed: (kind, exchange) => {
        const list = listed(kind, exchange);
        if (kind.family.name !== family) return list;
        const { records } = stages.data.store.of(exchange.caller.organisation).table(family);
        const left = new UidList();
        for (const uid of list) if (qualifies(records.get(uid)?.values ?? {}, stages)) left.add(uid);
        return left;
      },
    },
  });

export const lists: NonNullable<Exam['student-reporting']> = [
  {
    name: 'one-scholarship-is-no-list',
    does: 'The list of Commonwealth scholarships comes through a converter that makes an object of a list of one.',
    reads:
      'The list of Commonwealth scholarships has an object as its result, rather than an array, when there is only one.',
    change: entries('student-commonwealth-scholarships', (records) => (records.length === 1 ? records[0] : records)),
  },
  {
    name: 'no-offers-no-content',
    spec: '2.1.05',
    does: 'The list of TAC offers is answered 204 where it is empty.',
    reads:
      'The list of TAC offers of a course on campus that has none is answered 204 without a body, not 200 with [].',
    change: ({ run }, stages) => ({
      run: {
        'courses-on-campus-tac-offers.list': (exchange) => {
          const { length } = stages.read.listed(stages.model.kind('courses-on-campus-tac-offers'), exchange);
          return length === 0
            ? { status: 204, headers: {} }
            : (run['courses-on-campus-tac-offers.list']?.(exchange) ?? json(500, {}));
        },
      },
    }),
  },
  {
    name: 'citizenships-of-nobody',
    does: 'The list of citizenships is selected by the uid of the student, without a look whether there is one.',
    reads:
      'The list of citizenships of a student who does not exist is answered 200 with an empty list, rather than 404.',
    change: ({ run }) => ({
      run: {
        'student-citizenships.list': (exchange) => {
          try {
            return run['student-citizenships.list']?.(exchange) ?? json(500, {});
          } catch (error) {
            const isNumber = /^[1-9][0-9]{0,15}$/.test(exchange.parameters[0] ?? '');
            if (!(error instanceof GatewayError) || error.status !== 404 || !isNumber) throw error;
            return json(200, succeeded(undefined, []));
          }
        },
      },
    }),
  },
  {
    name: 'listed-for-each-offer',
    does: 'The list of courses on campus is joined with their TAC offers, and has a row for each.',
    reads:
      'A course on campus with several TAC offers is in the list of courses on campus several times, once for each.',
    change: ({ read: { shown } }, stages) => ({
      read: {
        shown: (page, list, kind, exchange) => {
          if (kind.family.name !== 'courses-on-campus') return shown(page, list, kind, exchange);
          const offers = stages.data.store.of(exchange.caller.organisation).table('courses-on-campus-tac-offers');
          const rows = page.flatMap((uid) => Array.from({ length: Math.max(1, offers.below(uid).length) }, () => uid));
          return shown(rows, list, kind, exchange);
        },
      },
    }),
  },
  {
    name: 'courses-listed-without-duration',
    does: 'The list of courses is made of a shorter projection than the single read.',
    reads: 'The list of courses leaves out standard_course_duration, which the single read has.',
    change: ({ read: { list, one }, results: { show } }) => {
      let isList = false;
      return {
        read: {
          list: (kind, exchange) => {
            isList = true;
            return list(kind, exchange);
          },
          one: (kind, exchange) => {
            isList = false;
            return one(kind, exchange);
          },
        },
        results: {
          show: (field, record, kind) =>
            isList && field.name === 'standard_course_duration' ? undefined : show(field, record, kind),
        },
      };
    },
  },
  {
    name: 'enrolments-joined-with-campus',
    spec: '2.1.05',
    does: 'The bulk read of unit enrolments is joined with the campuses by an inner join.',
    reads: 'The bulk read of unit enrolments leaves out those that were reported without campuses_uid.',
    change: filtered('unit-enrolments', (values) => values['campuses_uid'] !== undefined),
  },
  {
    name: 'only-current-disabilities',
    spec: '2.1.06',
    does: 'The list of disabilities is filtered by an effective-to date that has not passed.',
    reads: 'The list of disabilities leaves out those whose disability_effective_to_date has passed.',
    change: filtered('student-disabilities', (values, stages) => {
      const end = values['disability_effective_to_date'];
      return typeof end !== 'string' || end >= stages.judgement.scene().today;
    }),
  },
  {
    name: 'students-in-a-page-object',
    does: 'The list of students gives the page object of the framework as its result.',
    reads: 'The result of the list of students is an object with the students in content, rather than an array.',
    change: entries('students', (content) => ({
      content,
      totalElements: content.length,
      empty: content.length === 0,
    })),
  },
];
