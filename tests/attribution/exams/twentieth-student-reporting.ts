/** The questions of the twentieth exam about student-reporting. */
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import type { Exam } from '../exam.ts';

const TAC_OFFERS = 'courses-on-campus-tac-offers';
const UNIT_ENROLMENTS = 'unit-enrolments';

/** As far as the definition is looked at here. */
interface Definition {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: Body } }>>;
}
interface Body {
  readonly content: Readonly<Record<string, { readonly schema: unknown }>>;
}

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // Section 2
  {
    name: 'citizenship-from-today',
    does: 'The column of the citizenship effective-from date has today as its default.',
    reads: "A citizenship that is reported without an effective-from date comes back with today's date.",
    change: ({ keep: { add } }) => ({
      keep: {
        add: (record, kind, circumstances) => {
          const { today } = circumstances.scene;
          const defaults =
            kind.family.name === 'student-citizenships' ? { citizenship_effective_from_date: today } : {};
          add({ ...record, values: { ...defaults, ...record.values } }, kind, circumstances);
        },
      },
    }),
  },
  {
    name: 'newest-disability-unknown',
    does: 'The reference data of disability codes lack the newest code.',
    reads: 'Refuses a valid disability code as not valid.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          bound.field.name === 'disability_code' && given.given === '20'
            ? bound.checks.filter(({ name }) => name === 'code-list')
            : field(bound, given, circumstances),
      },
    }),
  },
  {
    name: 'correlation-id-trimmed',
    does: 'The correlation_id is trimmed before it is looked at.',
    reads: 'Accepts a correlation_id with leading or trailing spaces.',
    change: ({ shape: { correlationId } }) => ({
      shape: { correlationId: (id, place) => correlationId(typeof id === 'string' ? id.trim() : id, place) },
    }),
  },
  // Section 4, TAC offers
  {
    name: 'first-nested-offer-alone',
    does: 'What keeps the TAC offers of a new course on campus takes the first of them.',
    reads: 'Of several TAC offers posted within a course on campus only the first is kept.',
    change: ({ keep: { record } }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const children = examined.children.map((child) =>
            child.member === 'courses_on_campus_tac_offers'
              ? { ...child, examined: child.examined.slice(0, 1) }
              : child,
          );
          return record({ ...examined, children }, circumstances, parent);
        },
      },
    }),
  },
  {
    name: 'old-array-taken',
    does: 'The POST of a TAC offer still takes the old array.',
    reads: 'Accepts an array as the body of a TAC offer POST, where one object is required.',
    change: ({ write: { create } }) => ({
      write: {
        create: (kind, exchange) => {
          const isOld = kind.family.name === TAC_OFFERS && Array.isArray(exchange.body);
          return create(isOld ? { ...kind, form: 'array' } : kind, exchange);
        },
      },
    }),
  },
  // Section 4, pagination
  {
    name: 'no-limit-without-pages',
    does: 'Without pagination the list of unit enrolments has no limit.',
    reads: 'Returns more than 200 unit enrolments when pagination is not enabled.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) =>
          family.name === UNIT_ENROLMENTS && !asked.isEnabled ? list.slice(0, Infinity) : cut(list, asked, family),
      },
    }),
  },
  {
    name: 'deleted-still-listed',
    does: 'Deleted unit enrolments are hidden in the read, but not in the list.',
    reads: 'A deleted unit enrolment is still in the list.',
    change: ({ keep: { remove }, read: { listed, record } }) => {
      const deleted = new Map<number, StoredRecord>();
      return {
        keep: {
          remove: (located, kind) => {
            if (kind.family.name === UNIT_ENROLMENTS) deleted.set(located.record.uid, located.record);
            remove(located, kind);
          },
        },
        read: {
          listed: (kind, exchange) => {
            const there = listed(kind, exchange);
            if (kind.family.name !== UNIT_ENROLMENTS) return there;
            const all = new UidList();
            for (const uid of there) all.add(uid);
            for (const { uid, values } of deleted.values()) {
              if (values['students_uid'] === Number(exchange.parameters[0])) all.add(uid);
            }
            return all;
          },
          record: (uid, table, kind) => record(uid, table, kind) ?? deleted.get(uid),
        },
      };
    },
  },
  // Section 5
  {
    name: 'audience-not-compared',
    does: 'The audience of an access token is not compared.',
    reads: 'Accepts an access token that is for another service.',
    change: () => ({ token: { isForService: () => true } }),
  },
  // Section 9
  {
    name: 'offer-defined-as-array',
    does: 'The published definition was not changed with the body of the TAC offer.',
    reads:
      'The definition still describes the body of the TAC offer POST as an array, while the service takes one object.',
    change: ({ about: { definition } }) => ({
      about: {
        definition: () => {
          const document = definition() as Definition;
          const paths = Object.entries(document.paths).map(([path, item]) => {
            const { post } = item;
            if (!path.endsWith(`/${TAC_OFFERS}`) || !post?.requestBody) return [path, item];
            const media = Object.entries(post.requestBody.content).map(([type, { schema }]) => [
              type,
              { schema: { type: 'array', minItems: 1, items: schema } },
            ]);
            const requestBody = { ...post.requestBody, content: Object.fromEntries(media) as unknown };
            return [path, { ...item, post: { ...post, requestBody } }];
          });
          return { ...document, paths: Object.fromEntries(paths) as unknown };
        },
      },
    }),
  },
];
