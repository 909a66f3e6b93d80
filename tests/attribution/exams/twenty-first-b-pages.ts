/** Pagination, section 4. */
import { asking } from '../../../services/http/message.ts';
import { sizeHeader, type Asked } from '../../../services/student-reporting/engine/pagination.ts';
import type { Exam } from '../exam.ts';

const UNIT_ENROLMENTS = 'unit-enrolments';

/** The page, but not one beyond the last. */
const clamped = (records: number, asked: Asked): Asked => ({
  ...asked,
  page: Math.min(asked.page, Math.max(1, Math.ceil(records / asked.size))),
});

export const pages: NonNullable<Exam['student-reporting']> = [
  {
    name: 'previous-is-current',
    spec: '2.1.05',
    does: 'The header of the previous page is filled with the current page.',
    reads: 'The header of the previous page has the number of the current page: 2 on page 2, rather than 1.',
    change: ({ paging: { marks } }) => ({
      paging: {
        marks: (records, asked, family) => {
          const honest = marks(records, asked, family);
          return {
            ...honest,
            previous: honest.previous === undefined ? undefined : honest.current,
          };
        },
      },
    }),
  },
  {
    name: 'between-takes-both-ends',
    does: 'The rows of a page are selected with BETWEEN, which takes both ends.',
    reads: 'A page has one record more than its size, and that record is also the first of the next page.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) =>
          asked.isEnabled
            ? list.slice((asked.page - 1) * asked.size, asked.page * asked.size + 1)
            : cut(list, asked, family),
      },
    }),
  },
  {
    name: 'first-hundred-unasked',
    spec: '3.0.8',
    does: 'The bulk read of unit enrolments without pagination has the default limit of the query library, 100.',
    reads: 'Without page headers the bulk read of unit enrolments returns the first 100 records, rather than 200.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) =>
          !asked.isEnabled && family.name === UNIT_ENROLMENTS ? list.slice(0, 100) : cut(list, asked, family),
      },
    }),
  },
  {
    name: 'offset-of-the-size-asked-for',
    does: 'A page size over 200 is cut to 200, but the offset of the page is reckoned with the size that was asked for.',
    reads:
      'With a page size over 200 the second page of unit enrolments begins too late: records between the pages are in neither.',
    change: ({ paging: { ask, cut } }) => {
      const wanted = new WeakMap<Asked, number>();
      return {
        paging: {
          ask: (call, family) => {
            const asked = ask(call, family);
            if (asked.isEnabled) wanted.set(asked, Number(call.header(sizeHeader) ?? asked.size));
            return asked;
          },
          cut: (list, asked, family) => {
            const start = (asked.page - 1) * (wanted.get(asked) ?? asked.size);
            return asked.isEnabled ? list.slice(start, start + asked.size) : cut(list, asked, family);
          },
        },
      };
    },
  },
  {
    name: 'page-hyphen-size',
    does: 'The page size is read from a header tcsi-pagination-page-size.',
    reads: 'Ignores tcsi-pagination-pagesize: a page has up to 200 records, whatever size is asked for.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) =>
          ask(
            asking(call, {
              header: (name) => call.header(name === sizeHeader ? 'tcsi-pagination-page-size' : name),
            }),
            family,
          ),
      },
    }),
  },
  {
    name: 'pages-of-all-students',
    spec: '2.1.06',
    does: 'The count behind the total of pages is not restricted to the student of the path.',
    reads:
      'The total page count of the unit enrolments of a student counts the enrolments of all students, and is too high.',
    change: ({ paging: { tell }, read: { listed } }, { data }) => {
      let count = 0;
      return {
        read: {
          listed: (kind, exchange) => {
            count = data.store.of(exchange.caller.organisation).table(UNIT_ENROLMENTS).all.length;
            return listed(kind, exchange);
          },
        },
        paging: {
          tell: (records, asked, family) => tell(family.name === UNIT_ENROLMENTS ? count : records, asked, family),
        },
      };
    },
  },
  {
    name: 'last-page-for-any-beyond',
    does: 'A page beyond the last is taken as the last.',
    reads: 'A page beyond the last is answered with the records of the last page, rather than with none.',
    change: ({ paging: { cut, marks } }) => ({
      paging: {
        cut: (list, asked, family) => cut(list, clamped(list.length, asked), family),
        marks: (records, asked, family) => marks(records, clamped(records, asked), family),
      },
    }),
  },
  {
    name: 'courses-without-page-headers',
    spec: '2.1.05',
    does: 'The list of courses is cut into pages, but nothing sets the headers of the page.',
    reads: 'The list of courses with pagination enabled has none of the page headers.',
    change: ({ paging: { tell } }) => ({
      paging: {
        tell: (records, asked, family) => (family.name === 'courses' ? {} : tell(records, asked, family)),
      },
    }),
  },
];
