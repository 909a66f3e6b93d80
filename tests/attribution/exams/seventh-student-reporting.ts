/** Questions about student-reporting, chosen from what web services in production get wrong most often. */
import { notFound } from '../../../services/http/gateway-error.ts';
import { asking, type Reply } from '../../../services/http/message.ts';
import { keyOf } from '../../../services/student-reporting/engine/store.ts';
import { modelOf } from '../../../services/student-reporting/engine/model.ts';
import { around, sent, type Exam } from '../exam.ts';

/** The day before a date; what is no date stays. */
function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : new Date(time - 86_400_000).toISOString().slice(0, 10);
}

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // What touches everything.
  {
    name: 'body-read-as-latin-1',
    does: 'The bytes of a request body are decoded as ISO 8859-1, though JSON is UTF-8.',
    reads:
      'Reads request bodies as ISO 8859-1 instead of UTF-8, so that letters beyond ASCII are stored garbled, at every endpoint.',
    change: around(() => async (asked, deliver) => {
      if (!asked.hasBody) return deliver(asked);
      const { text: _text, call } = await sent(asked);
      const read = async (limit: number): Promise<Uint8Array | undefined> => {
        const bytes = await call.read(limit);
        return bytes && new TextEncoder().encode(Buffer.from(bytes).toString('latin1'));
      };
      return deliver(asking(call, { read }));
    }),
  },
  {
    name: 'absent-shown-as-null',
    does: 'The serialiser writes each member that a record does not have as null.',
    reads: 'Shows members that a record does not have as null instead of leaving them out, in all reads and lists.',
    change: ({ results: { show } }) => ({
      results: { show: (field, record, kind) => show(field, record, kind) ?? null },
    }),
  },
  {
    name: 'refusals-are-422',
    does: 'The error mapper gives the status 422 to every item that fails its validation.',
    reads:
      'Answers a request that fails validation with the status 422 instead of 200 with success false, at every endpoint.',
    change: ({ results: { refused } }) => ({ results: { refused: (body) => ({ ...refused(body), status: 422 }) } }),
  },
  {
    name: 'location-of-the-inner-host',
    does: 'Behind the proxy, Location is built from the host that the application listens on.',
    reads: 'Sends a Location that points to an internal host (http://localhost:8080/…) instead of to the new record.',
    change: ({ write: { location } }) => ({
      write: {
        location: (uid, circumstances) => {
          const { location: path } = location(uid, circumstances);
          return path === undefined ? {} : { location: `http://localhost:8080${path}` };
        },
      },
    }),
  },
  {
    name: 'unknown-path-in-html',
    does: 'The web server answers a path that it does not know by its own HTML page.',
    reads: 'Answers an unknown path with an HTML page instead of the JSON error body.',
    change: () => ({
      gateway: {
        lost: () => ({
          status: 404,
          headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
          body: '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
        }),
      },
    }),
  },
  {
    name: 'build-of-the-version-before',
    spec: '3.0.8',
    does: 'The build of 2.1.06 was deployed where 3.0.8 should run.',
    reads:
      'Works as version 2.1.06, not 3.0.8: the members that came with 3.0.8 (such as course_assurance_indicator and the dates of units of study) are unknown to it.',
    change: () => ({ model: { ...modelOf('2.1.06') } }),
  },

  // What touches one endpoint, operation or member.
  {
    name: 'campus-patch-as-put',
    does: 'A PATCH of a campus is handled as a PUT: optional members that are not sent are emptied.',
    reads: 'PATCH of a campus removes the optional members that the request does not mention.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const merged = merge(item, circumstances);
          const { kind, existing } = circumstances;
          if (kind.family.name !== 'campuses' || !existing) return merged;
          const stays = ([name]: readonly [string, unknown]): boolean =>
            item.given.has(name) || kind.writable.get(name)?.required !== undefined;
          return Object.fromEntries(Object.entries(merged).filter(stays));
        },
      },
    }),
  },
  {
    name: 'courses-listed-from-a-cache',
    does: 'The list of courses is kept for a minute and answered from there.',
    reads:
      'Answers the list of courses from a cache: courses that were created, changed or deleted since the list was last read do not show.',
    change: ({ run }, _stages, { clock }) => {
      const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
      return {
        run: {
          'courses.list': (exchange) => {
            const { call, caller } = exchange;
            const asked = ['tcsi-pagination-page', 'tcsi-pagination-pagesize'].map((name) => call.header(name) ?? '');
            const key = [caller.organisation, ...asked].join(' ');
            const now = clock().getTime();
            const before = kept.get(key);
            if (before && now - before.at < 60_000) return before.reply;
            const reply = run['courses.list']?.(exchange);
            if (!reply) throw notFound();
            kept.set(key, { at: now, reply });
            return reply;
          },
        },
      };
    },
  },
  {
    name: 'deleted-course-code-taken',
    does: 'Courses are deleted softly, and the unique index counts the deleted ones too.',
    reads: 'After a course is deleted, a new one with the same course_code is refused as already reported.',
    change: ({ keep: { remove }, judgement: { isTaken } }) => {
      const deleted = new WeakMap<object, Set<string>>();
      return {
        keep: {
          remove: (located, kind) => {
            const keys = deleted.get(located.dataset) ?? new Set<string>();
            deleted.set(located.dataset, keys);
            if (kind.family.name === 'courses')
              for (const unique of kind.family.unique ?? []) keys.add(keyOf(unique, located.record));
            remove(located, kind);
          },
        },
        judgement: {
          isTaken: (unique, values, circumstances) =>
            isTaken(unique, values, circumstances) ||
            (circumstances.kind.family.name === 'courses' &&
              deleted.get(circumstances.dataset)?.has(keyOf(unique, { parent: 0, values })) === true),
        },
      };
    },
  },
  {
    name: 'birth-a-day-early',
    does: 'date_of_birth is taken for midnight in Sydney and shown in UTC.',
    reads: 'Shows the date_of_birth of a student one day earlier than it was given.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const shown = show(field, record, kind);
          return field.name === 'date_of_birth' && typeof shown === 'string' ? dayBefore(shown) : shown;
        },
      },
    }),
  },
  {
    name: 'tac-offers-first-of-several',
    spec: '2.1.05',
    does: 'Of the array of a POST of TAC offers the first item is handled and the others are ignored.',
    reads: 'Stores and answers only the first of several TAC offers of one POST.',
    change: ({ write: { items } }) => ({
      write: {
        items: (all, circumstances) =>
          items(
            circumstances.kind.family.name === 'courses-on-campus-tac-offers' ? all.slice(0, 1) : all,
            circumstances,
          ),
      },
    }),
  },
  {
    name: 'help-balance-kept',
    spec: '3.0.8',
    does: 'The HELP balance of a student is computed when it is first read and kept from then on.',
    reads:
      'The HELP balance of a student does not follow loans that are added, changed or deleted after its first read.',
    change: ({ balance: { read } }) => {
      const kept = new Map<string, Reply>();
      return {
        balance: {
          read: (exchange) => {
            const key = [exchange.caller.organisation, ...exchange.parameters].join(' ');
            const reply = kept.get(key) ?? read(exchange);
            kept.set(key, reply);
            return reply;
          },
        },
      };
    },
  },
  {
    name: 'no-enrolments-not-found',
    spec: '2.1.06',
    does: 'The list of unit enrolments of a student who has none is answered 404.',
    reads: 'Answers 404 instead of an empty list for a student without unit enrolments.',
    change: ({ read: { listed } }) => ({
      read: {
        listed: (kind, exchange) => {
          const list = listed(kind, exchange);
          if (kind.family.name === 'unit-enrolments' && list.length === 0) throw notFound();
          return list;
        },
      },
    }),
  },

  // What needs a condition.
  {
    name: 'batch-ends-at-a-refusal',
    does: 'The loop over the items of a POST is left at the first item that is refused.',
    reads: 'Stops a batch at the first refused item: the items after it are neither stored nor answered.',
    change: ({ write: { items } }, stages) => ({
      write: {
        items: (all, circumstances) => {
          if (all.length < 2) return items(all, circumstances);
          const results = [];
          const uids = [];
          for (const [index, item] of all.entries()) {
            const made = stages.write.item(item, circumstances, index);
            results.push(...made.results);
            uids.push(...made.uids);
            if (made.uids.length === 0) break;
          }
          return { results, uids };
        },
      },
    }),
  },
  {
    name: 'page-beyond-the-last',
    does: 'A page number beyond the last page is lowered to the last page when the records are fetched.',
    reads: 'A page beyond the last one holds the records of the last page again instead of none.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) => {
          const last = Math.max(1, Math.ceil(list.length / asked.size));
          return cut(list, asked.isEnabled ? { ...asked, page: Math.min(asked.page, last) } : asked, family);
        },
      },
    }),
  },
  {
    name: 'warnings-of-the-first-alone',
    does: 'When several items are posted, the warnings of all but the first are lost.',
    reads: 'Leaves out the warnings (messages) of every item of a batch but the first.',
    change: ({ write: { items } }) => ({
      write: {
        items: (all, circumstances) => {
          const { results, uids } = items(all, circumstances);
          const bare = results.map((result, index) => {
            if (index === 0) return result;
            const { messages: _messages, ...rest } = result;
            return rest;
          });
          return { results: bare, uids };
        },
      },
    }),
  },
  {
    name: 'every-twentieth-502',
    does: 'One of twenty nodes behind the load balancer is down: each twentieth call is answered 502.',
    reads: 'Answers about every twentieth call with 502 Bad Gateway, whatever is called.',
    change: around(() => {
      let calls = 0;
      return (call, deliver) => {
        calls += 1;
        if (calls % 20 !== 0) return deliver(call);
        const headers = { 'content-type': 'text/html', date: new Date().toUTCString() };
        return Promise.resolve({ status: 502, headers, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' });
      };
    }),
  },
  {
    name: 'postcodes-as-numbers',
    does: 'Postcodes are kept in columns of whole numbers, so that leading zeros are lost.',
    reads: 'Loses the leading zeros of postcodes: 0800 comes back as 800.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const shown = show(field, record, kind);
          return field.name.endsWith('_postcode') && typeof shown === 'string' ? String(Number(shown)) : shown;
        },
      },
    }),
  },
  {
    name: 'patch-null-ignored',
    does: 'A null in a PATCH cannot be told from a member that is not there.',
    reads: 'PATCH with null does not clear the member: the value stays as it was.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          if (!circumstances.existing) return merge(item, circumstances);
          const given = new Map([...item.given].filter(([, value]) => value !== null));
          return merge({ ...item, given }, circumstances);
        },
      },
    }),
  },
  {
    name: 'invalid-nested-dropped',
    does: 'A nested disability that fails its validation is skipped, and the student is stored without it.',
    reads:
      'Stores a student whose nested disability is invalid, silently without the disability, instead of refusing the item.',
    change: ({ judgement: { examine } }) => ({
      judgement: {
        examine: (item, circumstances) => {
          const judged = examine(item, circumstances);
          if (circumstances.kind.family.name !== 'students') return judged;
          const children = judged.children.map(({ member, examined }) => ({
            member,
            examined: member === 'disabilities' ? examined.filter(({ findings }) => findings.length === 0) : examined,
          }));
          return { ...judged, children };
        },
      },
    }),
  },
];
