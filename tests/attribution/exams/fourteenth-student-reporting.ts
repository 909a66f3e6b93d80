/** What student-reporting gets wrong in the fourteenth exam; the numbers are those of its searches. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Call } from '../../../services/http/message.ts';
import type { FaultChange, StagesOf } from '../../../services/index.ts';
import { keyOf } from '../../../services/student-reporting/engine/store.ts';
import type { Exam } from '../exam.ts';

type Change = FaultChange<StagesOf['student-reporting']>;

/** What the framework tolerates of clocks that disagree: 300, meant as seconds. */
const tolerance = 300;
const minute = 60;
const day = 86_400_000;

/** How long what meets is under way, in milliseconds. */
const underWay = 5;

/** Whether a POST to paths of this end finds its key taken is looked up as the records were when it came. */
const lookedUpAtArrival =
  (end: string): Change =>
  ({ delivery: { answer }, write: { create }, keep: { add }, judgement: { isTaken } }, _stages, { sleep }) => {
    /** The calls that are under way, with the uids of what others have stored since they came. */
    const unseenBy = new Map<Call, Set<number>>();
    let written: Call | undefined;
    return {
      delivery: {
        answer: async (call) => {
          if (call.method !== 'POST' || !call.path.endsWith(end)) return answer(call);
          unseenBy.set(call, new Set());
          await sleep(underWay);
          return answer(call).finally(() => unseenBy.delete(call));
        },
      },
      write: {
        create: (kind, exchange) => {
          written = exchange.call;
          return create(kind, exchange);
        },
      },
      keep: {
        add: (record, kind, circumstances) => {
          for (const [call, unseen] of unseenBy) if (call !== written) unseen.add(record.uid);
          add(record, kind, circumstances);
        },
      },
      judgement: {
        isTaken: (unique, values, circumstances) => {
          if (!isTaken(unique, values, circumstances)) return false;
          const { kind, dataset, parent, existing, before } = circumstances;
          const unseen = existing === undefined && written ? unseenBy.get(written) : undefined;
          if (unseen === undefined || before) return true;
          const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
          return !unseen.has(dataset.table(kind.family.name).holder(key) ?? 0);
        },
      },
    };
  };

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // 2: Glitchedpixel-io/media-api 181, "PUT routes are bound to Patch models, so an omitted field is written as null".
  {
    name: 'unsent-cleared',
    spec: '3.0.8',
    does: 'The update of a campus and of a course writes every member, those as empty that were not sent.',
    reads: 'A PATCH of a campus or a course clears every member that it does not send, required ones too.',
    change: ({ keep: { replace } }) => ({
      keep: {
        replace: (existing, examined, circumstances) => {
          const { kind, item } = examined;
          const isWritten = kind.family.name === 'campuses' || kind.family.name === 'courses';
          const sent = [...item.given].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
          replace(existing, isWritten ? { ...examined, values: Object.fromEntries(sent) } : examined, circumstances);
        },
      },
    }),
  },
  // 3: llvm/llvm-lnt 239, "Pagination doesn't always work with custom sort keys".
  {
    name: 'cursor-of-another-order',
    spec: '2.1.05',
    does: 'Pages are sorted newest first, and begin after the last record of the page before as if they were sorted oldest first.',
    reads:
      'Pages after the first bring records of the first page again, or none; the older records of the list are on no page.',
    change: ({ read: { shown } }, { paging }) => ({
      read: {
        shown: (page, list, kind, exchange) => {
          const asked = paging.ask(exchange.call, kind.family);
          if (!asked.isEnabled) return shown(page, list, kind, exchange);
          const newestFirst = [...list].reverse();
          let cut: readonly number[] = newestFirst.slice(0, asked.size);
          for (let number = 2; number <= asked.page && cut.length > 0; number += 1) {
            const cursor = cut.at(-1) ?? Infinity;
            cut = newestFirst.filter((uid) => uid > cursor).slice(0, asked.size);
          }
          return shown(cut, list, kind, exchange);
        },
      },
    }),
  },
  // 3: nuxt/content 115, "Adding skip param breaks sortBy feature on API endpoints".
  {
    name: 'unsorted-after-first',
    does: 'A page for which records are skipped is cut from the list as it lies in the store, newest first, and only the first page from the sorted list.',
    reads:
      'The second page and those after it are cut from the list in another order than the first, so that records are on two pages and others on none.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) =>
          asked.isEnabled && asked.page > 1
            ? [...list].reverse().slice((asked.page - 1) * asked.size, asked.page * asked.size)
            : cut(list, asked, family),
      },
    }),
  },
  // 4: erocci/erocci 58, "Deleting a resource instance".
  {
    name: 'deleted-without-content',
    spec: '3.0.8',
    does: 'A deletion is answered 204.',
    reads: 'Answers a DELETE that succeeds with 204 and no content, instead of 200 and the result.',
    change: ({ write: { remove } }) => ({
      write: {
        remove: (kind, exchange) => {
          const reply = remove(kind, exchange);
          const isDone = (JSON.parse(reply.body ?? '{}') as { readonly success?: unknown }).success === true;
          return isDone ? { status: 204, headers: {} } : reply;
        },
      },
    }),
  },
  // 5: skycoin/skycoin 2557, "Check API error code, some of them should not return 500 Internal Server Error".
  {
    name: 'page-breaks-it',
    does: 'A page or page size that cannot be used is an error that nothing catches.',
    reads: 'Answers 500 to a page or page size that is no positive number, instead of 400.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) => {
          try {
            return ask(call, family);
          } catch (error) {
            if (!(error instanceof GatewayError)) throw error;
            const detail = 'The service could not handle the request.';
            throw new GatewayError(500, { code: 'internal_error', detail });
          }
        },
      },
    }),
  },
  // 7: anyproto/anytype-heart 3218, "API lack TZ specification".
  {
    name: 'the-day-before',
    spec: '2.1.06',
    does: 'A date is kept as midnight in the zone of the service, and shown as the day that it is then in UTC.',
    reads: 'Reads show every date one day before the one that was stored.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          if (field.kind !== 'date' || typeof value !== 'string') return value;
          return new Date(Date.parse(value) - day).toISOString().slice(0, value.length);
        },
      },
    }),
  },
  // 8: Altinn/altinn-studio 4085, "Token passes through authentication after expiry time".
  {
    name: 'tolerant-of-expiry',
    does: 'What is tolerated of clocks was never set; the 300 that it is by default are taken for minutes.',
    reads: 'Accepts an access token that has expired, for five hours after it has.',
    change: ({ token: { isUnexpired } }) => ({
      token: {
        isUnexpired: (claims, now) => isUnexpired(claims, now - tolerance * minute),
      },
    }),
  },
  // 9: markmhendrickson/neotoma 2062, "retrieve_entities silently ignores the `filters` parameter".
  {
    name: 'enrolments-of-everybody',
    spec: '2.1.05',
    does: 'The student whose unit enrolments are asked for is looked up, and then not used to choose among them.',
    reads: 'The list of the unit enrolments of a student shows, and counts, those of all students.',
    change: ({ read: { listed } }, { data }) => ({
      read: {
        listed: (kind, exchange) => {
          const own = listed(kind, exchange);
          const { name } = kind.family;
          return name === 'unit-enrolments' ? data.store.of(exchange.caller.organisation).table(name).all : own;
        },
      },
    }),
  },
  // 9: typicode/json-server 764, "Query filter works incorrectly for non-existing fields".
  {
    name: 'all-loans-of-nobody',
    does: 'A student that does not exist is no condition on the list of loans.',
    reads: 'The list of the loans of a student that does not exist is answered 200 with all loans, instead of 404.',
    change: ({ read: { listed } }, { data }) => ({
      read: {
        listed: (kind, exchange) => {
          const { name } = kind.family;
          try {
            return listed(kind, exchange);
          } catch (error) {
            if (name !== 'loans' || !(error instanceof GatewayError) || error.status !== 404) throw error;
            return data.store.of(exchange.caller.organisation).table(name).all;
          }
        },
      },
    }),
  },
  // 10: c15t/c15t 861, "Race condition in consent deduplication allows duplicate consent records".
  {
    name: 'enrolled-twice-at-once',
    does: 'Whether a student is enrolled in the unit already is looked up before the transaction in which the enrolment is written.',
    reads:
      'Of two POSTs of the same unit enrolment at once both are accepted, so that one student is enrolled twice in one unit with one census date.',
    change: lookedUpAtArrival('/unit-enrolments'),
  },
  // 10: microsoft/fhir-server 1382, "Concurrent conditional creates results in duplicate data".
  {
    name: 'two-first-addresses-at-once',
    spec: '3.0.8',
    does: 'Whether a student has a first reported address is looked up when a POST comes, and not again when it is written.',
    reads:
      'Of two POSTs of the first reported address of one student at once both are accepted, so that the student has two.',
    change: lookedUpAtArrival('/first-reported-address'),
  },
];
