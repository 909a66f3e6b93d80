/** The questions of the eighteenth exam about student-reporting. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { behind, type Exam } from '../exam.ts';

const TAC_OFFERS = 'courses-on-campus-tac-offers';

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // Section 4, TAC offers
  {
    name: 'offer-of-no-course',
    does: 'The POST of a TAC offer does not look whether there is such a course on campus.',
    reads: 'POST of a TAC offer for a course on campus that does not exist is answered 201, rather than 404.',
    change: ({ locate: { parent } }) => ({
      locate: {
        parent: (kind, exchange) => {
          try {
            return parent(kind, exchange);
          } catch (error) {
            const uid = Number(exchange.parameters[0]);
            const isPassedOver = kind.family.name === TAC_OFFERS && exchange.call.method === 'POST';
            if (!(error instanceof GatewayError) || !isPassedOver || !Number.isSafeInteger(uid)) throw error;
            return { uid, parent: 0, values: {} };
          }
        },
      },
    }),
  },
  {
    name: 'offer-located-at-the-root',
    does: 'The Location of a new TAC offer leaves out the course on campus that it stands below.',
    reads:
      'Sends a Location for a new TAC offer that leads to nothing: /courses-on-campus-tac-offers/{uid}, without its course on campus, is answered 404.',
    change: ({ write: { location } }) => ({
      write: {
        location: (uid, circumstances) =>
          circumstances.kind.family.name === TAC_OFFERS
            ? { location: `/${TAC_OFFERS}/${String(uid)}` }
            : location(uid, circumstances),
      },
    }),
  },
  // Section 4, the bulk read of disabilities
  {
    name: 'disabilities-of-all',
    does: 'The list of the disabilities of a student does not filter by the student.',
    reads: 'The list of the disabilities of a student also has the disabilities of other students.',
    change: ({ read: { listed } }, { data: { store } }) => ({
      read: {
        listed: (kind, exchange) => {
          const own = listed(kind, exchange);
          const { name } = kind.family;
          return name === 'student-disabilities' ? store.of(exchange.caller.organisation).table(name).all : own;
        },
      },
    }),
  },
  // Section 4, pagination
  {
    name: 'larger-pages-granted',
    does: 'A page of unit enrolments may have up to 1000 records, as those of the other families.',
    reads: 'Gives more than 200 unit enrolments in one page, where a greater page size is asked for.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) =>
          ask(call, { ...family, ...(family.paging ? { paging: { ...family.paging, maxSize: 1000 } } : {}) }),
      },
    }),
  },
  {
    name: 'one-page-too-many',
    does: 'The number of pages is the quotient rounded down, plus one.',
    reads:
      'Tells a total page count that is one too high where the records fill the pages exactly, and a next page that has nothing.',
    change: ({ paging: { marks } }) => ({
      paging: {
        marks: (records, asked, family) => {
          const total = Math.floor(records / asked.size) + 1;
          const next = asked.page < total ? asked.page + 1 : undefined;
          return { ...marks(records, asked, family), total, next };
        },
      },
    }),
  },
  {
    name: 'pages-from-zero',
    does: 'The page numbers of the response headers count from zero, those of the request from one.',
    reads: 'Tells page numbers one too low in the response headers: the first page is told as page 0.',
    change: ({ paging: { marks } }) => ({
      paging: {
        marks: (records, asked, family) => {
          const { current, total, next, previous } = marks(records, asked, family);
          const less = (page: number | undefined): number | undefined => (page === undefined ? page : page - 1);
          return { current: less(current), total, next: less(next), previous: less(previous) };
        },
      },
    }),
  },
  {
    name: 'page-begins-one-early',
    does: 'From the second page on, a page begins one record too early.',
    reads: 'The second page of a list begins with the last record of the first: a record is sent twice.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) => {
          const start = (asked.page - 1) * asked.size - 1;
          return asked.isEnabled && asked.page > 1 ? list.slice(start, start + asked.size) : cut(list, asked, family);
        },
      },
    }),
  },
  // Section 5
  {
    name: 'to-the-login-page',
    does: 'What is not signed in is sent to a login page.',
    reads: 'Redirects a request without a valid access token with 302 to a login page, rather than answering 401.',
    change: behind(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (reply.status !== 401) return reply;
      return { status: 302, headers: { location: 'https://identity.example/login', 'cache-control': 'no-store' } };
    }),
  },
  // Section 7
  {
    name: 'student-with-tfn-not-kept',
    does: 'A student with a TFN waits for its verification before it is kept, and that never comes.',
    reads:
      'A student that is posted with a tfn is accepted with a uid and a warning, but is not kept: reading it is answered 404.',
    change: ({ keep: { add } }) => ({
      keep: {
        add: (record, kind, circumstances) => {
          const isWaiting = kind.family.name === 'students' && record.values['tfn'] !== undefined;
          if (!isWaiting) add(record, kind, circumstances);
        },
      },
    }),
  },
  {
    name: 'chessn-warned-of-with-tfn',
    does: 'What warns of a CHESSN stands inside the condition that there is a TFN.',
    reads:
      'A student that is posted with a chessn, but without a tfn, is accepted without the warning about its chessn.',
    change: ({ judgement: { warnings } }) => ({
      judgement: {
        warnings: (draft, circumstances) =>
          warnings(draft, circumstances).filter(({ field }) => field !== 'chessn' || draft.gives('tfn')),
      },
    }),
  },
  {
    name: 'errors-as-plain-text',
    does: 'Errors are declared as text/plain, though they are JSON.',
    reads: 'Sends its errors with the Content-Type text/plain, although the body is JSON.',
    change: ({ gateway: { refuse } }) => ({
      gateway: {
        refuse: (error) => {
          const reply = refuse(error);
          return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain; charset=utf-8' } };
        },
      },
    }),
  },
];
